/** Asks before something is lost. Has the harmless choice first. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

interface ConfirmationProps {
  readonly question: ReactNode;
  readonly yes: string;
  readonly no: string;
  readonly act: () => void;
  readonly close: () => void;
  readonly children?: ReactNode;
}

export function Confirmation({ question, yes, no, act, close, children }: ConfirmationProps) {
  const id = useId();
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => cancelButton.current?.focus(), []);
  return (
    <div
      className="card stack gap-3 confirmation"
      role="alertdialog"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <p id={id}>{question}</p>
      {children}
      <div className="row">
        <Button ref={cancelButton} onClick={close}>
          {no}
        </Button>
        <Button onClick={act}>{yes}</Button>
      </div>
    </div>
  );
}
