/** An item of a list that is moved, edited in place, and removed after a confirmation. */
import { isolateLine } from '../../lib/base/one-line.ts';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { t } from '../strings/strings.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Button } from './button.tsx';
import { closeEditorIn } from './form.tsx';

/** The ids of the rows whose editors are open. */
export function useOpenEditors() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const close = (id: string): void => setOpen((now) => now.filter((other) => other !== id));
  const toggle = (id: string): void => (open.includes(id) ? close(id) : setOpen((now) => [...now, id]));
  return { isOpen: (id: string): boolean => open.includes(id), toggle, close };
}

/** Swaps an entry with its neighbour; the same list at its end. */
export function moveEntry<T>(list: readonly T[], isMoved: (entry: T) => boolean, by: -1 | 1): readonly T[] {
  const from = list.findIndex(isMoved);
  const [moved, neighbour] = [list[from], list[from + by]];
  if (moved === undefined || neighbour === undefined) return list;
  return list.map((entry) => (entry === moved ? neighbour : entry === neighbour ? moved : entry));
}

export interface RowOrder {
  readonly at: number;
  readonly of: number;
  readonly onMove: (by: -1 | 1) => void;
}

interface EditableRowProps {
  readonly name: string;
  /** Absent where the order does not matter. */
  readonly order?: RowOrder;
  readonly actions?: ReactNode;
  /** Opens the editor. Null if there is nothing to edit. */
  readonly onEdit: ((opener: HTMLElement) => void) | null;
  readonly question: ReactNode;
  readonly onRemove: () => void;
  readonly children: ReactNode;
  readonly status?: ReactNode;
  /** Null while it is closed. */
  readonly editor: ReactNode;
}

export function EditableRow(props: EditableRowProps) {
  const { order, actions, onEdit, question, onRemove, children, status, editor } = props;
  const name = isolateLine(props.name);
  const [asking, setAsking] = useState(false);
  const removeButton = useRef<HTMLButtonElement>(null);
  const cancel = (): void => {
    setAsking(false);
    removeButton.current?.focus();
  };
  return (
    <li>
      <div className="row top model">
        <div>{children}</div>
        <div className="row actions">
          {order && <MoveButtons name={name} {...order} />}
          {actions}
          {onEdit && <EditButton name={name} isOpen={editor !== null} onOpen={onEdit} />}
          <Button
            ref={removeButton}
            look="small"
            aria-label={t.removeLabel(name)}
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            {t.remove}
          </Button>
        </div>
      </div>
      {status}
      {asking && <Confirmation question={question} yes={t.removeNow} no={t.cancel} act={onRemove} close={cancel} />}
      {editor}
    </li>
  );
}

interface EditButtonProps {
  /** Name of the item. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly onOpen: (opener: HTMLElement) => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Opens the editor in the item of the list; a second press closes it. */
export function EditButton({ name, isOpen, onOpen, ref }: EditButtonProps) {
  return (
    <Button
      ref={ref}
      look="small"
      aria-label={t.editLabel(name)}
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => (isOpen ? closeEditorIn(currentTarget.closest('li')) : onOpen(currentTarget))}
    >
      {t.edit}
    </Button>
  );
}

/** Never disabled, since a disabled button loses keyboard focus. */
function MoveButtons({ name, at, of, onMove }: { readonly name: string } & RowOrder) {
  const buttons = [
    { sign: '↑', label: t.upLabel(name), by: -1, isEnd: at === 0 },
    { sign: '↓', label: t.downLabel(name), by: 1, isEnd: at === of - 1 },
  ] as const;
  return buttons.map(({ sign, label, by, isEnd }) => (
    <Button key={sign} look="small" aria-label={label} aria-disabled={isEnd} onClick={() => isEnd || onMove(by)}>
      {sign}
    </Button>
  ));
}
