/**
 * A passage among its likes: every place where the words stand, and the one whose surroundings fit. The one rule: linear
 * in the text, whatever it and the passage hold.
 */

/** Words to be found, and what a reader sees before and after them, all in the same normal form. */
export interface Sought {
  readonly exact: string;
  readonly before: string;
  readonly after: string;
}

export interface Place {
  readonly start: number;
  readonly end: number;
  /** The surroundings fit, or none are known, so that there is nothing to doubt. */
  readonly sure: boolean;
  /** Characters of the surroundings that agree. */
  readonly fit: number;
}

/** Places whose surroundings are compared; a word that stands there more often is shown where it comes first. */
const MAX_PLACES = 10_000;
/** So many agreeing characters around it make a place sure. */
const SURE = 8;
const WORD = /[\p{L}\p{N}]/u;

/** The best place of `exact` in `text`, or null where it is nowhere. Of equals, the first. */
export function seek(text: string, { exact, before, after }: Sought): Place | null {
  const known = visible(before) + visible(after);
  let best: { readonly start: number; readonly fit: number; readonly rank: number } | null = null;
  for (const start of placesOf(text, exact)) {
    const end = start + exact.length;
    const fit = agreeing(text, start - 1, before, -1) + agreeing(text, end, after, 1);
    const rank = fit + (isWhole(text, start, end) ? 0.5 : 0);
    if (best === null || rank > best.rank) best = { start, fit, rank };
    if (rank > known) break; // no later place can be better
  }
  if (best === null) return null;
  const { start, fit } = best;
  return { start, end: start + exact.length, sure: fit >= Math.min(SURE, known), fit };
}

const visible = (text: string): number => text.replaceAll(' ', '').length;

/** Characters in which `context`, read away from the passage, agrees with `text`. White space counts for nothing. */
function agreeing(text: string, from: number, context: string, step: 1 | -1): number {
  let at = from;
  let agreed = 0;
  for (let i = step === 1 ? 0 : context.length - 1; i >= 0 && i < context.length; i += step) {
    if (context.charAt(i) === ' ') continue;
    if (text.charAt(at) === ' ') at += step; // a normal form has one at most
    if (text.charAt(at) !== context.charAt(i)) break;
    agreed += 1;
    at += step;
  }
  return agreed;
}

/** No word is cut at either end. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !(WORD.test(text.charAt(start - 1)) && WORD.test(text.charAt(start))) &&
  !(WORD.test(text.charAt(end - 1)) && WORD.test(text.charAt(end)));

/** Where `sought` begins in `text`, those that overlap included (Knuth, Morris and Pratt: `indexOf` is quadratic at worst). */
function* placesOf(text: string, sought: string): Generator<number, void, undefined> {
  if (sought === '') return;
  const back = failures(sought);
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

/** For each prefix, the length of its longest proper prefix that also ends it. */
function failures(sought: string): Int32Array {
  const back = new Int32Array(sought.length);
  for (let i = 1, length = 0; i < sought.length; i += 1) {
    const unit = sought.charCodeAt(i);
    while (length > 0 && sought.charCodeAt(length) !== unit) length = back[length - 1] ?? 0;
    if (sought.charCodeAt(length) === unit) length += 1;
    back[i] = length;
  }
  return back;
}
