/** Results of all but the latest click are dropped. */
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ShowQuoteResult, QuotePlace } from '../../chrome/page/show-quote.ts';
import type { LocatedCitation } from '../../lib/agent/frames/citation-markup.ts';
import type { CitedPlace } from '../../lib/agent/frames/frames.ts';
import { collectArtifacts } from '../trace/active-agents.ts';
import { findPictureAt, type FoundPicture, type RunArtifacts } from '../pictures/run-pictures.ts';
import { t } from '../strings/strings.ts';
import { PART_MISSING } from '../parts/lazy-part.ts';
import { rememberOrigin } from '../run/origin.tsx';
import { usePanel } from '../panel-context.ts';
import type { Panel } from '../store.ts';
import { WEB } from '../../lib/toolbox/page/page-artifacts.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { isolateLine, toOneLine } from '../../lib/base/one-line.ts';
import { parseUrl } from '../../lib/base/urls.ts';

interface QuoteDisplay {
  readonly id: string;
  /** From the top of the answer to the bottom of the pressed element, in pixels. */
  readonly top: number;
  /** The page does not show the quoted text. */
  readonly isFromData: boolean;
  /** Null during the search. */
  readonly outcome: ShowQuoteResult | null;
}

export interface QuoteViewer {
  readonly showing: QuoteDisplay | null;
  readonly show: (id: string, quoted: Pick<LocatedCitation, 'place'>, element: HTMLElement) => void;
  readonly close: () => void;
  readonly sheet: SheetQuote | null;
  /** Null if the place is not in a picture. */
  readonly findPicture: (place: CitedPlace) => FoundPicture | null;
  /** Null if the place is not in a web source. */
  readonly findWebSource: (place: CitedPlace) => FoundWeb | null;
}

/** Shown in the panel: there is no page to show it on. */
export interface SheetQuote {
  /** Null for a quote from a file. */
  readonly picture: FoundPicture | null;
  readonly place: CitedPlace;
}

export const QuoteViewerContext = createContext<QuoteViewer | null>(null);

export function useQuoteViewer(): QuoteViewer {
  const value = useContext(QuoteViewerContext);
  if (value === null) throw new Error('useQuoteViewer must be used inside QuoteViewerContext.');
  return value;
}

/** These close automatically: the highlight on the page is visible instead. */
export const shouldAutoClose = ({ how }: ShowQuoteResult): boolean => how === 'highlighted' || how === 'opened';
const AUTO_CLOSE_MS = 4000;

/** Must be used inside the answer's offset parent (`.cited`). */
export function useQuoteViewerState(): QuoteViewer {
  const { panel, showQuote } = usePanel();
  const [showing, setShowing] = useState<QuoteDisplay | null>(null);
  const [sheet, setSheet] = useState<SheetQuote | null>(null);
  const latestShow = useRef<AbortController>(null);
  const outcome = showing?.outcome ?? null;
  useEffect(() => {
    if (outcome === null || !shouldAutoClose(outcome)) return;
    const timer = setTimeout(() => setShowing(null), AUTO_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return useMemo(
    () => ({
      showing,
      sheet,
      findPicture: (place) => findPictureAt(getArtifactsInView(panel), place),
      findWebSource: (place) => findWebSourceAt(getArtifactsInView(panel), place),
      show(id, citation, element) {
        latestShow.current?.abort();
        const picture = findPictureAt(getArtifactsInView(panel), citation.place);
        if (picture !== null || citation.place.file !== undefined) {
          setShowing(null);
          setSheet({ picture, place: citation.place });
          return;
        }
        const controller = new AbortController();
        latestShow.current = controller;
        const top = measureTop(element);
        const isFromData = citation.place.isFromData === true;
        setShowing({ id, top, isFromData, outcome: null });
        const { tab } = panel.store.getState();
        rememberOrigin(panel);
        const handleOutcome = (outcome: ShowQuoteResult): void => {
          if (controller.signal.aborted) return; // for a later click
          setShowing({ id, top, isFromData, outcome });
          if (outcome.how === 'no-access' || outcome.tabId === tab?.tabId) panel.setOrigin(null); // nothing was opened
        };
        showQuote(toQuotePlace(citation.place), controller.signal).then(handleOutcome, () =>
          handleOutcome({ how: 'no-access', error: PART_MISSING }),
        );
      },
      close() {
        latestShow.current?.abort();
        setShowing(null);
        setSheet(null);
      },
    }),
    [showing, sheet, showQuote, panel],
  );
}

/** What a click on a quote does, in words. */
export function describeShowing({ findPicture, findWebSource }: QuoteViewer, place: CitedPlace): string {
  if (place.file !== undefined) return t.files.show;
  if (findPicture(place) !== null) return t.pictures.show;
  return findWebSource(place) !== null ? t.web.openAt : t.quotes.show;
}

/** Headings above a quote, below the name of a part that is not the page’s own. */
export const listPath = ({ inComments, path }: CitedPlace): readonly string[] =>
  inComments === true ? [t.quotes.inComments, ...path] : path;

function getArtifactsInView(panel: Panel): RunArtifacts {
  const { history, run } = panel.store.getState();
  const shown = history?.open ?? run;
  return shown === null ? [] : collectArtifacts(shown.state);
}

function measureTop(element: HTMLElement): number {
  const answerTop = element.closest('.cited')?.getBoundingClientRect().top ?? 0;
  return Math.round(element.getBoundingClientRect().bottom - answerTop);
}

interface FoundWeb {
  readonly isSnippet: boolean;
  readonly host: string;
}

/** Null for any other source. What was read in a tab has a `tabId` of 0 or more. */
function findWebSourceAt(
  objects: RunArtifacts,
  { tabId, hash, url, file }: Pick<CitedPlace, 'tabId' | 'hash' | 'url' | 'file'>,
): FoundWeb | null {
  if (tabId >= 0 || file !== undefined) return null;
  let isSnippet = false;
  for (const { name, body, meta } of objects)
    if (name === WEB && body.hash === hash) isSnippet = meta.how === 'snippet';
  return { isSnippet, host: parseUrl(url)?.host ?? '' };
}

/** Quotes that were stored without `isPdf` are known by their address. */
export function toQuotePlace({ tabId, url, exact, before, after, path, isPdf }: CitedPlace): QuotePlace {
  const page = isPdf === true || /\.pdf$/i.test(parseUrl(url)?.pathname ?? '') ? findPdfPage(path) : null;
  return { tabId, url, exact, before, after, ...(page === null ? {} : { page }) };
}

/** The pages of a PDF are headings of its text. */
function findPdfPage(path: readonly string[]): number | null {
  for (const heading of path) {
    const page = /^Page (\d{1,6})$/.exec(heading)?.[1];
    if (page !== undefined) return Number(page);
  }
  return null;
}

export const formatPath = (parts: readonly string[]): string =>
  t.quotes.path(parts.map((part) => isolateLine(part, MAX_PATH_PART_LENGTH)));

/** In one line. */
export const formatExact = ({ exact }: Pick<CitedPlace, 'exact'>): string =>
  toOneLine(toLegibleText(exact), MAX_QUOTE_LENGTH);

/** In characters; the view clips to two lines. */
const MAX_PATH_PART_LENGTH = 120;
const MAX_QUOTE_LENGTH = 400;
