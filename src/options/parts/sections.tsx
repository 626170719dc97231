/** The form's groups of fields. They hold no state: the form does. */
import { isUnencrypted, TIMEOUTS, type Errors, type Field as FormField, type Form } from '../form.ts';
import type { OptionsHost } from '../host.ts';
import { PRESETS, t } from '../strings.ts';
import { Choice, Field } from './field.tsx';
import { KeyField } from './key-field.tsx';

interface SectionProps {
  readonly form: Form;
  readonly edit: (change: Partial<Form>) => void;
}

export interface CheckedProps extends SectionProps {
  readonly errors: Errors;
}

/** What ties a field to the form: its name, what stands in it, its fault, and where typing goes. */
export function tied<N extends FormField>({ form, errors, edit }: CheckedProps, name: N) {
  return {
    name,
    value: form[name],
    error: errors[name],
    onText: (text: string): void => edit({ [name]: text }),
  };
}

const CHOICES = [
  { provider: 'extractive', name: t.extractive, help: t.extractiveHelp },
  { provider: 'openai-compatible', name: t.server, help: t.serverHelp },
] as const;

export function Engine({ form, edit }: SectionProps) {
  return (
    <fieldset className="card">
      <legend>{t.engine}</legend>
      <div className="choices">
        {CHOICES.map(({ provider, name, help }) => (
          <label key={provider} className="choice">
            <input
              type="radio"
              name="provider"
              value={provider}
              checked={form.provider === provider}
              onChange={() => edit({ provider })}
            />
            <span>
              <strong>{name}</strong>
              <span className="fine">{help}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ServerProps extends CheckedProps {
  readonly host: OptionsHost;
  readonly keyVersion: number;
  readonly say: (message: string) => void;
}

export function Server(props: ServerProps) {
  const { host, form, edit, keyVersion, say } = props;
  return (
    <fieldset className="card">
      <legend>{t.connection}</legend>
      <div className="row presets" role="group" aria-label={t.presets}>
        <span className="fine">{t.presets}</span>
        {PRESETS.map(({ name, endpoint }) => (
          <button
            key={name}
            type="button"
            className="quiet chip"
            aria-pressed={form.endpoint.trim() === endpoint}
            onClick={() => edit({ endpoint })}
          >
            {name}
          </button>
        ))}
      </div>
      <Field
        {...tied(props, 'endpoint')}
        label={t.endpoint}
        help={t.endpointHelp}
        type="url"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
      />
      {isUnencrypted(form.endpoint) && <p className="warn">{t.unencrypted}</p>}
      <Field {...tied(props, 'model')} label={t.model} help={t.modelHelp} spellCheck={false} autoComplete="off" />
      <KeyField
        host={host}
        endpoint={form.endpoint}
        value={form.key}
        onText={(key) => edit({ key })}
        version={keyVersion}
        onMessage={say}
      />
      <Field {...tied(props, 'contextTokens')} label={t.contextTokens} help={t.contextHelp} inputMode="numeric" />
      <Choice
        name="toolCalling"
        label={t.toolCalling}
        help={t.toolCallingHelp}
        value={form.toolCalling}
        options={t.toolCallingWays}
        onChoice={(toolCalling) => edit({ toolCalling })}
      />
    </fieldset>
  );
}

export function Timeouts(props: CheckedProps) {
  return (
    <details className="card">
      <summary>{t.advanced}</summary>
      <p className="fine">{t.advancedHelp}</p>
      {TIMEOUTS.map((name) => (
        <Field key={name} {...tied(props, name)} label={t.timeouts[name]} inputMode="decimal" />
      ))}
    </details>
  );
}
