/** The list of models. Several editors can be open, so changes to one keep input in another. */
import { useRef, type ReactNode } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { MAX_MODELS, type ModelSettings, type Settings } from '../../lib/protocol/settings/settings.ts';
import { Button } from '../parts/button.tsx';
import { useOpenEditors, EditableRow } from '../parts/editable-row.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { ModelEditor } from './model-editor.tsx';
import { toModelForm, hasServer, formatTraits } from './model-form.ts';
import { hasSharedServer, removeEntry, listRoles } from './model-list.ts';
import { NewModel } from './new-model.tsx';
import { TestResult } from './test-result.tsx';
import { useModelTest } from './use-model-test.ts';
import { getEndpointHost } from '../../lib/models/address.ts';
import type { OptionsHost } from '../host.ts';
import { Access } from './server-access.tsx';

const NEW_MODEL = ''; // never a model's id

export function Models({ host, store }: SectionProps) {
  const { settings, update } = store;
  const { isOpen, toggle, close } = useOpenEditors();
  const { test, stop, start, startAfterSave } = useModelTest({ host, store });
  const { message, showMessage, report } = useMessage();
  const openers = useRef(new Map<string, HTMLElement>());
  const heading = useRef<HTMLHeadingElement>(null);
  const toggleEditor = (id: string, from: HTMLElement): void => {
    openers.current.set(id, from);
    showMessage('');
    if (test?.isRunning === true && test.id === id) stop(); // saving tests again
    toggle(id);
  };
  const cancel = (id: string): void => {
    close(id);
    const opener = openers.current.get(id);
    const target = opener?.isConnected === true ? opener : heading.current;
    target?.focus();
  };
  const finish = (id: string, saved: ModelSettings): void => {
    close(id);
    showMessage(t.modelSaved(isolateLine(saved.id)));
    startAfterSave(saved);
  };
  const remove = (entry: ModelSettings): void => {
    const isLast = hasServer(entry) && !hasSharedServer(settings, entry);
    const removed = update((now) => removeEntry(now, entry.id)).then(() =>
      isLast ? host.removeKey(entry.endpoint) : undefined,
    );
    void report(removed, t.removed(isolateLine(entry.id))).then(() => heading.current?.focus());
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
            onTest={() => start(entry)}
            onEdit={(from) => toggleEditor(entry.id, from)}
            onRemove={() => remove(entry)}
            status={test?.id === entry.id && <TestResult test={test} onStop={stop} copy={host.copy} />}
            editor={
              isOpen(entry.id) ? (
                <ModelEditor
                  label={t.editLabel(entry.id)}
                  host={host}
                  store={store}
                  initial={toModelForm(entry)}
                  entry={entry}
                  onSaved={(saved) => finish(entry.id, saved)}
                  onCancel={() => cancel(entry.id)}
                />
              ) : null
            }
          />
        ))}
      </ul>
      <Message {...message} />
      {isOpen(NEW_MODEL) && (
        <NewModel
          host={host}
          store={store}
          onSaved={(saved) => finish(NEW_MODEL, saved)}
          onCancel={() => cancel(NEW_MODEL)}
        />
      )}
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
  readonly onTest: () => void;
  readonly onEdit: (opener: HTMLElement) => void;
  readonly onRemove: () => void;
  readonly status: ReactNode;
  /** Null while it is closed. */
  readonly editor: ReactNode;
}

function ModelRow({ host, settings, entry, onTest, ...row }: ModelRowProps) {
  const { id, endpoint } = entry;
  const isServed = hasServer(entry);
  const withKey = isServed && !hasSharedServer(settings, entry);
  const name = isolateLine(id);
  return (
    <EditableRow
      {...row}
      name={id}
      actions={
        row.editor === null && ( // saving tests
          <Button look="small" aria-label={t.testLabel(name)} onClick={onTest}>
            {t.test}
          </Button>
        )
      }
      question={
        <>
          {t.removeSure(name, withKey)} {id === settings.main && t.engineInstead}
        </>
      }
    >
      <strong>{name}</strong> <Badges settings={settings} id={id} />
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
