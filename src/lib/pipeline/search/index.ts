/** Public API for searching the passages of a page or of many texts. */
export { getTokenKeys, tokenise } from './analyse.ts';
export { createIndex, type PassageHit, type Searchable } from './bm25.ts';
export { createLineSieve, type MatchedLine } from './sieve.ts';
