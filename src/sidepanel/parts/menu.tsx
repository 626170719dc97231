/** A disclosure of plain buttons, reachable with the Tab key. */
import { useCallback, useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { QuietButton } from './button.tsx';
import type { IconName } from './icons.tsx';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly act: () => void;
  /** Set for an item that is chosen among others. */
  readonly chosen?: boolean;
  readonly startsGroup?: boolean;
  /** Why it cannot be done now, which is said in place of doing it; '' if it can. */
  readonly refusal?: string;
  /** Id of what explains at length why it cannot be done; `act` shows that. */
  readonly explainedBy?: string | undefined;
  /** Set for one that is a button of its own, beside the menu, where there is room. */
  readonly icon?: IconName;
}

export const isRefused = ({ refusal = '', explainedBy }: MenuItem): boolean =>
  refusal !== '' || explainedBy !== undefined;

interface ItemButtonProps extends ComponentProps<typeof QuietButton> {
  readonly item: MenuItem;
  /** Says why it cannot be done now. */
  readonly refuse: ((why: string) => void) | undefined;
  /** Called first. */
  readonly close?: () => void;
}

export function ItemButton({ item, refuse, close, ...rest }: ItemButtonProps) {
  const { act, refusal = '', explainedBy } = item;
  return (
    <QuietButton
      aria-disabled={isRefused(item)}
      aria-describedby={explainedBy}
      onClick={() => {
        close?.();
        if (refusal === '') act();
        else refuse?.(refusal);
      }}
      {...rest}
    />
  );
}

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** '' if the button's content has text. */
  readonly hint: string;
  /** Says why an item cannot be done now. */
  readonly refuse?: (why: string) => void;
  readonly look?: 'edged' | 'round' | 'pill';
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

export function Menu({ items, hint, refuse, look = 'edged', onOpen, children }: MenuProps) {
  const { id, open, setOpen, close, container, trigger } = useDisclosure();
  const labels = hint === '' ? {} : { 'aria-label': hint, title: hint };
  return (
    <div className="menu" ref={container}>
      <QuietButton
        ref={trigger}
        look={look}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
        {...labels}
      >
        {children}
      </QuietButton>
      <div id={id} className="card" hidden={!open}>
        {open &&
          items.map((item) => (
            <ItemButton
              key={item.key}
              item={item}
              refuse={refuse}
              close={() => close(true)}
              aria-pressed={item.chosen}
              data-starts-group={item.startsGroup}
              data-is-beside={item.icon && true}
            >
              {item.label}
            </ItemButton>
          ))}
      </div>
    </div>
  );
}

/** Closes on a press or focus outside `container`, and on Escape. */
function useDisclosure() {
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
