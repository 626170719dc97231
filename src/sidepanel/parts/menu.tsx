/** A disclosure of plain buttons, reachable with the Tab key. */
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { QuietButton } from './button.tsx';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly act: () => void;
  /** Set for an item that is chosen among others. */
  readonly chosen?: boolean;
  readonly startsGroup?: boolean;
  /** Still clickable: the menu closes, and `act` explains why. */
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
}

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** '' if the button's content has text. */
  readonly hint: string;
  readonly disabled?: boolean;
  readonly look?: 'edged' | 'round' | 'pill';
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

export function Menu({ items, hint, disabled = false, look = 'edged', onOpen, children }: MenuProps) {
  const { id, open, setOpen, close, container, trigger } = useDisclosure();
  const labels = hint === '' ? {} : { 'aria-label': hint, title: hint };
  return (
    <div className="menu" ref={container}>
      <QuietButton
        ref={trigger}
        look={look}
        aria-expanded={open}
        aria-controls={id}
        aria-disabled={disabled}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open && !disabled);
        }}
        {...labels}
      >
        {children}
      </QuietButton>
      <div id={id} className="card" hidden={!open}>
        {open &&
          items.map(({ key, label, act, chosen, startsGroup, disabled: isDisabled, describedBy }) => (
            <QuietButton
              key={key}
              aria-pressed={chosen}
              data-starts-group={startsGroup}
              aria-disabled={isDisabled}
              aria-describedby={describedBy}
              onClick={() => {
                close(true);
                act();
              }}
            >
              {label}
            </QuietButton>
          ))}
      </div>
    </div>
  );
}

/** Closes on a press or focus outside `container`, and on Escape. */
export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = useCallback((refocus: boolean): void => {
    setOpen(false);
    if (refocus) trigger.current?.focus();
  }, []);
  useEffect(() => {
    if (!open) return;
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
    const controller = new AbortController();
    const closeIfOutside = ({ target }: Event): void => {
      if (!(target instanceof Node) || container.current?.contains(target) !== true) close(false);
    };
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault(); // otherwise Escape would also stop a run or leave the view
      close(true);
    };
    const { signal } = controller;
    document.addEventListener('pointerdown', closeIfOutside, { signal });
    document.addEventListener('focusin', closeIfOutside, { signal });
    document.addEventListener('keydown', closeOnEscape, { signal, capture: true }); // before the panel's own listener
    return () => controller.abort();
  }, [open, close, id]);
  return { id, open, setOpen, close, container, trigger };
}
