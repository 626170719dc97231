/**
 * Showing a quote on its page, and what came of it. The one rule: of several clicks the last one counts; what an earlier
 * one still brings is dropped, and it brings no tab to the front.
 */
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Shown } from '../chrome/show-quote.ts';
import type { Quoted } from '../lib/agent/cited.ts';
import { usePanel } from './panel-context.ts';
import { placeOf } from './quote-place.ts';

export interface Showing {
  /** What was pressed. */
  readonly id: string;
  /** Pixels from the top of the answer to below it. */
  readonly top: number;
  /** Null while it is being looked for. */
  readonly outcome: Shown | null;
}

export interface Shower {
  readonly showing: Showing | null;
  readonly show: (id: string, citation: Quoted, pressed: HTMLElement) => void;
  readonly close: () => void;
}

export const ShowerContext = createContext<Shower | null>(null);

export function useShower(): Shower {
  const value = useContext(ShowerContext);
  if (value === null) throw new Error('useShower is for components inside ShowerContext.');
  return value;
}

/** What needs no reading goes by itself; the highlight speaks for it. */
export const goesByItself = ({ how }: Shown): boolean => how === 'highlighted' || how === 'opened';
const SAID_MS = 4000;

/** The element that it stands in is the offset parent of what is pressed, or holds it. */
export function useShowing(): Shower {
  const { panel, showQuote } = usePanel();
  const [showing, setShowing] = useState<Showing | null>(null);
  const latest = useRef<AbortController>(null);
  const outcome = showing?.outcome ?? null;
  useEffect(() => {
    if (outcome === null || !goesByItself(outcome)) return;
    const timer = setTimeout(() => setShowing(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return useMemo(
    () => ({
      showing,
      show(id, citation, pressed) {
        latest.current?.abort();
        const mine = new AbortController();
        latest.current = mine;
        const top = topOf(pressed);
        setShowing({ id, top, outcome: null });
        const { history, run } = panel.store.getState();
        const objects = (history?.open ?? run)?.state.objects ?? [];
        void showQuote(placeOf(citation.place, objects), mine.signal).then(
          (outcome) => {
            if (!mine.signal.aborted) setShowing({ id, top, outcome });
          },
          () => undefined, // given up for a later one
        );
      },
      close() {
        latest.current?.abort();
        setShowing(null);
      },
    }),
    [showing, showQuote, panel],
  );
}

function topOf(pressed: HTMLElement): number {
  const around = pressed.closest('.cited')?.getBoundingClientRect().top ?? 0;
  return Math.round(pressed.getBoundingClientRect().bottom - around);
}
