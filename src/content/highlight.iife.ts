/**
 * Injected on demand: lays `__klShowQuote` into the isolated world for the panel to call by `executeScript({func})`.
 * Rule: leaves nothing else behind, however often it is injected; what is closed around the quote is opened, and that is
 * all that changes on the page.
 */
import { openShadow } from '../chrome/dom.ts';
import { locate, type Located, type Quote } from '../lib/pipeline/page/locate.ts';
import { paint } from './paint.ts';
import { reveal } from './reveal.ts';

declare global {
  var __klShowQuote: ((quote: Quote) => { readonly found: Located['found'] | null }) | undefined;
}

let shown: AbortController | null = null;

const showQuote: typeof globalThis.__klShowQuote = (quote) => {
  shown?.abort();
  const located = locate(document, openShadow, quote);
  if (!located) return { found: null };
  reveal(located.ranges, openShadow);
  shown = new AbortController();
  paint(located.ranges, shown);
  return { found: located.found };
};

// A second injection finds the first one's function, which knows what it has highlighted. It is the world's own: by the same
// name a window also gives the elements that a page calls so.
if (!Object.hasOwn(globalThis, '__klShowQuote')) globalThis.__klShowQuote = showQuote;
