/** Rarely needed fields: the protocol and the time-outs. */
import { hasServer, TIMEOUTS } from '../model-form.ts';
import { t } from '../strings.ts';
import { Choice, Field } from './field.tsx';
import { bindField, type FormProps } from './tied.ts';

export function Advanced(props: FormProps) {
  const { form, edit } = props;
  const { provider } = form;
  return (
    <details className="more">
      <summary>{hasServer(form) ? t.advanced : t.timeoutsOnly}</summary>
      {provider !== 'chrome' && (
        <Choice
          name="provider"
          label={t.protocol}
          help={t.protocolHelp}
          value={provider}
          options={t.protocols}
          onChoice={(next) => edit({ provider: next })}
        />
      )}
      <p className="fine">{t.timeoutsHelp}</p>
      <div className="short">
        {TIMEOUTS.map((name) => (
          <Field key={name} {...bindField(props, name)} label={t.timeouts[name]} inputMode="decimal" />
        ))}
      </div>
    </details>
  );
}
