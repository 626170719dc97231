/** What the archive derives from frames when it writes them, as one part of the worker: most wakes write nothing. */
export { extendListing } from './listing.ts';
export { appendSearchLines, extractSearchLines } from './search-lines.ts';
