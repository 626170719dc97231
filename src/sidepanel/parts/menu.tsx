/** A few things to do, behind one button: a disclosure of plain buttons, which the Tab key reaches like any other. */
import { useCallback, useId, useRef, useState, type ReactNode } from 'react';
import { useDismiss } from './use-dismiss.ts';

interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly act: () => void;
  /** In its place, and can only be told about: the menu closes, `act` says why. */
  readonly disabled?: boolean;
  /** Id of what says why. */
  readonly describedBy?: string | undefined;
}

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** What the button is for, where its face does not say it; '' where it does. */
  readonly hint: string;
  readonly disabled?: boolean;
  /** The face of the button. */
  readonly children: ReactNode;
}

export function Menu({ items, hint, disabled = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [box, face] = [useRef<HTMLDivElement>(null), useRef<HTMLButtonElement>(null)];
  const id = useId();
  const close = useCallback(
    (refocus: boolean): void => {
      setOpen(false);
      if (refocus) face.current?.focus();
    },
    [face],
  );
  useDismiss(box, open, close);
  const named = hint === '' ? {} : { 'aria-label': hint, title: hint };
  return (
    <div className="menu" ref={box}>
      <button
        type="button"
        ref={face}
        className="quiet edged"
        aria-expanded={open}
        aria-controls={id}
        aria-disabled={disabled}
        onClick={() => setOpen((before) => !before && !disabled)}
        {...named}
      >
        {children}
      </button>
      <div id={id} className="card" hidden={!open}>
        {items.map(({ key, label, act, disabled: cannot, describedBy }) => (
          <button
            key={key}
            type="button"
            className="quiet"
            aria-disabled={cannot}
            aria-describedby={describedBy}
            onClick={() => {
              close(true);
              act();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
