/** What a model can do, and how it is asked to. */
import { t } from '../strings.ts';
import { Choice, Field, Tick } from './field.tsx';
import { tied, type FormProps } from './tied.ts';

export function Abilities(props: FormProps) {
  const { form, edit } = props;
  const isOllama = form.provider === 'ollama';
  return (
    <>
      <Field
        {...tied(props, 'contextTokens')}
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
        <Field {...tied(props, 'keepAlive')} label={t.keepAlive} help={t.keepAliveHelp} inputMode="numeric" />
      )}
    </>
  );
}
