/** What a test puts into a page of the extension to show quotes as the panel does, with the script of the store build. */
import { createShowQuote, type QuotePlace, type ShowQuoteResult } from '../../src/chrome/page/show-quote.ts';

declare global {
  var showQuote: (place: QuotePlace) => Promise<ShowQuoteResult>;
}

const show = createShowQuote('src/content/highlight.iife.js');
globalThis.showQuote = (place) => show(place);
