/** Asks once more before something is removed, in its place. */
import type { ReactNode, RefObject } from 'react';
import { t } from '../strings.ts';

interface SureProps {
  readonly label: string;
  /** What is about to go. */
  readonly children: ReactNode;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
  /** What asked: the focus goes back there, for the button that has it goes. */
  readonly asker: RefObject<HTMLButtonElement | null>;
}

export function Sure({ label, children, onRemove, onCancel, asker }: SureProps) {
  return (
    <div className="row sure" role="group" aria-label={label}>
      <span>{children}</span>
      <button type="button" className="button small" onClick={onRemove}>
        {t.removeNow}
      </button>
      <button
        type="button"
        className="button small"
        onClick={() => {
          onCancel();
          asker.current?.focus();
        }}
      >
        {t.cancel}
      </button>
    </div>
  );
}
