/** One normal form of a source, with a filter that tells quickly what it cannot contain. */
import { findLastAtMost } from '../text/ranges.ts';
import { isBoundary, isWithinWord } from './word-bounds.ts';
import { findClusterEnd, type NormalForm, normaliseWithMap } from './normal-form.ts';
import type { Strictness } from './normalise-character.ts';
import { splitIntoParts, type BlockContext } from './answer-parts.ts';
import { type Footnotes, type Visible, renderVisible } from './visible-markdown.ts';

export interface Spot {
  readonly block: number;
  readonly visible: Visible;
  readonly index: number;
}

export interface Form {
  readonly text: string;
  readonly strictness: Strictness;
  readonly stretches: readonly BlockContext[];
  /** First match at or after `from` on word boundaries, or -1. */
  readonly find: (words: string, from: number) => number;
  /** The first match, or the last, within a short range, or -1. */
  readonly findWithin: (words: string, from: number, to: number, which: 'first' | 'last') => number;
  readonly startsAt: (index: number) => Spot;
  /** `index` is exclusive, as is the spot's. */
  readonly endsAt: (index: number) => Spot;
  readonly toFormIndex: (place: number) => number;
  readonly getVisible: (block: number) => Visible;
}

export interface NormalisedBlocks {
  readonly text: string;
  readonly starts: readonly number[];
  readonly dropped: readonly boolean[];
}

const MAX_CACHED_VIEWS = 64;

export function createForm(
  markdown: string,
  stretches: readonly BlockContext[],
  { text, starts }: NormalisedBlocks,
  strictness: Strictness,
  footnotes: Footnotes,
  mayContain: MayContain,
): Form {
  const views = new Map<number, { visible: Visible; normal: NormalForm }>();
  const getView = (block: number): { visible: Visible; normal: NormalForm } => {
    let cached = views.get(block);
    if (cached === undefined) {
      const stretch = stretches[block];
      const visible = renderVisible(
        markdown,
        footnotes,
        stretch === undefined ? [] : splitIntoParts(markdown, stretch),
      );
      cached = { visible, normal: normaliseWithMap(visible.text, strictness) };
      if (views.size >= MAX_CACHED_VIEWS) views.clear();
      views.set(block, cached);
    }
    return cached;
  };
  const startsAt = (index: number): Spot => {
    const block = findLastAtMost(starts, (start) => start, index);
    const { visible, normal } = getView(block);
    return { block, visible, index: normal.at[index - (starts[block] ?? 0)] ?? visible.text.length };
  };
  const endsAt = (index: number): Spot => {
    const spot = startsAt(index - 1);
    return { ...spot, index: findClusterEnd(spot.visible.text, spot.index) };
  };
  const isWhole = (at: number, end: number): boolean => {
    if (isWithinWord(text, at) || isWithinWord(text, end)) return false;
    const [start, stop] = [startsAt(at), endsAt(end)];
    if (splitsCharacter(at, start, startsAt) || splitsCharacter(end, stop, startsAt)) return false;
    return isBoundary(start.visible.text, start.index) && isBoundary(stop.visible.text, stop.index);
  };
  return {
    text,
    strictness,
    stretches,
    startsAt,
    endsAt,
    getVisible: (block) => getView(block).visible,
    toFormIndex(place) {
      const block = findLastAtMost(stretches, ({ start }) => start, place);
      const { visible, normal } = getView(block);
      const inside = normal.at.findIndex((at) => (visible.at[at] ?? Infinity) >= place);
      return (starts[block] ?? 0) + (inside === -1 ? normal.text.length : inside);
    },
    find(words, from) {
      if (!mayContain(words)) return -1;
      let tries = 0;
      for (let at = text.indexOf(words, from); at !== -1; at = text.indexOf(words, at + 1)) {
        const end = at + words.length;
        if (isWithinWord(text, at) || isWithinWord(text, end)) continue; // not worth counting
        if ((tries += 1) > MAX_TRIES) return -1;
        if (isWhole(at, end)) return at;
      }
      return -1;
    },
    findWithin(words, from, to, which) {
      const begin = Math.max(0, from);
      const range = text.slice(begin, to);
      const isLast = which === 'last';
      for (let at = isLast ? range.lastIndexOf(words) : range.indexOf(words); at !== -1;) {
        if (isWhole(begin + at, begin + at + words.length)) return begin + at;
        if (isLast && at === 0) break;
        at = isLast ? range.lastIndexOf(words, at - 1) : range.indexOf(words, at + 1);
      }
      return -1;
    },
  };
}

/** Per search; hostile text could have any number of false ones. */
const MAX_TRIES = 20_000;

/** Such as between the f and the i of a ligature. */
function splitsCharacter(index: number, spot: Spot, startsAt: Form['startsAt']): boolean {
  if (index === 0) return false;
  const before = startsAt(index - 1);
  const after = startsAt(index);
  return before.block === after.block && before.block === spot.block && before.index === after.index;
}

/** A Bloom-like filter over eight-character runs: "no" is certain, "yes" only likely. */
const GRAM_LENGTH = 8;

const MIN_TEXT_LENGTH = 50_000;

const HASH_SHIFT = 4;

type MayContain = (words: string) => boolean;

/** Characters between two yields. */
const SLICE = 50_000;

/** Linear; up to four bits per character. */
export function* createGramFilter(text: string): Generator<void, MayContain, undefined> {
  if (text.length < MIN_TEXT_LENGTH) return () => true;
  const size = 2 ** Math.min(26, Math.ceil(Math.log2(text.length * 4)));
  const bits = new Uint32Array(size / 32);
  for (let from = 0; from < text.length; from += SLICE) {
    everyGramHash(text, from, Math.min(text.length, from + SLICE + GRAM_LENGTH - 1), (hash) => {
      const bit = hash & (size - 1);
      const word = bit >>> 5;
      bits[word] = (bits[word] ?? 0) | (1 << (bit & 31));
      return true;
    });
    yield;
  }
  return (words) =>
    everyGramHash(words, 0, words.length, (hash) => {
      const bit = hash & (size - 1);
      return ((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
    });
}

/** The hash of a run depends on its eight characters alone: the shifts push out what is before. */
function everyGramHash(text: string, from: number, to: number, use: (hash: number) => boolean): boolean {
  let rolling = 0;
  for (let i = from; i < to; i += 1) {
    rolling = ((rolling << HASH_SHIFT) + Math.imul(text.charCodeAt(i), 0x9e3779b1)) | 0;
    if (i - from < GRAM_LENGTH - 1) continue;
    if (!use(Math.imul(rolling ^ (rolling >>> 15), 0x85ebca6b) >>> 4)) return false;
  }
  return true;
}
