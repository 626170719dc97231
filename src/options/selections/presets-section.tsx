import { useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { MAX_PRESETS, type Preset, type Settings } from '../../lib/protocol/settings.ts';
import { movePreset, listSuggestions, removePreset, putPreset, type PresetForm } from './preset-form.ts';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { PresetEditor } from './preset-editor.tsx';
import { PresetRow } from './preset-row.tsx';

const NEW_PRESET = ''; // never a preset's id
const EMPTY_FORM: PresetForm = { title: '', prompt: '' };

export function Presets({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { presets } = settings;
  /** NEW_PRESET for a new one. */
  const [open, setOpen] = useState<readonly string[]>([]);
  const [message, setMessage] = useState({ text: '', bad: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const toggle = (id: string): void =>
    setOpen((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]));
  /** Resolves with whether it was stored. */
  const applyChange = (to: (now: Settings) => Settings, text: string): Promise<boolean> =>
    update(to).then(
      () => {
        setMessage({ text: text, bad: false });
        return true;
      },
      (thrown: unknown) => {
        setMessage({ text: t.notSaved(getErrorMessage(thrown)), bad: true });
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
    <section className="card" aria-labelledby="presets">
      <h2 id="presets" ref={heading} tabIndex={-1}>
        {t.presets}
      </h2>
      <p className="fine">{t.presetsHelp}</p>
      {presets.length === 0 && <p className="fine">{t.noPresets}</p>}
      <ol className="models">
        {presets.map((preset, at) => (
          <PresetRow
            key={preset.id}
            preset={preset}
            isFirst={at === 0}
            isLast={at === presets.length - 1}
            isOpen={open.includes(preset.id)}
            onEdit={() => toggle(preset.id)}
            onMove={(by) => move(preset, by)}
            onRemove={() => void remove(preset)}
          >
            {open.includes(preset.id) && (
              <PresetEditor
                label={t.editPresetTitle(preset.title)}
                initial={preset}
                others={presets.filter((other) => other !== preset)}
                onSave={(form) => void save(preset.id, form)}
                onCancel={() => toggle(preset.id)}
              />
            )}
          </PresetRow>
        ))}
      </ol>
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {message.text}
      </p>
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
    </section>
  );
}
