/** One place up or down in a list. The one rule: never disabled, for a button that is would lose the focus of who moves by keyboard. */
import { t } from '../strings.ts';

interface MoveButtonsProps {
  /** Of what is moved. */
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
