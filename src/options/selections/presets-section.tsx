import { useRef } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { MAX_PRESETS, type Preset, PRESET_SCHEMA, type Settings } from '../../lib/protocol/settings/settings.ts';
import { EditableRow, useOpenEditors, moveEntry } from '../parts/editable-row.tsx';
import { bindField, EditorForm, SaveButtons, useForm } from '../parts/form.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { Button, Chip } from '../parts/button.tsx';

const NEW_PRESET = ''; // never a preset's id
const EMPTY_FORM: PresetForm = { title: '', prompt: '' };

export function Presets({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { presets } = settings;
  const { isOpen, toggle, close } = useOpenEditors();
  const { message, report } = useMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  const store = (id: string, form: PresetForm): Promise<boolean> =>
    report(
      update((now) => putPreset(now, id, form)),
      t.saved(form.title.trim()),
    );
  const save = async (id: string, form: PresetForm): Promise<void> => {
    if (!(await store(id === NEW_PRESET ? crypto.randomUUID() : id, form))) return;
    close(id);
    heading.current?.focus(); // the form disappears and would take the focus with it
  };
  const add = async (form: PresetForm): Promise<void> => {
    if (await store(crypto.randomUUID(), form)) heading.current?.focus();
  };
  const move = ({ id, title }: Preset, at: number, by: -1 | 1): void => {
    const moving = update((now) => movePreset(now, id, by));
    void report(moving, t.movedTo(title, at + 1 + by, presets.length));
  };
  const remove = async ({ id, title }: Preset): Promise<void> => {
    const removing = update((now) => removePreset(now, id));
    if (await report(removing, t.removed(title))) heading.current?.focus();
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
            order={{ at, of: presets.length, onMove: (by) => move(preset, at, by) }}
            onEdit={() => toggle(preset.id)}
            question={t.presetSure(preset.title)}
            onRemove={() => void remove(preset)}
            editor={
              isOpen(preset.id) ? (
                <PresetEditor
                  label={t.editLabel(preset.title)}
                  initial={preset}
                  others={presets.filter((other) => other !== preset)}
                  onSave={(form) => void save(preset.id, form)}
                  onCancel={() => toggle(preset.id)}
                />
              ) : null
            }
          >
            <strong>{isolateLine(preset.title)}</strong>
            <p className="fine clamp">{preset.prompt}</p>
          </EditableRow>
        ))}
      </ol>
      <Message {...message} />
      {isOpen(NEW_PRESET) && !isFull && (
        <PresetEditor
          label={t.addPresetTitle}
          initial={EMPTY_FORM}
          others={presets}
          onSave={(form) => void save(NEW_PRESET, form)}
          onCancel={() => toggle(NEW_PRESET)}
        />
      )}
      {!isOpen(NEW_PRESET) && !isFull && <Button onClick={() => toggle(NEW_PRESET)}>{t.addPreset}</Button>}
      {isFull && <p className="fine">{t.listFull(MAX_PRESETS)}</p>}
      {suggested.length > 0 && (
        <div className="row choices" role="group" aria-label={t.suggestions}>
          <span className="fine">{t.suggestions}</span>
          {suggested.map((form) => (
            <Chip key={form.title} aria-label={t.suggestLabel(form.title)} onClick={() => void add(form)}>
              {form.title}
            </Chip>
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
    <EditorForm label={label} element={element} onSubmit={() => checkFields() && onSave(form)} onCancel={onCancel}>
      <Field {...bindField(state, 'title')} label={t.presetTitle} help={t.presetTitleHelp} autoComplete="off" />
      <Area {...bindField(state, 'prompt')} label={t.presetPrompt} help={t.presetPromptHelp} rows={4} />
      <SaveButtons label={t.save} isSaving={false} />
    </EditorForm>
  );
}

interface PresetForm {
  readonly title: string;
  readonly prompt: string;
}

type PresetErrors = Readonly<Partial<Record<keyof PresetForm, string>>>;

export function validatePreset(form: PresetForm, others: readonly Preset[]): PresetErrors {
  const { title, prompt } = trimPreset(form);
  const isTaken = others.some((other) => isSameTitle(other.title, title));
  return {
    ...validateField('title', title, t.errors.presetTitle, isTaken ? t.errors.presetTaken : ''),
    ...validateField('prompt', prompt, t.errors.presetPrompt, ''),
  };
}

function validateField(name: keyof PresetForm, text: string, missing: string, other: string): PresetErrors {
  const most = PRESET_SCHEMA.properties[name].maxLength;
  const { length } = Array.from(text); // code points, as the schema counts, not UTF-16 units
  const error = text === '' ? missing : length > most ? t.errors.tooLong(most) : other;
  return error === '' ? {} : { [name]: error };
}

const isSameTitle = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const trimPreset = ({ title, prompt }: PresetForm): PresetForm => ({ title: title.trim(), prompt: prompt.trim() });

export function putPreset(now: Settings, id: string, form: PresetForm): Settings {
  const preset = { id, ...trimPreset(form) };
  const isListed = now.presets.some((other) => other.id === id);
  if (!isListed && now.presets.length >= MAX_PRESETS) return now;
  const presets = isListed ? now.presets.map((other) => (other.id === id ? preset : other)) : [...now.presets, preset];
  return { ...now, presets };
}

export function removePreset(now: Settings, id: string): Settings {
  const presets = now.presets.filter((preset) => preset.id !== id);
  return presets.length === now.presets.length ? now : { ...now, presets };
}

/** Unchanged at the end of the list. */
export function movePreset(now: Settings, id: string, by: -1 | 1): Settings {
  const presets = moveEntry(now.presets, (preset) => preset.id === id, by);
  return presets === now.presets ? now : { ...now, presets };
}

function listSuggestions(presets: readonly Preset[]): readonly PresetForm[] {
  return t.suggestedPresets.filter(({ title }) => !presets.some((preset) => isSameTitle(preset.title, title)));
}
