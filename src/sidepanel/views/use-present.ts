/**
 * Where a reader stands when a conversation goes on. The one rule: what they asked for comes into view as it begins, its
 * question at the top; whoever has moved since they asked stays where they are.
 */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useModel } from '../panel-context.ts';
import type { RunModel } from '../run.ts';

/** In CSS pixels: no more than a finger that rests. */
const STILL = 8;

export function usePresent(run: RunModel | null): RefObject<HTMLElement | null> {
  const present = useRef<HTMLElement>(null);
  const asked = useModel((model) => model.pending === 'follow');
  const stood = useRef<number | null>(null);
  const before = useRef({ runId: '', length: 0, known: false });
  const runId = run?.runId ?? '';
  const length = run?.state.exchanges.length ?? 0;
  const known = (run?.frames.length ?? 0) > 0;
  useEffect(() => {
    if (asked) stood.current = scrollY;
  }, [asked]);
  useLayoutEffect(() => {
    const { current: was } = before;
    before.current = { runId, length, known };
    if (length === 0 || (was.runId === runId && was.length >= length)) return;
    const isStill = stood.current !== null && Math.abs(scrollY - stood.current) < STILL;
    stood.current = null;
    // opened with a conversation under way, the panel begins at its end; nobody was reading there yet
    if (was.runId !== runId || !was.known) present.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    else if (isStill) present.current?.scrollIntoView({ block: 'start' });
  }, [runId, length, known]);
  return present;
}
