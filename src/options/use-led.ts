/** Scrolls to the section in the address: the page grows after opening, so the browser's own jump fails. */
import { useEffect, type RefObject } from 'react';

export function useScrollToSection(id: string, heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (location.hash !== `#${id}`) return;
    heading.current?.scrollIntoView();
    heading.current?.focus();
  }, [id, heading]);
}
