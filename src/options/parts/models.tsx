/**
 * The models there are: the embedded engine, then the person's own. The one rule: what is typed for one model is not lost
 * by anything that is done to another.
 */
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { MAX_MODELS, type ModelSettings } from '../../lib/protocol/settings.ts';
import { isShared, withoutEntry } from '../catalogue.ts';
import { formOf, hasServer } from '../model-form.ts';
import { t } from '../strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { ModelEditor } from './model-editor.tsx';
import { Badges, ModelRow } from './model-row.tsx';
import { NewModel } from './new-model.tsx';

const NEW = ''; // no model's id

export function Models({ host, store }: SectionProps) {
  const { settings, update } = store;
  /** Ids of the models that are edited, NEW for one that is added. */
  const [open, setOpen] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const openers = useRef(new Map<string, HTMLElement>());
  const heading = useRef<HTMLHeadingElement>(null);
  const show = (what: string, from: HTMLElement): void => {
    openers.current.set(what, from);
    setMessage('');
    setOpen((now) => (now.includes(what) ? without(now, what) : [...now, what]));
  };
  const close = (what: string, said: string): void => {
    setOpen((now) => without(now, what));
    setMessage(said);
    // what opened it may have gone: the button that adds, or the row of a model with a new name
    const opener = openers.current.get(what);
    const back = opener?.isConnected === true && what !== NEW ? opener : heading.current;
    back?.focus();
  };
  const remove = (entry: ModelSettings): void => {
    const isLast = hasServer(entry) && !isShared(settings, entry);
    update((now) => withoutEntry(now, entry.id))
      .then(() => (isLast ? host.removeKey(entry.endpoint) : undefined))
      .then(
        () => close(entry.id, t.removed(entry.id)),
        (thrown: unknown) => setMessage(t.notSaved(messageOf(thrown))),
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
            onEdit={(from) => show(entry.id, from)}
            onRemove={() => remove(entry)}
          >
            {open.includes(entry.id) && (
              <ModelEditor
                label={t.editTitle(entry.id)}
                host={host}
                store={store}
                initial={formOf(entry)}
                entry={entry}
                onClose={(said) => close(entry.id, said)}
              />
            )}
          </ModelRow>
        ))}
      </ul>
      <p role="status">{message}</p>
      {open.includes(NEW) && <NewModel host={host} store={store} onClose={(said) => close(NEW, said)} />}
      {!open.includes(NEW) && !isFull && (
        <button type="button" className="button" onClick={(event) => show(NEW, event.currentTarget)}>
          {t.add}
        </button>
      )}
      {isFull && <p className="fine">{t.full(MAX_MODELS)}</p>}
    </section>
  );
}

const without = (ids: readonly string[], gone: string): readonly string[] => ids.filter((id) => id !== gone);
