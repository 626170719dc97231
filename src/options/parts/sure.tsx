import type { ReactNode, RefObject } from 'react';
import { t } from '../strings/strings.ts';

interface ConfirmationProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
  /** The button that opened the question; it gets the focus back. */
  readonly opener: RefObject<HTMLButtonElement | null>;
}

export function Confirmation({ label, children, onRemove, onCancel, opener: asker }: ConfirmationProps) {
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
