/** Finding the passages of a page, or of many texts, that bear on a question. What others may import. */
export { keysOf, tokensOf } from './analyse.ts';
export { createIndex, type Hit, type PassageIndex, type Searchable } from './bm25.ts';
export { sieve, type Sifted } from './sieve.ts';
