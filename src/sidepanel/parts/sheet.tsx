/** A modal dialog over the panel, in its middle or as a drawer at its side. Escape closes only the dialog. */
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { CloseButton } from './button.tsx';

interface SheetProps {
  readonly title: string;
  /** Label of the button that closes it. */
  readonly closeLabel: string;
  readonly close: () => void;
  readonly isDrawer?: boolean;
  readonly children: ReactNode;
}

export function Sheet({ title, closeLabel, close, isDrawer = false, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // the browser returns the focus when the dialog closes; before effects inside, which may take the focus
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isDrawer ? 'card sheet drawer' : 'card sheet'}
      aria-labelledby={id}
      onClose={close}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close(); // a click on the backdrop
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault(); // otherwise Escape would also stop a run or leave the view
        event.currentTarget.close();
      }}
    >
      <div className="stack gap-3 sheet-inside">
        <div className="row tight between">
          <h2 id={id} tabIndex={-1} className="page-title">
            {title}
          </h2>
          <CloseButton aria-label={closeLabel} onClick={() => dialog.current?.close()} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
