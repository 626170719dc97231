/** What a test puts into a page of the extension to show quotes as the panel does, with the script of the store build. */
import { quoteShower, type QuotePlace, type Shown } from '../../src/chrome/show-quote.ts';

declare global {
  var showQuote: (place: QuotePlace) => Promise<Shown>;
}

const show = quoteShower('src/content/highlight.iife.js');
globalThis.showQuote = (place) => show(place);
