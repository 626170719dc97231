/** Keeps the newest words in view while they come, but only for a reader who is at the end: whoever scrolls up, or
 * selects, is left alone until they come back down. */
import { useEffect, useLayoutEffect, useRef } from 'react';

const NEAR_END = 32;

export function useFollowScroll(growing: boolean, content: unknown): void {
  const following = useRef(true);
  useEffect(() => {
    if (!growing) return;
    const page = document.documentElement;
    following.current = atEnd(page);
    let top = page.scrollTop;
    const scrolled = (): void => {
      if (page.scrollTop < top) following.current = false;
      else if (atEnd(page)) following.current = true;
      top = page.scrollTop;
    };
    document.addEventListener('scroll', scrolled, { passive: true });
    return () => document.removeEventListener('scroll', scrolled);
  }, [growing]);
  useLayoutEffect(() => {
    if (!growing || !following.current || document.getSelection()?.isCollapsed === false) return;
    const page = document.documentElement;
    page.scrollTop = page.scrollHeight;
  }, [growing, content]);
}

function atEnd(page: HTMLElement): boolean {
  return page.scrollHeight - page.scrollTop - page.clientHeight < NEAR_END;
}
