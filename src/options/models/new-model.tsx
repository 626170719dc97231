/** Adds a model: a preset fills in most fields, then the editor opens. */
import { useEffect, useRef, useState } from 'react';
import { PRESETS, type Preset } from '../../lib/models/presets.ts';
import type { OptionsHost } from '../host.ts';
import { createModelForm } from './model-form.ts';
import { t } from '../strings/strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { ModelEditor } from './model-editor.tsx';
import { Button, Chip } from '../parts/button.tsx';

const PLACES = ['computer', 'provider', 'other'] as const;

interface NewModelProps {
  readonly host: OptionsHost;
  readonly store: SettingsStore;
  readonly onClose: (message: string) => void;
}

export function NewModel({ host, store, onClose }: NewModelProps) {
  const [preset, setPreset] = useState<Preset | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="new">
      <h3 ref={heading} tabIndex={-1}>
        {t.add}
      </h3>
      <p className="fine">{t.where}</p>
      {PLACES.map((place) => (
        <div key={place} className="presets" role="group" aria-label={t.places[place]}>
          <span className="fine">{t.places[place]}</span>
          <div className="row">
            {PRESETS.filter((known) => known.place === place).map((known) => (
              <Chip key={known.name} aria-pressed={known === preset} onClick={() => setPreset(known)}>
                {known.label}
              </Chip>
            ))}
          </div>
        </div>
      ))}
      {preset === null ? (
        <Button onClick={() => onClose('')}>{t.cancel}</Button>
      ) : (
        <ModelEditor
          key={preset.name} // a new form per server: typed input, above all the key, must not go to another
          label={t.add}
          host={host}
          store={store}
          initial={createModelForm(preset)}
          entry={null}
          onClose={onClose}
        />
      )}
    </div>
  );
}
