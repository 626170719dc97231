import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { Preset } from '../../lib/protocol/settings.ts';
import { validatePreset, type PresetErrors, type PresetForm } from './preset-form.ts';
import { t } from '../strings/strings.ts';
import { Area, Field } from '../parts/field.tsx';

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
  const bindField = (name: keyof PresetForm) => ({
    name,
    value: form[name],
    error: errors[name],
    onText: (text: string): void => {
      const next = { ...form, [name]: text };
      const current = validatePreset(next, others);
      setForm(next);
      setErrors((shown) => Object.fromEntries(Object.entries(current).filter(([at]) => at in shown)));
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const invalid = validatePreset(form, others);
    setErrors(invalid);
    const [first] = Object.keys(invalid);
    if (first === undefined) {
      onSave(form);
      return;
    }
    const field = element.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <form ref={element} className="editor" aria-label={label} noValidate onSubmit={submit}>
      <Field {...bindField('title')} label={t.presetTitle} help={t.presetTitleHelp} autoComplete="off" />
      <Area {...bindField('prompt')} label={t.presetPrompt} help={t.presetPromptHelp} rows={4} />
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
