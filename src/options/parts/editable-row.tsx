/** An item of a list that is moved, edited in place, and removed after a confirmation. */
import { useRef, useState, type ReactNode } from 'react';
import { t } from '../strings/strings.ts';

interface EditableRowProps {
  readonly name: string;
  /** Absent where the order does not matter. */
  readonly order?: { readonly at: number; readonly of: number; readonly onMove: (by: -1 | 1) => void };
  readonly actions?: ReactNode;
  readonly isOpen: boolean;
  /** Null if there is nothing to edit. */
  readonly onEdit: ((opener: HTMLElement) => void) | null;
  readonly question: ReactNode;
  readonly onRemove: () => void;
  readonly children: ReactNode;
  readonly status?: ReactNode;
  readonly editor: ReactNode;
}

export function EditableRow(props: EditableRowProps) {
  const { name, order, actions, isOpen, onEdit, question, onRemove, children, status, editor } = props;
  const [asking, setAsking] = useState(false);
  const removeButton = useRef<HTMLButtonElement>(null);
  const cancel = (): void => {
    setAsking(false);
    removeButton.current?.focus();
  };
  return (
    <li>
      <div className="model">
        <div>{children}</div>
        <div className="row">
          {order && <MoveButtons name={name} {...order} />}
          {actions}
          {onEdit && (
            <button
              type="button"
              className="button small"
              aria-label={t.editLabel(name)}
              aria-expanded={isOpen}
              onClick={(event) => onEdit(event.currentTarget)}
            >
              {t.edit}
            </button>
          )}
          <button
            ref={removeButton}
            type="button"
            className="button small"
            aria-label={t.removeLabel(name)}
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            {t.remove}
          </button>
        </div>
      </div>
      {status}
      {asking && (
        <div className="row confirmation" role="group" aria-label={t.removeLabel(name)}>
          <span>{question}</span>
          <button type="button" className="button small" onClick={onRemove}>
            {t.removeNow}
          </button>
          <button type="button" className="button small" onClick={cancel}>
            {t.cancel}
          </button>
        </div>
      )}
      {editor}
    </li>
  );
}

/** Never disabled, since a disabled button loses keyboard focus. */
function MoveButtons({ name, at, of, onMove }: { readonly name: string } & NonNullable<EditableRowProps['order']>) {
  const buttons = [
    { sign: '↑', label: t.upLabel(name), by: -1, isEnd: at === 0 },
    { sign: '↓', label: t.downLabel(name), by: 1, isEnd: at === of - 1 },
  ] as const;
  return buttons.map(({ sign, label, by, isEnd }) => (
    <button
      key={sign}
      type="button"
      className="button small"
      aria-label={label}
      aria-disabled={isEnd}
      onClick={() => isEnd || onMove(by)}
    >
      {sign}
    </button>
  ));
}
