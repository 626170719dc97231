/** The list of models. Several editors can be open, so changes to one keep input in another. */
import { useRef, useState, type ReactNode } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { MAX_MODELS, type ModelSettings, type Settings } from '../../lib/protocol/settings/settings.ts';
import { hasSharedServer, listRoles, removeEntry, assignRole } from './model-list.ts';
import { toModelForm, hasServer, formatTraits } from './model-form.ts';
import { t } from '../strings/strings.ts';
import type { SectionProps, SettingsStore } from '../use-settings.ts';
import { ModelEditor } from './model-editor.tsx';
import { NewModel } from './new-model.tsx';
import { getEndpointHost } from '../../lib/models/address.ts';
import type { OptionsHost } from '../host.ts';
import { EditableRow, useOpenEditors } from '../parts/editable-row.tsx';
import { Section, Message, useMessage } from '../parts/section.tsx';
import { Access } from './server-access.tsx';
import { findRoleModel, ROLES, type Role } from '../../lib/protocol/settings/roles.ts';
import { Choice } from '../parts/field.tsx';
import { Button } from '../parts/button.tsx';

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
        () => closeEditor(entry.id, t.removed(entry.id)),
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
          {t.removeSure(id, withKey)} {id === settings.main && t.engineInstead}
        </>
      }
    >
      <strong>{id}</strong> <Badges settings={settings} id={id} />
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

/** Each choice is saved at once. */
export function Roles({ store: { settings, update } }: { readonly store: SettingsStore }) {
  const { message, report } = useMessage();
  const choose = (role: Role, id: string): void => {
    const assigning = update((now) => assignRole(now, role, id));
    void report(assigning, t.roleSaved(t.roleNames[role]));
  };
  return (
    <Section id="roles" title={t.roles}>
      <div className="roles">
        {ROLES.map((role) => (
          <Choice
            key={role}
            name={role}
            label={t.roleNames[role]}
            help={role === 'vision' && lacksVision(settings) ? `${t.roleHelp.vision} ${t.mainBlind}` : t.roleHelp[role]}
            value={settings[role]}
            options={listRoleOptions(role, settings)}
            onChoice={(id) => choose(role, id)}
          />
        ))}
      </div>
      <Message {...message} />
    </Section>
  );
}

function listRoleOptions(role: Role, settings: Settings): Readonly<Record<string, string>> {
  const engine = { [EXTRACTIVE_ID]: t.extractive };
  const models = settings.models
    .filter(({ id, pictures }) => id === settings[role] || (role === 'vision' ? pictures : true))
    .filter(({ id }) => role !== 'fallback' || id !== settings.main)
    .map(({ id }) => [id, id] as const);
  const modelOptions = Object.fromEntries(models);
  if (role === 'main') return { ...engine, ...modelOptions };
  if (role !== 'fallback') return { '': t.asMain, ...modelOptions };
  return { '': t.noFallback, ...(settings.main === EXTRACTIVE_ID ? {} : engine), ...modelOptions };
}

function lacksVision(settings: Settings): boolean {
  return settings.vision === '' && findRoleModel(settings, 'main')?.pictures === false;
}
