/** Leads whoever comes for one section there: the page has grown since it was opened. */
import { useEffect, type RefObject } from 'react';

/** `id`: of the section, as it stands behind the # of the address. */
export function useLed(id: string, heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (location.hash !== `#${id}`) return;
    heading.current?.scrollIntoView();
    heading.current?.focus();
  }, [id, heading]);
}
