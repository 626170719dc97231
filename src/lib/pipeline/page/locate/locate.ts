/** Finds a quote on the live page, stricter comparisons first. Returns nothing rather than a wrong place. */
import { findClusterEnd, normaliseWithMap, type NormalForm } from '../../cite/normal-form.ts';
import { alignPassage } from './align.ts';
import { findQuoteInText, type TextQuote } from './find-quote.ts';
import type { OpenShadow } from '../read/flat-tree.ts';
import { readLiveText, type LiveText } from './live-text.ts';

export type Quote = TextQuote;

export interface Located {
  /** `close`: same words except for case, accents, signs or insertions; `changed`: most of the words. */
  readonly found: 'exact' | 'close' | 'changed';
  /** Its surroundings are the same too, or most of a long passage is: not only a few words that any page may have. */
  readonly isCertain: boolean;
  /** In page order; each within one node. */
  readonly ranges: readonly Range[];
}

const MAX_QUOTE = 20_000;
const MIN_LETTERS = 8;
/** Length of a quote with the surroundings that match. */
const CERTAIN_LENGTH = 24;

/** Null if too little matches. Never changes the page. */
export function locateQuote(doc: Document, openShadow: OpenShadow, quote: Quote): Located | null {
  const live = readLiveText(doc, openShadow);
  const sought = { ...quote, exact: quote.exact.slice(0, MAX_QUOTE) };
  return findUnchanged(live, sought) ?? findChanged(live, sought);
}

/** `letters` ignores white space and signs; `words` separates signs from a word, as in `History[edit]`. */
type Level = 'verbatim' | 'close' | 'letters' | 'words';

function findUnchanged(live: LiveText, quote: Quote): Located | null {
  let best: (Located & { readonly fit: number }) | null = null;
  for (const level of ['verbatim', 'close', 'letters'] as const) {
    const page = normaliseText(live.text, level);
    const sought = normaliseQuote(quote, level);
    const place = findQuoteInText(page.text, sought);
    if (!place || (level === 'letters' && sought.exact.length < MIN_LETTERS && place.fit < MIN_LETTERS)) continue;
    const ranges = createQuoteRanges(live, page, [place], quote.exact);
    const isCertain = place.isCertain && sought.exact.length + place.fit >= CERTAIN_LENGTH;
    const located = { found: level === 'verbatim' ? 'exact' : 'close', isCertain, ranges, fit: place.fit } as const;
    if (ranges.length > 0 && (!best || located.fit > best.fit)) best = located;
    if (best === located && place.isCertain) break;
  }
  return best && { found: best.found, isCertain: best.isCertain, ranges: best.ranges };
}

function findChanged(live: LiveText, quote: Quote): Located | null {
  const page = normaliseText(live.text, 'words');
  const aligned = alignPassage(page.text, normaliseQuote(quote, 'words'));
  if (!aligned) return null;
  const ranges = createQuoteRanges(live, page, aligned.places, quote.exact);
  const isCertain = aligned.whole && quote.exact.length >= CERTAIN_LENGTH;
  return ranges.length === 0 ? null : { found: aligned.whole ? 'close' : 'changed', isCertain, ranges };
}

function normaliseQuote(quote: Quote, level: Level): TextQuote {
  const normalise = (text: string): string => normaliseText(text, level).text;
  return { exact: normalise(quote.exact), before: normalise(quote.before), after: normalise(quote.after) };
}

/** Without footnote marks, which the page has and a quote omits. */
function normaliseText(text: string, level: Level): NormalForm {
  const bare = removeNoteMarks(text);
  const words = level === 'words' ? bare.text.replace(SIGN, ' ') : bare.text;
  const normal = normaliseWithMap(words, level === 'verbatim' ? level : 'close');
  const form = level === 'letters' ? keepLetters(normal) : normal;
  return { text: form.text, at: form.at.map((place) => bare.at(place)) };
}

/** Replaced by one space each to keep offsets. */
const SIGN = /[,;:.!()[\]{}*_~|\\…·•]/g;

const NOTE_MARK = /(?<=[^\s[\]]|\])\[(?:\^[^\]\s]{1,60}|\d{1,3}|[a-z])\]/g;

function removeNoteMarks(text: string): { readonly text: string; readonly at: (place: number) => number } {
  const kept: string[] = [];
  const cuts: { readonly start: number; readonly removed: number }[] = []; // from this offset of the kept text on, `by` characters were removed
  let [last, length, gone] = [0, 0, 0];
  for (const { 0: mark, index } of text.matchAll(NOTE_MARK)) {
    kept.push(text.slice(last, index));
    length += index - last;
    gone += mark.length;
    cuts.push({ start: length, removed: gone });
    last = index + mark.length;
  }
  kept.push(text.slice(last));
  let next = 0;
  let by = 0;
  return {
    text: kept.join(''),
    // must be called with ascending offsets
    at(place) {
      for (let cut = cuts[next]; cut && cut.start <= place; cut = cuts[next]) {
        by = cut.removed;
        next += 1;
      }
      return place + by;
    },
  };
}

const LETTER = /[\p{L}\p{N}]/u;

function keepLetters({ text, at }: NormalForm): NormalForm {
  const places: number[] = [];
  const kept: string[] = [];
  let index = 0;
  for (const character of text) {
    if (LETTER.test(character)) {
      kept.push(character);
      for (let i = 0; i < character.length; i += 1) places.push(at[index + i] ?? 0);
    }
    index += character.length;
  }
  places.push(at.at(-1) ?? 0);
  return { text: kept.join(''), at: places };
}

const PUNCTUATION = /\p{P}/u;

function createQuoteRanges(
  { text, getRanges: rangesIn }: LiveText,
  { at }: NormalForm,
  places: readonly { readonly start: number; readonly end: number }[],
  exact: string,
): readonly Range[] {
  return places.flatMap((place, index) => {
    let start = at[place.start] ?? 0;
    let end = findClusterEnd(text, at[place.end - 1] ?? start);
    const [first, final] = [exact.trimStart().charAt(0), exact.trimEnd().slice(-1)];
    if (index === 0 && isPunctuationLost(first, text.charAt(start), text.charAt(start - 1))) start -= 1;
    if (index === places.length - 1 && isPunctuationLost(final, text.charAt(end - 1), text.charAt(end))) end += 1;
    return rangesIn(start, end);
  });
}

/** Whether the quote's outermost punctuation was dropped by the comparison and is next to the place. */
const isPunctuationLost = (sign: string, edge: string, beside: string): boolean =>
  sign !== edge && sign === beside && PUNCTUATION.test(sign);
