/** A source to look up quotes in, computed lazily and once; matches map to exact Markdown characters. */
import { type Passage, splitIntoPassagesAsync, splitIntoPassages } from '../text/passages.ts';
import { createTimeSlicer } from '../text/time-slices.ts';
import { isBoundary } from './word-bounds.ts';
import {
  findClusterEnd,
  type NormalForm,
  normaliseWithMap,
  normaliseText,
  needsSpaceBetween,
  type Strictness,
} from './normal-form.ts';
import {
  iterateBlocksInContext,
  type Footnotes,
  type BlockContext,
  type Visible,
  renderVisibleBlock,
  renderVisibleText,
} from './visible-markdown.ts';
import { UNSPACED } from '../text/segment.ts';

export interface Source {
  readonly markdown: string;
  readonly getPassages: () => readonly Passage[];
  readonly hasFootnotes: () => boolean;
  readonly getForm: (strictness: Strictness, footnotes: Footnotes) => Form;
  /** Works in slices. Rejects with the signal's reason on abort. */
  readonly prepare: (strictness: Strictness, signal?: AbortSignal) => Promise<void>;
}

export interface Spot {
  readonly block: number;
  readonly visible: Visible;
  readonly index: number;
}

export interface Form {
  readonly text: string;
  readonly stretches: readonly BlockContext[];
  /** First match at or after `from` on word boundaries, or -1. */
  readonly find: (words: string, from: number) => number;
  readonly startsAt: (index: number) => Spot;
  /** `index` is exclusive, as is the spot's. */
  readonly endsAt: (index: number) => Spot;
  readonly toFormIndex: (place: number) => number;
  readonly getVisible: (block: number) => Visible;
}

/** `passages` must be those of `splitIntoPassages` for this text and language. */
export function openSource(markdown: string, language = '', passages?: readonly Passage[]): Source {
  const forms = new Map<string, Form>();
  const layouts = new Map<Strictness, NormalisedBlocks>();
  let footnotesIn = false;
  let stretches: readonly BlockContext[] | undefined;
  let knownPassages = passages;
  function* computeForm(strictness: Strictness, footnotes: Footnotes): Generator<void, Form, undefined> {
    const key = `${strictness} ${footnotes}`;
    const ready = forms.get(key);
    if (ready !== undefined) return ready;
    stretches ??= [...iterateBlocksInContext(markdown)];
    const withoutFootnotes = footnotes === 'kept' ? layouts.get(strictness) : undefined;
    const normalised = yield* normaliseBlocks(markdown, stretches, strictness, footnotes, withoutFootnotes);
    if (footnotes === 'dropped') layouts.set(strictness, normalised);
    footnotesIn ||= normalised.dropped.includes(true);
    const form = createForm(markdown, stretches, normalised, strictness, footnotes);
    forms.set(key, form);
    return form;
  }
  return {
    markdown,
    getPassages: () => (knownPassages ??= splitIntoPassages(markdown, language)),
    hasFootnotes: () => footnotesIn,
    getForm(strictness, footnotes) {
      const steps = computeForm(strictness, footnotes);
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
      }
    },
    async prepare(strictness, signal) {
      const turns = createTimeSlicer(signal);
      await turns.yieldIfDue();
      knownPassages ??= await splitIntoPassagesAsync(markdown, language, signal);
      for (const footnotes of ['dropped', 'kept'] satisfies Footnotes[]) {
        if (footnotes === 'kept' && !footnotesIn) continue;
        for (const steps = computeForm(strictness, footnotes); steps.next().done !== true;) await turns.yieldIfDue();
      }
    },
  };
}

interface NormalisedBlocks {
  readonly text: string;
  readonly starts: readonly number[];
  readonly dropped: readonly boolean[];
}

function* normaliseBlocks(
  markdown: string,
  stretches: readonly BlockContext[],
  strictness: Strictness,
  footnotes: Footnotes,
  withoutFootnotes: NormalisedBlocks | undefined,
): Generator<void, NormalisedBlocks, undefined> {
  const out: string[] = [];
  const starts: number[] = [];
  const dropped: boolean[] = [];
  let length = 0;
  let last = '';
  for (const [i, stretch] of stretches.entries()) {
    const unaffected = withoutFootnotes?.dropped[i] === false;
    const read = unaffected ? undefined : renderVisibleText(markdown, stretch, footnotes);
    const normal = read === undefined ? getNormalBlock(withoutFootnotes, i) : normaliseText(read.text, strictness);
    const gap = length > 0 && normal !== '' && needsSpaceBetween(last, normal) ? ' ' : '';
    if (normal !== '') last = normal;
    out.push(gap, normal);
    starts.push(length + gap.length);
    dropped.push(read?.dropped ?? false);
    length += gap.length + normal.length;
    yield;
  }
  return { text: out.join(''), starts, dropped };
}

function getNormalBlock(normalised: NormalisedBlocks | undefined, block: number): string {
  return normalised?.text.slice(normalised.starts[block], normalised.starts[block + 1]).trimEnd() ?? '';
}

const MAX_CACHED_VIEWS = 64;

function createForm(
  markdown: string,
  stretches: readonly BlockContext[],
  { text, starts }: NormalisedBlocks,
  strictness: Strictness,
  footnotes: Footnotes,
): Form {
  const views = new Map<number, { visible: Visible; normal: NormalForm }>();
  const getView = (block: number): { visible: Visible; normal: NormalForm } => {
    let cached = views.get(block);
    if (cached === undefined) {
      const stretch = stretches[block];
      const visible = stretch === undefined ? EMPTY_VISIBLE : renderVisibleBlock(markdown, stretch, footnotes);
      cached = { visible, normal: normaliseWithMap(visible.text, strictness) };
      if (views.size >= MAX_CACHED_VIEWS) views.clear();
      views.set(block, cached);
    }
    return cached;
  };
  let mayContain: MayContain | undefined;
  const startsAt = (index: number): Spot => {
    const block = findLastAtMost(starts, (start) => start, index);
    const { visible, normal } = getView(block);
    return { block, visible, index: normal.at[index - (starts[block] ?? 0)] ?? visible.text.length };
  };
  const endsAt = (index: number): Spot => {
    const spot = startsAt(index - 1);
    return { ...spot, index: findClusterEnd(spot.visible.text, spot.index) };
  };
  return {
    text,
    stretches,
    startsAt,
    endsAt,
    getVisible: (block) => getView(block).visible,
    toFormIndex(place) {
      const block = findLastAtMost(stretches, ({ located }) => located.start, place);
      const { visible, normal } = getView(block);
      const inside = normal.at.findIndex((at) => (visible.at[at] ?? Infinity) >= place);
      return (starts[block] ?? 0) + (inside === -1 ? normal.text.length : inside);
    },
    find(words, from) {
      if (!(mayContain ??= createGramFilter(text))(words)) return -1;
      let tries = 0;
      for (let at = text.indexOf(words, from); at !== -1; at = text.indexOf(words, at + 1)) {
        const end = at + words.length;
        if (isWithinWord(text, at) || isWithinWord(text, end)) continue;
        if ((tries += 1) > MAX_TRIES) return -1;
        const [start, stop] = [startsAt(at), endsAt(end)];
        if (splitsCharacter(at, start, startsAt) || splitsCharacter(end, stop, startsAt)) continue;
        if (isBoundary(start.visible.text, start.index) && isBoundary(stop.visible.text, stop.index)) return at;
      }
      return -1;
    },
  };
}

const EMPTY_VISIBLE: Visible = { text: '', at: [], ends: [], dropped: false };

/** Per search; hostile text could have any number of false ones. */
const MAX_TRIES = 20_000;

const LETTER = /\p{L}/u;

function isWithinWord(text: string, index: number): boolean {
  if (index === 0 || index >= text.length) return false;
  const [left, right] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  if (left < 128 && right < 128) return isAlphanumeric(left) && isAlphanumeric(right);
  return [left, right].every((code) => {
    const character = String.fromCharCode(code);
    return LETTER.test(character) && !UNSPACED.test(character);
  });
}

function isAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

/** Such as between the f and the i of a ligature. */
function splitsCharacter(index: number, spot: Spot, startsAt: Form['startsAt']): boolean {
  if (index === 0) return false;
  const before = startsAt(index - 1);
  const after = startsAt(index);
  return before.block === after.block && before.block === spot.block && before.index === after.index;
}

/** Items ascend; 0 if none is. */
export function findLastAtMost<T>(items: readonly T[], getValue: (item: T) => number, bound: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const item = items[middle];
    if (item !== undefined && getValue(item) <= bound) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A Bloom-like filter over eight-character runs: "no" is certain, "yes" only likely. */
const GRAM_LENGTH = 8;

const MIN_TEXT_LENGTH = 50_000;

const HASH_SHIFT = 4;

type MayContain = (words: string) => boolean;

/** Linear; up to four bits per character. */
function createGramFilter(text: string): MayContain {
  if (text.length < MIN_TEXT_LENGTH) return () => true;
  const size = 2 ** Math.min(26, Math.ceil(Math.log2(text.length * 4)));
  const bits = new Uint32Array(size / 32);
  everyGramHash(text, (hash) => {
    const bit = hash & (size - 1);
    const word = bit >>> 5;
    bits[word] = (bits[word] ?? 0) | (1 << (bit & 31));
    return true;
  });
  return (words) =>
    everyGramHash(words, (hash) => {
      const bit = hash & (size - 1);
      return ((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
    });
}

function everyGramHash(text: string, use: (hash: number) => boolean): boolean {
  let rolling = 0;
  for (let i = 0; i < text.length; i += 1) {
    rolling = ((rolling << HASH_SHIFT) + Math.imul(text.charCodeAt(i), 0x9e3779b1)) | 0;
    if (i < GRAM_LENGTH - 1) continue;
    if (!use(Math.imul(rolling ^ (rolling >>> 15), 0x85ebca6b) >>> 4)) return false;
  }
  return true;
}
