/** Where a model is: the server's address, its key, and which of its models. */
import { PRESETS } from '../../lib/models/presets.ts';
import { isUnencrypted, originOf } from '../checks.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';
import type { ModelEditor } from '../use-model-editor.ts';
import { Field } from './field.tsx';
import { KeyField } from './key-field.tsx';
import { ModelChoice } from './model-choice.tsx';
import { tied } from './tied.ts';

interface ConnectionProps {
  readonly host: OptionsHost;
  readonly editor: ModelEditor;
}

export function Connection({ host, editor }: ConnectionProps) {
  const { form, edit, say } = editor;
  return (
    <>
      <Field
        {...tied(editor, 'endpoint')}
        label={t.endpoint}
        help={t.endpointHelp[form.provider === 'ollama' ? 'ollama' : 'other']}
        type="url"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
      />
      {isUnencrypted(form.endpoint) && <p className="warn">{t.unencrypted}</p>}
      <KeyField
        host={host}
        endpoint={form.endpoint}
        help={keyHelp(form.endpoint)}
        value={form.key}
        onText={(key) => edit({ key })}
        onMessage={say}
      />
      <ModelChoice editor={editor} />
    </>
  );
}

/** Says where a key is to be had, for servers that are known to want one. */
function keyHelp(endpoint: string): string {
  const origin = originOf(endpoint);
  const preset = PRESETS.find((known) => known.keyAt !== '' && originOf(known.endpoint) === origin);
  return preset === undefined ? t.keyHelp : t.keyFrom(preset.keyAt);
}
