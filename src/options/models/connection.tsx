/** The fields for a model's server: address, key, and model. */
import { PRESETS } from '../../lib/models/presets.ts';
import { isUnencrypted, getEndpointOrigin } from './field-checks.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import type { ModelEditor } from './use-model-editor.ts';
import { Field } from '../parts/field.tsx';
import { KeyField } from './key-field.tsx';
import { ModelChoice } from './model-choice.tsx';
import { bindField } from './form-fields.ts';

interface ConnectionProps {
  readonly host: OptionsHost;
  readonly editor: ModelEditor;
}

export function Connection({ host, editor }: ConnectionProps) {
  const { form, edit, say } = editor;
  return (
    <>
      <Field
        {...bindField(editor, 'endpoint')}
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
        help={getKeyHelp(form.endpoint)}
        value={form.key}
        onText={(key) => edit({ key })}
        onMessage={say}
      />
      <ModelChoice editor={editor} />
    </>
  );
}

function getKeyHelp(endpoint: string): string {
  const origin = getEndpointOrigin(endpoint);
  const preset = PRESETS.find((known) => known.keyPage !== '' && getEndpointOrigin(known.endpoint) === origin);
  return preset === undefined ? t.keyHelp : t.keyFrom(preset.keyPage);
}
