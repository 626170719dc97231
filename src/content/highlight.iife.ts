/**
 * Injected on demand: defines `__klShowQuote` in the isolated world, which the panel calls by `executeScript({func})`.
 * The only change to the page is that closed elements around the quote are opened.
 */
import { getShadowRoot } from '../chrome/dom.ts';
import { locateQuote, type Located, type Quote } from '../lib/pipeline/page/locate.ts';
import { highlightRanges } from './paint.ts';
import { revealRanges } from './reveal.ts';

declare global {
  var __klShowQuote: ((quote: Quote) => { readonly found: Located['found'] | null }) | undefined;
}

let activeHighlight: AbortController | null = null;

const showQuote: typeof globalThis.__klShowQuote = (quote) => {
  activeHighlight?.abort();
  const located = locateQuote(document, getShadowRoot, quote);
  if (!located) return { found: null };
  revealRanges(located.ranges, getShadowRoot);
  activeHighlight = new AbortController();
  highlightRanges(located.ranges, activeHighlight);
  return { found: located.found };
};

// A repeated injection keeps the first function, which holds the current highlight. An own property is required: a
// page's element with that id also shows up on `window`.
if (!Object.hasOwn(globalThis, '__klShowQuote')) globalThis.__klShowQuote = showQuote;
