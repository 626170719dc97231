/** What the person wants done with selections, in their own words and order. The one rule: what is typed is not lost by what is done to another. */
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import { MAX_PRESETS, type Preset, type Settings } from '../../lib/protocol/settings.ts';
import { movedPreset, suggestedFor, withoutPreset, withPreset, type PresetForm } from '../presets.ts';
import { t } from '../strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { PresetEditor } from './preset-editor.tsx';
import { PresetRow } from './preset-row.tsx';

const NEW = ''; // no preset's id
const EMPTY: PresetForm = { title: '', prompt: '' };

export function Presets({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { presets } = settings;
  /** Ids of those that are edited, NEW for one that is added. */
  const [open, setOpen] = useState<readonly string[]>([]);
  const [message, setMessage] = useState({ text: '', bad: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const toggle = (id: string): void =>
    setOpen((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]));
  /** Resolves with whether it was stored. */
  const change = (to: (now: Settings) => Settings, said: string): Promise<boolean> =>
    update(to).then(
      () => {
        setMessage({ text: said, bad: false });
        return true;
      },
      (thrown: unknown) => {
        setMessage({ text: t.notSaved(messageOf(thrown)), bad: true });
        return false;
      },
    );
  const put = (id: string, form: PresetForm): Promise<boolean> =>
    change((now) => withPreset(now, id, form), t.presetSaved(form.title.trim()));
  const save = async (id: string, form: PresetForm): Promise<void> => {
    if (!(await put(id === NEW ? crypto.randomUUID() : id, form))) return;
    setOpen((now) => now.filter((other) => other !== id));
    heading.current?.focus(); // the form goes, and the focus would go with it
  };
  /** A suggestion, as it is: what stands in an open form stays there. */
  const add = async (form: PresetForm): Promise<void> => {
    if (await put(crypto.randomUUID(), form)) heading.current?.focus();
  };
  const move = ({ id, title }: Preset, by: -1 | 1): void => {
    const place = presets.findIndex((preset) => preset.id === id) + 1 + by;
    void change((now) => movedPreset(now, id, by), t.movedTo(title, place, presets.length));
  };
  const remove = async ({ id, title }: Preset): Promise<void> => {
    if (await change((now) => withoutPreset(now, id), t.presetRemoved(title))) heading.current?.focus();
  };
  const isFull = presets.length >= MAX_PRESETS;
  const suggested = isFull ? [] : suggestedFor(presets);
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
      {open.includes(NEW) && !isFull && (
        <PresetEditor
          label={t.addPresetTitle}
          initial={EMPTY}
          others={presets}
          onSave={(form) => void save(NEW, form)}
          onCancel={() => toggle(NEW)}
        />
      )}
      {!open.includes(NEW) && !isFull && (
        <button type="button" className="button" onClick={() => toggle(NEW)}>
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
