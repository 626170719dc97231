/** The list of models. Several editors can be open, so changes to one keep input in another. */
import { useRef, useState, type ReactNode, useEffect } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { MAX_MODELS, type ModelSettings, type Settings } from '../../lib/protocol/settings/settings.ts';
import { hasSharedServer, listRoles, removeEntry } from './model-list.ts';
import { toModelForm, hasServer, formatTraits, createModelForm } from './model-form.ts';
import { t } from '../strings/strings.ts';
import type { SectionProps, SettingsStore } from '../use-settings.ts';
import { ModelEditor } from './model-editor.tsx';
import { getEndpointHost } from '../../lib/models/address.ts';
import type { OptionsHost } from '../host.ts';
import { EditableRow, useOpenEditors } from '../parts/editable-row.tsx';
import { Section } from '../parts/section.tsx';
import { Access } from './server-access.tsx';
import { Button, Chip } from '../parts/button.tsx';
import { PRESETS, type Preset } from '../../lib/models/presets.ts';

const NEW_MODEL = ''; // never a model's id

export function Models({ host, store }: SectionProps) {
  const { settings, update } = store;
  const { isOpen, toggle, close } = useOpenEditors();
  const [message, setMessage] = useState('');
  const openers = useRef(new Map<string, HTMLElement>());
  const heading = useRef<HTMLHeadingElement>(null);
  const toggleEditor = (id: string, from: HTMLElement): void => {
    openers.current.set(id, from);
    setMessage('');
    toggle(id);
  };
  const closeEditor = (id: string, text: string): void => {
    close(id);
    setMessage(text);
    const opener = openers.current.get(id);
    const target = opener?.isConnected === true && id !== NEW_MODEL ? opener : heading.current;
    target?.focus();
  };
  const remove = (entry: ModelSettings): void => {
    const isLast = hasServer(entry) && !hasSharedServer(settings, entry);
    update((now) => removeEntry(now, entry.id))
      .then(() => (isLast ? host.removeKey(entry.endpoint) : undefined))
      .then(
        () => closeEditor(entry.id, t.removed(isolateLine(entry.id))),
        (thrown: unknown) => setMessage(t.notSaved(getErrorMessage(thrown))),
      )
      .finally(() => heading.current?.focus());
  };
  const isFull = settings.models.length >= MAX_MODELS;
  return (
    <Section id="models" title={t.models} help={t.modelsHelp} heading={heading}>
      <ul className="models">
        <li>
          <strong>{t.extractive}</strong> <Badges settings={settings} id={EXTRACTIVE_ID} />
          <p className="fine">{t.extractiveHelp}</p>
        </li>
        {settings.models.map((entry) => (
          <ModelRow
            key={entry.id}
            host={host}
            settings={settings}
            entry={entry}
            onEdit={(from) => toggleEditor(entry.id, from)}
            onRemove={() => remove(entry)}
            editor={
              isOpen(entry.id) ? (
                <ModelEditor
                  label={t.editLabel(entry.id)}
                  host={host}
                  store={store}
                  initial={toModelForm(entry)}
                  entry={entry}
                  onClose={(said) => closeEditor(entry.id, said)}
                />
              ) : null
            }
          />
        ))}
      </ul>
      <p role="status">{message}</p>
      {isOpen(NEW_MODEL) && <NewModel host={host} store={store} onClose={(said) => closeEditor(NEW_MODEL, said)} />}
      {!isOpen(NEW_MODEL) && !isFull && (
        <Button onClick={(event) => toggleEditor(NEW_MODEL, event.currentTarget)}>{t.add}</Button>
      )}
      {isFull && <p className="fine">{t.full(MAX_MODELS)}</p>}
    </Section>
  );
}

interface ModelRowProps {
  readonly host: OptionsHost;
  readonly settings: Settings;
  readonly entry: ModelSettings;
  readonly onEdit: (opener: HTMLElement) => void;
  readonly onRemove: () => void;
  readonly editor: ReactNode;
}

function ModelRow({ host, settings, entry, ...row }: ModelRowProps) {
  const { id, endpoint } = entry;
  const isServed = hasServer(entry);
  const withKey = isServed && !hasSharedServer(settings, entry);
  return (
    <EditableRow
      {...row}
      name={id}
      question={
        <>
          {t.removeSure(isolateLine(id), withKey)} {id === settings.main && t.engineInstead}
        </>
      }
    >
      <strong>{isolateLine(id)}</strong> <Badges settings={settings} id={id} />
      <p className="fine">
        {isServed ? getEndpointHost(endpoint) : t.inBrowser}, {formatTraits(entry)}
      </p>
      {isServed && <Access host={host} name={id} endpoint={endpoint} />}
    </EditableRow>
  );
}

function Badges({ settings, id }: { readonly settings: Settings; readonly id: string }) {
  return listRoles(settings, id).map((role) => (
    <span key={role} className="badge">
      {t.roleBadges[role]}
    </span>
  ));
}

const PLACES = ['computer', 'provider', 'other'] as const;

interface NewModelProps {
  readonly host: OptionsHost;
  readonly store: SettingsStore;
  readonly onClose: (message: string) => void;
}

function NewModel({ host, store, onClose }: NewModelProps) {
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
