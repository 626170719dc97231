/**
 * Scrolls to a section named in the address: the page has grown since it was opened, so the browser's own jump fails.
 */
import { useEffect, type RefObject } from 'react';

/** `id`: the section's id, compared with the address's hash. */
export function useScrollToSection(id: string, heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (location.hash !== `#${id}`) return;
    heading.current?.scrollIntoView();
    heading.current?.focus();
  }, [id, heading]);
}
