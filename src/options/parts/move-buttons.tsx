/** Moves a list item. Never disabled, since a disabled button loses keyboard focus. */
import { t } from '../strings/strings.ts';

interface MoveButtonsProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-label={t.upLabel(name)}
        aria-disabled={isFirst}
        onClick={() => isFirst || onMove(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        className="button small"
        aria-label={t.downLabel(name)}
        aria-disabled={isLast}
        onClick={() => isLast || onMove(1)}
      >
        ↓
      </button>
    </>
  );
}
