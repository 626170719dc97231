/** The fields for a model's capabilities, and how they are used. */
import { t } from '../strings.ts';
import { Choice, Field, Tick } from './field.tsx';
import { bindField, type FormProps } from './tied.ts';

export function Abilities(props: FormProps) {
  const { form, edit } = props;
  const isOllama = form.provider === 'ollama';
  return (
    <>
      <Field
        {...bindField(props, 'contextTokens')}
        label={t.contextTokens}
        help={t.contextHelp[isOllama ? 'ollama' : 'other']}
        inputMode="numeric"
      />
      <Choice
        name="toolCalling"
        label={t.toolCalling}
        help={t.toolCallingHelp}
        value={form.toolCalling}
        options={t.toolCallingWays}
        onChoice={(toolCalling) => edit({ toolCalling })}
      />
      <Tick
        name="pictures"
        label={t.pictures}
        help={t.picturesHelp}
        checked={form.pictures}
        onTick={(pictures) => edit({ pictures })}
      />
      {isOllama && (
        <Field {...bindField(props, 'keepAlive')} label={t.keepAlive} help={t.keepAliveHelp} inputMode="numeric" />
      )}
    </>
  );
}
