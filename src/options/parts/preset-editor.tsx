/** One preset, to be written or changed: its name and what is to be done. Checked in place when it is to be saved. */
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { Preset } from '../../lib/protocol/settings.ts';
import { presetErrorsIn, type PresetErrors, type PresetForm } from '../presets.ts';
import { t } from '../strings.ts';
import { Area, Field } from './field.tsx';

interface PresetEditorProps {
  readonly label: string;
  readonly initial: PresetForm;
  readonly others: readonly Preset[];
  readonly onSave: (form: PresetForm) => void;
  readonly onCancel: () => void;
}

export function PresetEditor({ label, initial, others, onSave, onCancel }: PresetEditorProps) {
  const [form, setForm] = useState<PresetForm>({ title: initial.title, prompt: initial.prompt });
  const [errors, setErrors] = useState<PresetErrors>({});
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    element.current?.querySelector('input')?.focus();
  }, []);
  const tied = (name: keyof PresetForm) => ({
    name,
    value: form[name],
    error: errors[name],
    onText: (text: string): void => {
      const next = { ...form, [name]: text };
      const now = presetErrorsIn(next, others);
      setForm(next);
      setErrors((shown) => Object.fromEntries(Object.entries(now).filter(([at]) => at in shown)));
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const wrong = presetErrorsIn(form, others);
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first === undefined) {
      onSave(form);
      return;
    }
    const field = element.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <form ref={element} className="editor" aria-label={label} noValidate onSubmit={submit}>
      <Field {...tied('title')} label={t.presetTitle} help={t.presetTitleHelp} autoComplete="off" />
      <Area {...tied('prompt')} label={t.presetPrompt} help={t.presetPromptHelp} rows={4} />
      <div className="row">
        <button type="submit" className="button accent">
          {t.save}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}
