/** Finds the occurrence of a quote whose surroundings match best. Linear in the text. */

export interface TextQuote {
  readonly exact: string;
  readonly before: string;
  readonly after: string;
}

interface QuoteMatch {
  readonly start: number;
  readonly end: number;
  readonly isCertain: boolean;
  readonly fit: number;
}

const MAX_PLACES = 10_000;

/** In characters. */
const CERTAIN_FIT = 8;

const WORD = /[\p{L}\p{N}]/u;

/** Null if none. Among equals, the first. */
export function findQuoteInText(text: string, { exact, before, after }: TextQuote): QuoteMatch | null {
  const contextLength = countVisible(before) + countVisible(after);
  let best: { readonly start: number; readonly fit: number; readonly rank: number } | null = null;
  for (const start of iterateOccurrences(text, exact)) {
    const end = start + exact.length;
    const fit = countMatching(text, start - 1, before, -1) + countMatching(text, end, after, 1);
    const rank = fit + (startsAndEndsWord(text, start, end) ? 0.5 : 0);
    if (best === null || rank > best.rank) best = { start, fit, rank };
    if (rank > contextLength) break; // no later occurrence can be better
  }
  if (best === null) return null;
  const { start, fit } = best;
  return { start, end: start + exact.length, isCertain: fit >= Math.min(CERTAIN_FIT, contextLength), fit };
}

const countVisible = (text: string): number => text.replaceAll(' ', '').length;

/** `context` is read away from the passage; ignores white space. */
function countMatching(text: string, from: number, context: string, step: 1 | -1): number {
  let at = from;
  let matching = 0;
  for (let i = step === 1 ? 0 : context.length - 1; i >= 0 && i < context.length; i += step) {
    if (context.charAt(i) === ' ') continue;
    if (text.charAt(at) === ' ') at += step; // a normal form has at most one space in a row
    if (text.charAt(at) !== context.charAt(i)) break;
    matching += 1;
    at += step;
  }
  return matching;
}

const startsAndEndsWord = (text: string, start: number, end: number): boolean =>
  !(WORD.test(text.charAt(start - 1)) && WORD.test(text.charAt(start))) &&
  !(WORD.test(text.charAt(end - 1)) && WORD.test(text.charAt(end)));

/** Overlapping ones included (Knuth, Morris and Pratt: `indexOf` is quadratic at worst). */
function* iterateOccurrences(text: string, sought: string): Generator<number, void, undefined> {
  if (sought === '') return;
  const back = buildFailureTable(sought);
  let found = 0;
  for (let i = 0, matched = 0; i < text.length && found < MAX_PLACES; i += 1) {
    const unit = text.charCodeAt(i);
    while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = back[matched - 1] ?? 0;
    if (sought.charCodeAt(matched) === unit) matched += 1;
    if (matched < sought.length) continue;
    yield i + 1 - matched;
    found += 1;
    matched = back[matched - 1] ?? 0;
  }
}

function buildFailureTable(sought: string): Int32Array {
  const back = new Int32Array(sought.length);
  for (let i = 1, length = 0; i < sought.length; i += 1) {
    const unit = sought.charCodeAt(i);
    while (length > 0 && sought.charCodeAt(length) !== unit) length = back[length - 1] ?? 0;
    if (sought.charCodeAt(length) === unit) length += 1;
    back[i] = length;
  }
  return back;
}
