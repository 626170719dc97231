/** Keeps and restores the reading place of the conversation in view, and what the reader has unfolded there. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import type { RunModel } from './run-model.ts';

export interface ReadingPlace {
  readonly runId: string;
  /** How many questions came before the present one: a new one is shown from its beginning. */
  readonly length: number;
  /** In CSS pixels. */
  readonly top: number;
  /** By what `listFolds` names them. */
  readonly unfolded: ReadonlySet<string>;
}

/** Largest movement that does not count as scrolling, in CSS pixels. */
const MAX_STILL_PX = 8;

/** All in the view, by the words of their line and how many are named alike before them. */
function listFolds(): ReadonlyMap<string, HTMLDetailsElement> {
  const folds = new Map<string, HTMLDetailsElement>();
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('main details')) {
    const words = fold.querySelector('summary')?.textContent ?? '';
    let count = 0;
    while (folds.has(`${words} ${String(count)}`)) count += 1;
    folds.set(`${words} ${String(count)}`, fold);
  }
  return folds;
}

const listUnfolded = (): ReadonlySet<string> =>
  new Set([...listFolds()].flatMap(([name, { open }]) => (open ? [name] : [])));

/** Scrolls a new request to the top, unless the user has scrolled since sending it; and back to where the user was before another tab. */
export function usePlace(run: RunModel | null): RefObject<HTMLElement | null> {
  const present = useRef<HTMLElement>(null);
  const isSending = useModel((model) => model.pending === 'follow');
  const scrollAtSend = useRef<number | null>(null);
  const { places } = usePanel().panel;
  const tabId = useModel(({ tab }) => tab?.tabId ?? -1);
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
    const isOpened = last.runId !== runId || !last.known;
    const place = places.get(tabId);
    if (isOpened && isLoaded && place?.runId === runId && place.length === length) {
      for (const [name, fold] of listFolds()) fold.open = place.unfolded.has(name);
      scrollTo({ top: place.top, behavior: 'instant' });
      return;
    }
    if (length === 0 || (last.runId === runId && last.length >= length)) return;
    const isStill = scrollAtSend.current !== null && Math.abs(scrollY - scrollAtSend.current) < MAX_STILL_PX;
    scrollAtSend.current = null;
    // a panel opened on a running conversation starts at its end
    if (isOpened) present.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    else if (isStill) present.current?.scrollIntoView({ block: 'start' });
  }, [runId, length, isLoaded]); // oxlint-disable-line react-hooks/exhaustive-deps -- a tab's place is taken once
  // when it goes, which is before its elements do
  useLayoutEffect(() => {
    if (!isLoaded) return undefined;
    return () => void places.set(tabId, { runId, length, top: scrollY, unfolded: listUnfolded() });
  }, [places, tabId, runId, length, isLoaded]);
  return present;
}
