import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { getEngineInfo, formatEngineLabel } from '../../lib/pipeline/web/engines.ts';
import type { EngineConfig } from '../../lib/pipeline/web/types.ts';
import { isUnencrypted } from '../models/field-checks.ts';
import {
  toEngineConfig,
  validateEngineForm,
  getEngineOrigin,
  type EngineErrors,
  type EngineForm,
} from './engine-form.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings/strings.ts';
import { requestEngineAccess, useTrial } from './use-trial.ts';
import { Field } from '../parts/field.tsx';
import { KeyField } from '../models/key-field.tsx';
import { TrialLine } from './trial-line.tsx';

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
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<EngineErrors>({});
  const [message, setMessage] = useState({ text: '', bad: false });
  const [saving, setSaving] = useState(false);
  const { trial, run, forget } = useTrial(host);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    element.current?.querySelector('input')?.focus();
  }, []);
  const { needsEndpoint, needsCx, needsKey, name, keysAt } = getEngineInfo(form.engine);
  const config = toEngineConfig(form);
  const key = form.key.trim() === '' ? null : form.key;

  const edit = (change: Partial<EngineForm>): void => {
    const next = { ...form, ...change };
    const current = validateEngineForm(next, others);
    setForm(next);
    setMessage({ text: '', bad: false });
    setErrors((shown) => Object.fromEntries(Object.entries(current).filter(([at]) => at in shown)));
    forget();
  };
  const bindField = (field: 'endpoint' | 'cx') => ({
    name: field,
    value: form[field],
    error: errors[field],
    onText: (text: string): void => edit({ [field]: text }),
  });
  const checkFields = (): boolean => {
    const invalid = validateEngineForm(form, others);
    setErrors(invalid);
    const [first] = Object.keys(invalid);
    const field = first === undefined ? null : element.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
    return first === undefined;
  };
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (saving || !checkFields()) return;
    const access = requestEngineAccess(host, config); // in the user gesture, before any await
    setSaving(true);
    const store = async (): Promise<void> => {
      const origin = getEngineOrigin(config);
      if (!(await access)) throw new Error(t.declined(origin));
      if (needsKey && key === null && !(await host.hasKey(origin))) throw new Error(t.keyNeeded(name));
      if (key !== null) await host.saveKey(origin, key);
      await onSave(config);
    };
    store()
      .catch((thrown: unknown) => setMessage({ text: t.notSaved(getErrorMessage(thrown)), bad: true }))
      .finally(() => setSaving(false));
  };
  return (
    <form ref={element} className="editor" aria-label={label} noValidate onSubmit={save}>
      {needsEndpoint && (
        <Field
          {...bindField('endpoint')}
          label={t.engineEndpoint}
          help={t.engineEndpointHelp}
          type="url"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
        />
      )}
      {isUnencrypted(form.endpoint) && <p className="warn">{t.engineUnencrypted}</p>}
      {needsCx && <Field {...bindField('cx')} label={t.cx} help={t.cxHelp} spellCheck={false} autoComplete="off" />}
      {needsKey && (
        <KeyField
          host={host}
          endpoint={getEngineOrigin(config)}
          help={t.keyFrom(keysAt.replace(/^https:\/\/|\/$/g, ''))}
          value={form.key}
          onText={(text) => edit({ key: text })}
          onMessage={(text) => setMessage({ text, bad: false })}
        />
      )}
      <div className="row">
        <button type="submit" className="button accent" aria-disabled={saving}>
          {saving ? t.saving : t.save}
        </button>
        <button
          type="button"
          className="button"
          aria-label={t.tryEngineLabel(needsEndpoint ? name : formatEngineLabel(config))}
          aria-disabled={trial.state === 'asking'}
          onClick={() => {
            if (trial.state !== 'asking' && checkFields()) run(config, key);
          }}
        >
          {t.tryEngine}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
      <TrialLine trial={trial} />
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {message.text}
      </p>
    </form>
  );
}
