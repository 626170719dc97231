/** Checked citations: what an answer quotes, found again in what was read. What others may import. */
export { type Alignment, alignQuote, type Verdict } from './align.ts';
export { checkQuotes, type CheckOptions, MOST_QUOTES } from './check.ts';
export { type Quote, quotesIn, refOf, withoutLinks } from './links.ts';
export { clusterEnd, type Normal, normalOf, type Strictness } from './normal.ts';
export { type CheckedQuote, quotedSentences } from './own-words.ts';
export type { Place } from './place.ts';
export { LONGEST_QUOTE } from './quote.ts';
export { openSource, type Source } from './source.ts';
export { type Visible, visibleOf } from './visible.ts';
