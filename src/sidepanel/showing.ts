/**
 * Showing a quote on its page or in its picture, and what came of it. The one rule: of several clicks the last one counts;
 * what an earlier one still brings is dropped, and it brings no tab to the front.
 */
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Shown } from '../chrome/show-quote.ts';
import type { Quoted } from '../lib/agent/cited.ts';
import type { CitedPlace } from '../lib/agent/frames.ts';
import { objectsIn } from './at-work.ts';
import { pictureAt, type FoundPicture, type Objects } from './found-pictures.ts';
import { webAt, type FoundWeb } from './found-web.ts';
import { usePanel } from './panel-context.ts';
import { placeOf } from './quote-place.ts';
import type { Panel } from './store.ts';

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
  /** The picture in which a quote is shown now, in the panel itself. */
  readonly sheet: InPicture | null;
  /** The picture in whose text the place is; null where it is in something else. */
  readonly pictureOf: (place: CitedPlace) => FoundPicture | null;
  /** The source on the web in whose text the place is; null where it is in something else. */
  readonly webOf: (place: CitedPlace) => FoundWeb | null;
}

/** Words of an answer, where they stand in their picture. */
export interface InPicture {
  readonly picture: FoundPicture;
  readonly place: CitedPlace;
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
  const [sheet, setSheet] = useState<InPicture | null>(null);
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
      sheet,
      pictureOf: (place) => pictureAt(objectsOf(panel), place),
      webOf: (place) => webAt(objectsOf(panel), place),
      show(id, citation, pressed) {
        latest.current?.abort();
        const picture = pictureAt(objectsOf(panel), citation.place);
        if (picture !== null) {
          setShowing(null);
          setSheet({ picture, place: citation.place });
          return;
        }
        const mine = new AbortController();
        latest.current = mine;
        const top = topOf(pressed);
        setShowing({ id, top, outcome: null });
        void showQuote(placeOf(citation.place, objectsOf(panel)), mine.signal).then(
          (outcome) => {
            if (!mine.signal.aborted) setShowing({ id, top, outcome });
          },
          () => undefined, // given up for a later one
        );
      },
      close() {
        latest.current?.abort();
        setShowing(null);
        setSheet(null);
      },
    }),
    [showing, sheet, showQuote, panel],
  );
}

/** What the run in view has read. */
function objectsOf(panel: Panel): Objects {
  const { history, run } = panel.store.getState();
  const shown = history?.open ?? run;
  return shown === null ? [] : objectsIn(shown.state);
}

function topOf(pressed: HTMLElement): number {
  const around = pressed.closest('.cited')?.getBoundingClientRect().top ?? 0;
  return Math.round(pressed.getBoundingClientRect().bottom - around);
}
