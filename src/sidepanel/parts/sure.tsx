/** Something that cannot be taken back: asked once more, in place, with the harmless answer first. */
import { useEffect, useId, useRef } from 'react';

interface SureProps {
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  readonly act: () => void;
  readonly close: () => void;
}

export function Sure({ question, yes, no, act, close }: SureProps) {
  const id = useId();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div
      className="card sure"
      role="alertdialog"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <p id={id}>{question}</p>
      <div className="row">
        <button type="button" ref={stay} className="button" onClick={close}>
          {no}
        </button>
        <button type="button" className="button" onClick={act}>
          {yes}
        </button>
      </div>
    </div>
  );
}
