import { useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { MAX_PRESETS, type Preset, type Settings } from '../../lib/protocol/settings/settings.ts';
import { EditableRow } from '../parts/editable-row.tsx';
import { bindField, EditorForm, useForm } from '../parts/form.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import {
  listSuggestions,
  movePreset,
  putPreset,
  removePreset,
  validatePreset,
  type PresetForm,
} from './preset-form.ts';

const NEW_PRESET = ''; // never a preset's id
const EMPTY_FORM: PresetForm = { title: '', prompt: '' };

export function Presets({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { presets } = settings;
  /** NEW_PRESET for a new one. */
  const [open, setOpen] = useState<readonly string[]>([]);
  const { message, showMessage, showError } = useMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  const toggle = (id: string): void =>
    setOpen((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]));
  /** Resolves with whether it was stored. */
  const applyChange = (to: (now: Settings) => Settings, text: string): Promise<boolean> =>
    update(to).then(
      () => {
        showMessage(text);
        return true;
      },
      (thrown: unknown) => {
        showError(t.notSaved(getErrorMessage(thrown)));
        return false;
      },
    );
  const storePreset = (id: string, form: PresetForm): Promise<boolean> =>
    applyChange((now) => putPreset(now, id, form), t.presetSaved(form.title.trim()));
  const save = async (id: string, form: PresetForm): Promise<void> => {
    if (!(await storePreset(id === NEW_PRESET ? crypto.randomUUID() : id, form))) return;
    setOpen((now) => now.filter((other) => other !== id));
    heading.current?.focus(); // the form disappears and would take the focus with it
  };
  const add = async (form: PresetForm): Promise<void> => {
    if (await storePreset(crypto.randomUUID(), form)) heading.current?.focus();
  };
  const move = ({ id, title }: Preset, by: -1 | 1): void => {
    const place = presets.findIndex((preset) => preset.id === id) + 1 + by;
    void applyChange((now) => movePreset(now, id, by), t.movedTo(title, place, presets.length));
  };
  const remove = async ({ id, title }: Preset): Promise<void> => {
    if (await applyChange((now) => removePreset(now, id), t.presetRemoved(title))) heading.current?.focus();
  };
  const isFull = presets.length >= MAX_PRESETS;
  const suggested = isFull ? [] : listSuggestions(presets);
  return (
    <Section id="presets" title={t.presets} help={t.presetsHelp} heading={heading}>
      {presets.length === 0 && <p className="fine">{t.noPresets}</p>}
      <ol className="models">
        {presets.map((preset, at) => (
          <EditableRow
            key={preset.id}
            name={preset.title}
            order={{ at, of: presets.length, onMove: (by) => move(preset, by) }}
            isOpen={open.includes(preset.id)}
            onEdit={() => toggle(preset.id)}
            question={t.presetSure(preset.title)}
            onRemove={() => void remove(preset)}
            editor={
              open.includes(preset.id) && (
                <PresetEditor
                  label={t.editPresetTitle(preset.title)}
                  initial={preset}
                  others={presets.filter((other) => other !== preset)}
                  onSave={(form) => void save(preset.id, form)}
                  onCancel={() => toggle(preset.id)}
                />
              )
            }
          >
            <strong>{preset.title}</strong>
            <p className="fine clipped">{preset.prompt}</p>
          </EditableRow>
        ))}
      </ol>
      <Message bad={message.bad}>{message.text}</Message>
      {open.includes(NEW_PRESET) && !isFull && (
        <PresetEditor
          label={t.addPresetTitle}
          initial={EMPTY_FORM}
          others={presets}
          onSave={(form) => void save(NEW_PRESET, form)}
          onCancel={() => toggle(NEW_PRESET)}
        />
      )}
      {!open.includes(NEW_PRESET) && !isFull && (
        <button type="button" className="button" onClick={() => toggle(NEW_PRESET)}>
          {t.addPreset}
        </button>
      )}
      {isFull && <p className="fine">{t.presetsFull(MAX_PRESETS)}</p>}
      {suggested.length > 0 && (
        <div className="row choices" role="group" aria-label={t.suggestions}>
          <span className="fine">{t.suggestions}</span>
          {suggested.map((form) => (
            <button
              key={form.title}
              type="button"
              className="quiet chip"
              aria-label={t.suggestLabel(form.title)}
              onClick={() => void add(form)}
            >
              {form.title}
            </button>
          ))}
        </div>
      )}
    </Section>
  );
}

interface PresetEditorProps {
  readonly label: string;
  readonly initial: PresetForm;
  readonly others: readonly Preset[];
  readonly onSave: (form: PresetForm) => void;
  readonly onCancel: () => void;
}

function PresetEditor({ label, initial: { title, prompt }, others, onSave, onCancel }: PresetEditorProps) {
  const state = useForm<PresetForm>({ title, prompt }, (form) => validatePreset(form, others));
  const { form, element, checkFields } = state;
  return (
    <EditorForm label={label} element={element} onSubmit={() => checkFields() && onSave(form)}>
      <Field {...bindField(state, 'title')} label={t.presetTitle} help={t.presetTitleHelp} autoComplete="off" />
      <Area {...bindField(state, 'prompt')} label={t.presetPrompt} help={t.presetPromptHelp} rows={4} />
      <div className="row">
        <button type="submit" className="button accent">
          {t.save}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </EditorForm>
  );
}
