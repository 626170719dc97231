import { useEffect, type RefObject } from 'react';

export function useDismiss(
  container: RefObject<HTMLElement | null>,
  open: boolean,
  close: (refocus: boolean) => void,
): void {
  useEffect(() => {
    if (!open) return;
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
  }, [container, open, close]);
}
