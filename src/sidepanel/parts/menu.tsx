/** A disclosure of plain buttons, reachable with the Tab key. */
import { useCallback, useId, useRef, useState, type ReactNode } from 'react';
import { useDismiss } from './use-dismiss.ts';

interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly act: () => void;
  /** Still clickable: the menu closes, and `act` explains why. */
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
}

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** '' if the button's content has text. */
  readonly hint: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function Menu({ items, hint, disabled = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const [container, trigger] = [useRef<HTMLDivElement>(null), useRef<HTMLButtonElement>(null)];
  const id = useId();
  const close = useCallback(
    (refocus: boolean): void => {
      setOpen(false);
      if (refocus) trigger.current?.focus();
    },
    [trigger],
  );
  useDismiss(container, open, close);
  const labels = hint === '' ? {} : { 'aria-label': hint, title: hint };
  return (
    <div className="menu" ref={container}>
      <button
        type="button"
        ref={trigger}
        className="quiet edged"
        aria-expanded={open}
        aria-controls={id}
        aria-disabled={disabled}
        onClick={() => setOpen((before) => !before && !disabled)}
        {...labels}
      >
        {children}
      </button>
      <div id={id} className="card" hidden={!open}>
        {items.map(({ key, label, act, disabled: isDisabled, describedBy }) => (
          <button
            key={key}
            type="button"
            className="quiet"
            aria-disabled={isDisabled}
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
