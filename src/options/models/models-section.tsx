/** The list of models. Several editors can be open, so changes to one keep input in another. */
import { useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { MAX_MODELS, type ModelSettings } from '../../lib/protocol/settings.ts';
import { hasSharedServer, removeEntry } from './model-list.ts';
import { toModelForm, hasServer } from './model-form.ts';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { ModelEditor } from './model-editor.tsx';
import { Badges, ModelRow } from './model-row.tsx';
import { NewModel } from './new-model.tsx';

const NEW_MODEL = ''; // never a model's id

export function Models({ host, store }: SectionProps) {
  const { settings, update } = store;
  /** NEW_MODEL for a new one. */
  const [open, setOpen] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const openers = useRef(new Map<string, HTMLElement>());
  const heading = useRef<HTMLHeadingElement>(null);
  const toggleEditor = (id: string, from: HTMLElement): void => {
    openers.current.set(id, from);
    setMessage('');
    setOpen((now) => (now.includes(id) ? removeId(now, id) : [...now, id]));
  };
  const closeEditor = (id: string, text: string): void => {
    setOpen((now) => removeId(now, id));
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
    <section className="card" aria-labelledby="models">
      <h2 id="models" ref={heading} tabIndex={-1}>
        {t.models}
      </h2>
      <p className="fine">{t.modelsHelp}</p>
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
            isOpen={open.includes(entry.id)}
            onEdit={(from) => toggleEditor(entry.id, from)}
            onRemove={() => remove(entry)}
          >
            {open.includes(entry.id) && (
              <ModelEditor
                label={t.editTitle(entry.id)}
                host={host}
                store={store}
                initial={toModelForm(entry)}
                entry={entry}
                onClose={(said) => closeEditor(entry.id, said)}
              />
            )}
          </ModelRow>
        ))}
      </ul>
      <p role="status">{message}</p>
      {open.includes(NEW_MODEL) && (
        <NewModel host={host} store={store} onClose={(said) => closeEditor(NEW_MODEL, said)} />
      )}
      {!open.includes(NEW_MODEL) && !isFull && (
        <button type="button" className="button" onClick={(event) => toggleEditor(NEW_MODEL, event.currentTarget)}>
          {t.add}
        </button>
      )}
      {isFull && <p className="fine">{t.full(MAX_MODELS)}</p>}
    </section>
  );
}

const removeId = (ids: readonly string[], gone: string): readonly string[] => ids.filter((id) => id !== gone);
