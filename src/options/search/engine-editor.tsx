import { getEngineInfo, formatEngineLabel } from '../../lib/pipeline/engines/engine-info.ts';
import type { EngineConfig } from '../../lib/pipeline/engines/types.ts';
import { isUnencrypted } from '../models/field-checks.ts';
import { toEngineConfig, validateEngineForm, getEngineOrigin, type EngineForm } from './engine-form.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import { EngineTrial, requestEngineAccess, useEngineTrial } from './engine-trial.tsx';
import { Field, PLAIN_INPUT, URL_INPUT } from '../parts/field.tsx';
import { KeyField } from '../models/server-access.tsx';
import { bindField, EditorForm, SaveButtons, useForm, useSaving } from '../parts/form.tsx';
import { Message, useMessage } from '../parts/section.tsx';
import { Button } from '../parts/button.tsx';

interface EngineEditorProps {
  readonly label: string;
  readonly host: OptionsHost;
  readonly initial: EngineForm;
  readonly others: readonly EngineConfig[];
  /** Rejects with a plain sentence, and nothing has changed. */
  readonly onSave: (config: EngineConfig) => Promise<void>;
  readonly onCancel: () => void;
}

export function EngineEditor({ label, host, initial, others, onSave, onCancel }: EngineEditorProps) {
  const state = useForm(initial, (form) => validateEngineForm(form, others));
  const { form, element, checkFields } = state;
  const { message, showMessage, showFailure } = useMessage();
  const { isSaving, save } = useSaving(showFailure);
  const { trial, run, forget } = useEngineTrial(host);
  const { needsEndpoint, needsCx, needsKey, name, keysAt } = getEngineInfo(form.engine);
  const config = toEngineConfig(form);
  const key = form.key.trim() === '' ? null : form.key;

  const edit = (change: Partial<EngineForm>): void => {
    state.edit(change);
    showMessage('');
    forget();
  };
  const submit = (): void => {
    if (isSaving || !checkFields()) return;
    const access = requestEngineAccess(host, config); // in the user gesture, before any await
    save(async () => {
      const origin = getEngineOrigin(config);
      if (!(await access)) throw new Error(t.declined(origin));
      if (needsKey && key === null && !(await host.hasKey(origin))) throw new Error(t.keyNeeded(name));
      if (key !== null) await host.saveKey(origin, key);
      await onSave(config);
    });
  };
  return (
    <EditorForm label={label} element={element} onSubmit={submit} onCancel={onCancel}>
      {needsEndpoint && (
        <Field
          {...bindField({ ...state, edit }, 'endpoint')}
          label={t.engineEndpoint}
          help={t.engineEndpointHelp}
          {...URL_INPUT}
        />
      )}
      {isUnencrypted(form.endpoint) && <p className="warn">{t.engineUnencrypted}</p>}
      {needsCx && <Field {...bindField({ ...state, edit }, 'cx')} label={t.cx} help={t.cxHelp} {...PLAIN_INPUT} />}
      {needsKey && (
        <KeyField
          host={host}
          endpoint={getEngineOrigin(config)}
          help={t.keyFrom(keysAt.replace(/^https:\/\/|\/$/g, ''))}
          value={form.key}
          onText={(text) => edit({ key: text })}
          onMessage={showMessage}
        />
      )}
      <SaveButtons label={t.save} isSaving={isSaving}>
        <Button
          aria-label={t.testLabel(needsEndpoint ? name : formatEngineLabel(config))}
          aria-disabled={trial.state === 'asking'}
          onClick={() => {
            if (trial.state !== 'asking' && checkFields()) run(config, key);
          }}
        >
          {t.test}
        </Button>
      </SaveButtons>
      <EngineTrial trial={trial} />
      <Message {...message} />
    </EditorForm>
  );
}
