/** A new model: where it runs, then which one. */
import { useEffect, useRef, useState } from 'react';
import { PRESETS, type Preset } from '../../lib/models/presets.ts';
import { Button, Chip } from '../parts/button.tsx';
import { t } from '../strings/strings.ts';
import { ModelEditor } from './model-editor.tsx';
import { createModelForm, hasServer } from './model-form.ts';
import type { ModelEditorProps } from './use-model-editor.ts';

const PLACES = ['computer', 'provider', 'other'] as const;

/** A server on this computer is tried at its usual address. */
const needsConnection = (preset: Preset): boolean =>
  hasServer(preset) && (preset.endpoint === '' || preset.keyPage !== '');

export function NewModel(props: Omit<ModelEditorProps, 'initial' | 'entry'>) {
  const [preset, setPreset] = useState<Preset | null>(null);
  const [isConnected, setConnected] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const choose = (chosen: Preset): void => {
    setPreset(chosen);
    setConnected(!needsConnection(chosen));
  };
  const isSecondStep = preset !== null && isConnected;
  return (
    <div className="new">
      <h3 ref={heading} tabIndex={-1}>
        {isSecondStep ? t.addFrom(preset.label) : t.add}
      </h3>
      {!isSecondStep && <PresetList chosen={preset} onChoose={choose} />}
      {preset === null ? (
        <Button onClick={props.onCancel}>{t.cancel}</Button>
      ) : (
        <ModelEditor
          {...props}
          key={preset.name} // a new form per server: typed input, above all the key, must not go to another
          label={t.add}
          initial={createModelForm(preset)}
          entry={null}
          steps={{
            isConnected,
            asksEndpoint: preset.keyPage === '',
            onConnect: () => setConnected(true),
            onBack: () => setConnected(false),
          }}
        />
      )}
    </div>
  );
}

interface PresetListProps {
  readonly chosen: Preset | null;
  readonly onChoose: (preset: Preset) => void;
}

function PresetList({ chosen, onChoose }: PresetListProps) {
  return PLACES.map((place) => (
    <div key={place} className="presets" role="group" aria-label={t.serverPlaces[place]}>
      <span className="fine">{t.serverPlaces[place]}</span>
      <div className="row">
        {PRESETS.filter((known) => known.place === place).map((known) => (
          <Chip key={known.name} aria-pressed={known === chosen} onClick={() => onChoose(known)}>
            {known.label}
          </Chip>
        ))}
      </div>
    </div>
  ));
}
