/** Checked citations: what an answer quotes, located in what was read. */
export { type Alignment, type Verdict } from './align.ts';
export { checkQuotes } from './check.ts';
export { openSource } from './source.ts';
export { renderVisible } from './visible.ts';
