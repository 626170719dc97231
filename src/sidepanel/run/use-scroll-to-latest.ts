/** Scrolls a new request to the top, unless the user has scrolled since sending it. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useModel } from '../panel-context.ts';
import type { RunModel } from './run-model.ts';

/** Largest movement that does not count as scrolling, in CSS pixels. */
const MAX_STILL_PX = 8;

export function useScrollToRequest(run: RunModel | null): RefObject<HTMLElement | null> {
  const present = useRef<HTMLElement>(null);
  const isSending = useModel((model) => model.pending === 'follow');
  const scrollAtSend = useRef<number | null>(null);
  const previous = useRef({ runId: '', length: 0, known: false });
  const runId = run?.runId ?? '';
  const length = run?.state.exchanges.length ?? 0;
  const isLoaded = (run?.frames.length ?? 0) > 0;
  useEffect(() => {
    if (isSending) scrollAtSend.current = scrollY;
  }, [isSending]);
  useLayoutEffect(() => {
    const { current: last } = previous;
    previous.current = { runId, length, known: isLoaded };
    if (length === 0 || (last.runId === runId && last.length >= length)) return;
    const isStill = scrollAtSend.current !== null && Math.abs(scrollY - scrollAtSend.current) < MAX_STILL_PX;
    scrollAtSend.current = null;
    // a panel opened on a running conversation starts at its end
    if (last.runId !== runId || !last.known) present.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    else if (isStill) present.current?.scrollIntoView({ block: 'start' });
  }, [runId, length, isLoaded]);
  return present;
}
