import { t } from '../strings/strings.ts';

interface RemovableListProps {
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly items: readonly { readonly key: string; readonly name: string; readonly remove: () => void }[];
  readonly removeLabel: (name: string) => string;
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
