/** One engine, to be added or changed: where it is, what it needs, and whether it answers. */
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import { aboutEngine, labelOf } from '../../lib/pipeline/web/engines.ts';
import type { EngineConfig } from '../../lib/pipeline/web/types.ts';
import { isUnencrypted } from '../checks.ts';
import { configFrom, engineErrorsIn, placeOf, type EngineErrors, type EngineForm } from '../engines.ts';
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';
import { accessTo, useTrial } from '../use-trial.ts';
import { Field } from './field.tsx';
import { KeyField } from './key-field.tsx';
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
  const { needsEndpoint, needsCx, needsKey, name, keysAt } = aboutEngine(form.engine);
  const config = configFrom(form);
  const key = form.key.trim() === '' ? null : form.key;

  const edit = (change: Partial<EngineForm>): void => {
    const next = { ...form, ...change };
    const now = engineErrorsIn(next, others);
    setForm(next);
    setMessage({ text: '', bad: false });
    setErrors((shown) => Object.fromEntries(Object.entries(now).filter(([at]) => at in shown)));
    forget();
  };
  const tied = (field: 'endpoint' | 'cx') => ({
    name: field,
    value: form[field],
    error: errors[field],
    onText: (text: string): void => edit({ [field]: text }),
  });
  /** Whether the fields are sound; else marks them and goes to the first. */
  const isSound = (): boolean => {
    const wrong = engineErrorsIn(form, others);
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    const field = first === undefined ? null : element.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
    return first === undefined;
  };
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (saving || !isSound()) return;
    const access = accessTo(host, config); // in the gesture: nothing is waited for before
    setSaving(true);
    const keep = async (): Promise<void> => {
      const place = placeOf(config);
      if (!(await access)) throw new Error(t.declined(place));
      if (needsKey && key === null && !(await host.hasKey(place))) throw new Error(t.keyNeeded(name));
      if (key !== null) await host.saveKey(place, key);
      await onSave(config);
    };
    keep()
      .catch((thrown: unknown) => setMessage({ text: t.notSaved(messageOf(thrown)), bad: true }))
      .finally(() => setSaving(false));
  };
  return (
    <form ref={element} className="editor" aria-label={label} noValidate onSubmit={save}>
      {needsEndpoint && (
        <Field
          {...tied('endpoint')}
          label={t.engineEndpoint}
          help={t.engineEndpointHelp}
          type="url"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
        />
      )}
      {isUnencrypted(form.endpoint) && <p className="warn">{t.engineUnencrypted}</p>}
      {needsCx && <Field {...tied('cx')} label={t.cx} help={t.cxHelp} spellCheck={false} autoComplete="off" />}
      {needsKey && (
        <KeyField
          host={host}
          endpoint={placeOf(config)}
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
          aria-label={t.tryEngineLabel(needsEndpoint ? name : labelOf(config))}
          aria-disabled={trial.state === 'asking'}
          onClick={() => {
            if (trial.state !== 'asking' && isSound()) run(config, key);
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
