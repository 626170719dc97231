/** What opens over the page closes again: Escape, a press or the focus somewhere else. Escape then means nothing else. */
import { useEffect, type RefObject } from 'react';

export function useDismiss(box: RefObject<HTMLElement | null>, open: boolean, close: (refocus: boolean) => void): void {
  useEffect(() => {
    if (!open) return;
    const over = new AbortController();
    const elsewhere = ({ target }: Event): void => {
      if (!(target instanceof Node) || box.current?.contains(target) !== true) close(false);
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault(); // or it would stop a run, or leave the view
      close(true);
    };
    const { signal } = over;
    document.addEventListener('pointerdown', elsewhere, { signal });
    document.addEventListener('focusin', elsewhere, { signal });
    document.addEventListener('keydown', escape, { signal, capture: true }); // before the panel's own
    return () => over.abort();
  }, [box, open, close]);
}
