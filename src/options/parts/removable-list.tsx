/** A list of things the user granted, each with a button to revoke it. */
import { t } from '../strings/strings.ts';

interface RemovableListProps {
  readonly id: string;
  readonly title: string;
  /** Describes the list, or says that it is empty. */
  readonly help: string;
  readonly items: readonly { readonly key: string; readonly name: string; readonly remove: () => void }[];
  /** The accessible name of an item's button. */
  readonly removeLabel: (name: string) => string;
  /** The outcome of the last removal. */
  readonly message: string;
}

export function RemovableList({ id, title, help, items, removeLabel, message }: RemovableListProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="fine">{help}</p>
      <ul className="access">
        {items.map(({ key, name, remove }) => (
          <li key={key} className="row">
            <span>{name}</span>
            <button type="button" className="button" aria-label={removeLabel(name)} onClick={remove}>
              {t.forget}
            </button>
          </li>
        ))}
      </ul>
      <p className="fine" aria-live="polite">
        {message}
      </p>
    </section>
  );
}
