/**
 * Where a quote stands on the live page. The one rule: the stricter comparison first, and a place whose surroundings fit
 * before one whose do not; what is not there is not pointed at.
 */
import { clusterEnd, normalOf, type Normal } from '../cite/normal.ts';
import { align } from './align.ts';
import type { OpenShadow } from './flatten.ts';
import { textOf, type LiveText } from './live-text.ts';
import { seek, type Sought } from './seek.ts';

/** A quote as our Markdown of the page shows it to a reader: the words, and up to 80 characters on either side. */
export type Quote = Sought;

export interface Located {
  /** `close`: the same words but for case, accents, punctuation or what stands between; `changed`: most of them. */
  readonly found: 'exact' | 'close' | 'changed';
  /** In the order of the page; each within one node. */
  readonly ranges: readonly Range[];
}

/** Characters of a quote that are compared. */
const MOST = 20_000;
/** Letters alone are compared from this many on, unless the surroundings fit. */
const LEAST_LETTERS = 8;

/** The quote's words on the page, or null where too little of it is there. Never changes the page. */
export function locate(doc: Document, openShadow: OpenShadow, quote: Quote): Located | null {
  const live = textOf(doc, openShadow);
  const sought = { ...quote, exact: quote.exact.slice(0, MOST) };
  return found(live, sought) ?? changed(live, sought);
}

/**
 * `letters`: words run together as where blocks meet without white space, and formulas without their signs.
 * `words`: what is set against a word without being part of it, `History[edit]`, stands apart.
 */
type Level = 'verbatim' | 'close' | 'letters' | 'words';

function found(live: LiveText, quote: Quote): Located | null {
  let best: (Located & { readonly fit: number }) | null = null;
  for (const level of ['verbatim', 'close', 'letters'] as const) {
    const page = formOf(live.text, level);
    const sought = soughtAs(quote, level);
    const place = seek(page.text, sought);
    if (!place || (level === 'letters' && sought.exact.length < LEAST_LETTERS && place.fit < LEAST_LETTERS)) continue;
    const ranges = rangesOf(live, page, [place], quote.exact);
    const located = { found: level === 'verbatim' ? 'exact' : 'close', ranges, fit: place.fit } as const;
    if (ranges.length > 0 && (!best || located.fit > best.fit)) best = located;
    if (best === located && place.sure) break;
  }
  return best && { found: best.found, ranges: best.ranges };
}

function changed(live: LiveText, quote: Quote): Located | null {
  const page = formOf(live.text, 'words');
  const aligned = align(page.text, soughtAs(quote, 'words'));
  if (!aligned) return null;
  const ranges = rangesOf(live, page, aligned.places, quote.exact);
  return ranges.length === 0 ? null : { found: aligned.whole ? 'close' : 'changed', ranges };
}

function soughtAs(quote: Quote, level: Level): Sought {
  const as = (text: string): string => formOf(text, level).text;
  return { exact: as(quote.exact), before: as(quote.before), after: as(quote.after) };
}

/** The normal form without the marks of notes, which a quote leaves out and the page has. */
function formOf(text: string, level: Level): Normal {
  const bare = withoutMarks(text);
  const words = level === 'words' ? bare.text.replace(SIGNS, ' ') : bare.text;
  const normal = normalOf(words, level === 'verbatim' ? level : 'close');
  const form = level === 'letters' ? lettersOf(normal) : normal;
  return { text: form.text, at: form.at.map((place) => bare.at(place)) };
}

/** One unit each, so that places stay. */
const SIGNS = /[,;:.!()[\]{}*_~|\\…·•]/g;

/** `[12]`, `[a]` set against a word, as in `fact.[12]`. */
const NOTE_MARK = /(?<=[^\s[\]]|\])\[(?:\d{1,3}|[a-z])\]/g;

function withoutMarks(text: string): { readonly text: string; readonly at: (place: number) => number } {
  const kept: string[] = [];
  const cuts: { readonly from: number; readonly by: number }[] = []; // from this place in the rest on, so many are gone
  let [last, length, gone] = [0, 0, 0];
  for (const { 0: mark, index } of text.matchAll(NOTE_MARK)) {
    kept.push(text.slice(last, index));
    length += index - last;
    gone += mark.length;
    cuts.push({ from: length, by: gone });
    last = index + mark.length;
  }
  kept.push(text.slice(last));
  let next = 0;
  let by = 0;
  return {
    text: kept.join(''),
    // asked in rising order, as the places of a normal form are
    at(place) {
      for (let cut = cuts[next]; cut && cut.from <= place; cut = cuts[next]) {
        by = cut.by;
        next += 1;
      }
      return place + by;
    },
  };
}

const LETTER = /[\p{L}\p{N}]/u;

function lettersOf({ text, at }: Normal): Normal {
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

/** Back from the normal form to the page, with what belongs to the words: their marks, and a full stop that was quoted. */
function rangesOf(
  { text, rangesOf: rangesIn }: LiveText,
  { at }: Normal,
  places: readonly { readonly start: number; readonly end: number }[],
  exact: string,
): readonly Range[] {
  return places.flatMap((place, index) => {
    let start = at[place.start] ?? 0;
    let end = clusterEnd(text, at[place.end - 1] ?? start);
    const [first, final] = [exact.trimStart().charAt(0), exact.trimEnd().slice(-1)];
    if (index === 0 && isLost(first, text.charAt(start), text.charAt(start - 1))) start -= 1;
    if (index === places.length - 1 && isLost(final, text.charAt(end - 1), text.charAt(end))) end += 1;
    return rangesIn(start, end);
  });
}

/** The quote's outermost sign is punctuation that the comparison left out, and it stands beside the place. */
const isLost = (sign: string, edge: string, beside: string): boolean =>
  sign !== edge && sign === beside && PUNCTUATION.test(sign);
