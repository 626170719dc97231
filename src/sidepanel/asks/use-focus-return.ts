import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Once nothing is asked any more the focus returns to where it was, or to the field of `composer`. */
export function useFocusReturn(isAsked: boolean, composer: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (isAsked) {
      before.current = activeElement instanceof HTMLElement ? activeElement : body;
      return;
    }
    const target = before.current;
    before.current = null;
    if (target === null || activeElement !== body) return;
    const place = target.isConnected && target !== body ? target : composer.current?.querySelector('textarea');
    place?.focus({ preventScroll: true });
  }, [isAsked, composer]);
}
