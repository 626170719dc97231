/** A modal dialog over the panel. Escape closes only the dialog. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { CloseButton } from './button.tsx';

interface SheetProps {
  readonly title: string;
  /** Label of the button that closes it. */
  readonly closeLabel: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

export function Sheet({ title, closeLabel, close, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // the browser returns the focus when the dialog closes
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={id}
      onClose={close}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close(); // a click on the backdrop
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault(); // otherwise Escape would also stop a run or leave the view
        event.currentTarget.close();
      }}
    >
      <div className="sheet-inside">
        <header className="row">
          <h2 id={id}>{title}</h2>
          <CloseButton aria-label={closeLabel} onClick={() => dialog.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
