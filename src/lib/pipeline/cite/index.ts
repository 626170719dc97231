/** Checked citations: what an answer quotes, located in what was read. */
export { type Alignment, alignQuote, type Verdict } from './align.ts';
export { checkQuotes, type CheckOptions, MAX_CHECKED_QUOTES } from './check.ts';
export { type Quote, extractQuotes, parseCitationRef, replaceCitations } from './links.ts';
export { findClusterEnd, type NormalForm, normaliseWithMap, type Strictness } from './normal.ts';
export { type CheckedQuote, findQuotedSentences } from './own-words.ts';
export type { Place } from './place.ts';
export { MAX_QUOTE_LENGTH } from './quote.ts';
export { openSource, type Source } from './source.ts';
export { type Visible, renderVisible } from './visible.ts';
