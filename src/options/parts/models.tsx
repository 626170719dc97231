/** The models there are: the embedded engine, then the person's own. One is edited or added at a time. */
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
  /** The id of the model that is edited, NEW for one that is added. */
  const [open, setOpen] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const opener = useRef<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const show = (what: string, from: HTMLElement): void => {
    opener.current = from;
    setMessage('');
    setOpen(open === what ? null : what);
  };
  const close = (said: string): void => {
    setOpen(null);
    setMessage(said);
    // what opened it may have gone: the button that adds, or the row of a model with a new name
    const back = opener.current?.isConnected === true && open !== NEW ? opener.current : heading.current;
    back?.focus();
  };
  const remove = (entry: ModelSettings): void => {
    const isLast = hasServer(entry) && !isShared(settings, entry);
    update((now) => withoutEntry(now, entry.id))
      .then(() => (isLast ? host.removeKey(entry.endpoint) : undefined))
      .then(
        () => close(t.removed(entry.id)),
        (thrown: unknown) => close(t.notSaved(messageOf(thrown))),
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
            isOpen={open === entry.id}
            onEdit={(from) => show(entry.id, from)}
            onRemove={() => remove(entry)}
          >
            {open === entry.id && (
              <ModelEditor
                label={t.editTitle(entry.id)}
                host={host}
                store={store}
                initial={formOf(entry)}
                entry={entry}
                onClose={close}
              />
            )}
          </ModelRow>
        ))}
      </ul>
      <p role="status">{message}</p>
      {open === NEW && <NewModel host={host} store={store} onClose={close} />}
      {open !== NEW && !isFull && (
        <button type="button" className="button" onClick={(event) => show(NEW, event.currentTarget)}>
          {t.add}
        </button>
      )}
      {isFull && <p className="fine">{t.full(MAX_MODELS)}</p>}
    </section>
  );
}
