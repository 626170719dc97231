/** How a model's server is reached. */
import { PRESETS } from '../../lib/models/presets.ts';
import type { OptionsHost } from '../host.ts';
import { Field, URL_INPUT } from '../parts/field.tsx';
import { bindField } from '../parts/form.tsx';
import { t } from '../strings/strings.ts';
import { getEndpointOrigin, isUnencrypted } from './field-checks.ts';
import { KeyField } from './server-access.tsx';
import type { ModelEditor } from './use-model-editor.ts';

interface ConnectionProps {
  readonly host: OptionsHost;
  readonly editor: ModelEditor;
  readonly withEndpoint: boolean;
}

export function Connection({ host, editor, withEndpoint }: ConnectionProps) {
  const { form, edit, say } = editor;
  return (
    <>
      {withEndpoint && (
        <Field
          {...bindField(editor, 'endpoint')}
          label={t.endpoint}
          help={t.endpointHelp[form.provider === 'ollama' ? 'ollama' : 'other']}
          {...URL_INPUT}
        />
      )}
      {isUnencrypted(form.endpoint) && <p className="warn">{t.unencrypted}</p>}
      <KeyField
        host={host}
        endpoint={form.endpoint}
        help={getKeyHelp(form.endpoint)}
        value={form.key}
        onText={(key) => edit({ key })}
        onMessage={say}
      />
    </>
  );
}

function getKeyHelp(endpoint: string): string {
  const origin = getEndpointOrigin(endpoint);
  const preset = PRESETS.find((known) => known.keyPage !== '' && getEndpointOrigin(known.endpoint) === origin);
  return preset === undefined ? t.keyHelp : t.keyFrom(preset.keyPage);
}
