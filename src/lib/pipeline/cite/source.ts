/**
 * A source that quotes are looked up in. The one rule: everything is computed once and only when asked for; what is found
 * in a normal form leads back to the very characters of the Markdown.
 */
import { type Passage, passagesInSlices, passagesOf } from '../text/passages.ts';
import { slices } from '../text/slice.ts';
import { UNSPACED } from '../text/words.ts';
import { isBoundary } from './bounds.ts';
import { gramsOf, type MayHold } from './grams.ts';
import { clusterEnd, type Normal, normalOf, normalText, spaceBetween, type Strictness } from './normal.ts';
import { blocksIn, type Footnotes, type Stretch, type Visible, visibleBlock, visibleText } from './visible.ts';

export interface Source {
  readonly markdown: string;
  readonly passages: () => readonly Passage[];
  /** Whether marks of footnotes stand among its words. Known once the form without them is. */
  readonly hasFootnotes: () => boolean;
  readonly form: (strictness: Strictness, footnotes: Footnotes) => Form;
  /** Computes all that `strictness` needs in slices. Rejects with the signal's reason once it is aborted. */
  readonly prepare: (strictness: Strictness, signal?: AbortSignal) => Promise<void>;
}

/** A place in a block. */
export interface Spot {
  /** Index of the block. */
  readonly block: number;
  readonly visible: Visible;
  /** In what is visible of the block. */
  readonly index: number;
}

/** One normal form of a whole source. */
export interface Form {
  readonly text: string;
  readonly stretches: readonly Stretch[];
  /** The first place at or after `from` where these words stand by themselves; -1 where there is none. */
  readonly find: (words: string, from: number) => number;
  readonly startsAt: (index: number) => Spot;
  /** `index` is exclusive, as is the spot's. */
  readonly endsAt: (index: number) => Spot;
  /** Where in the form a place of the Markdown is. */
  readonly indexOf: (place: number) => number;
  /** What is visible of a block. */
  readonly visible: (block: number) => Visible;
}

/** `passages`, where they are known already, are those of `passagesOf` for the same text and language. */
export function openSource(markdown: string, language = '', passages?: readonly Passage[]): Source {
  const forms = new Map<string, Form>();
  const layouts = new Map<Strictness, Laid>();
  let footnotesIn = false;
  let stretches: readonly Stretch[] | undefined;
  let known = passages;
  function* work(strictness: Strictness, footnotes: Footnotes): Generator<void, Form, undefined> {
    const key = `${strictness} ${footnotes}`;
    const ready = forms.get(key);
    if (ready !== undefined) return ready;
    stretches ??= [...blocksIn(markdown)];
    const without = footnotes === 'kept' ? layouts.get(strictness) : undefined;
    const laid = yield* layOut(markdown, stretches, strictness, footnotes, without);
    if (footnotes === 'dropped') layouts.set(strictness, laid);
    footnotesIn ||= laid.dropped.includes(true);
    const form = formOf(markdown, stretches, laid, strictness, footnotes);
    forms.set(key, form);
    return form;
  }
  return {
    markdown,
    passages: () => (known ??= passagesOf(markdown, language)),
    hasFootnotes: () => footnotesIn,
    form(strictness, footnotes) {
      const steps = work(strictness, footnotes);
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
      }
    },
    async prepare(strictness, signal) {
      const turns = slices(signal);
      await turns.turn();
      known ??= await passagesInSlices(markdown, language, signal);
      for (const footnotes of ['dropped', 'kept'] satisfies Footnotes[]) {
        if (footnotes === 'kept' && !footnotesIn) continue;
        for (const steps = work(strictness, footnotes); steps.next().done !== true;) await turns.turn();
      }
    },
  };
}

interface Laid {
  readonly text: string;
  /** Where in the text each block begins. */
  readonly starts: readonly number[];
  /** Whether each block has marks of footnotes that were left out. */
  readonly dropped: readonly boolean[];
}

/** `without`: the same without marks of footnotes, from which all other blocks are taken. */
function* layOut(
  markdown: string,
  stretches: readonly Stretch[],
  strictness: Strictness,
  footnotes: Footnotes,
  without: Laid | undefined,
): Generator<void, Laid, undefined> {
  const out: string[] = [];
  const starts: number[] = [];
  const dropped: boolean[] = [];
  let length = 0;
  let last = '';
  for (const [i, stretch] of stretches.entries()) {
    const same = without?.dropped[i] === false;
    const read = same ? undefined : visibleText(markdown, stretch, footnotes);
    const normal = read === undefined ? blockOf(without, i) : normalText(read.text, strictness);
    const gap = length > 0 && normal !== '' && spaceBetween(last, normal) ? ' ' : '';
    if (normal !== '') last = normal;
    out.push(gap, normal);
    starts.push(length + gap.length);
    dropped.push(read?.dropped ?? false);
    length += gap.length + normal.length;
    yield;
  }
  return { text: out.join(''), starts, dropped };
}

function blockOf(laid: Laid | undefined, block: number): string {
  return laid?.text.slice(laid.starts[block], laid.starts[block + 1]).trimEnd() ?? '';
}

/** Blocks kept with their ways back; found words are few, and neighbours are asked for together. */
const KEPT = 64;

function formOf(
  markdown: string,
  stretches: readonly Stretch[],
  { text, starts }: Laid,
  strictness: Strictness,
  footnotes: Footnotes,
): Form {
  const views = new Map<number, { visible: Visible; normal: Normal }>();
  const view = (block: number): { visible: Visible; normal: Normal } => {
    let known = views.get(block);
    if (known === undefined) {
      const stretch = stretches[block];
      const visible = stretch === undefined ? NOTHING : visibleBlock(markdown, stretch, footnotes);
      known = { visible, normal: normalOf(visible.text, strictness) };
      if (views.size >= KEPT) views.clear();
      views.set(block, known);
    }
    return known;
  };
  let mayHold: MayHold | undefined;
  const startsAt = (index: number): Spot => {
    const block = lastBefore(starts, (start) => start, index);
    const { visible, normal } = view(block);
    return { block, visible, index: normal.at[index - (starts[block] ?? 0)] ?? visible.text.length };
  };
  const endsAt = (index: number): Spot => {
    const spot = startsAt(index - 1);
    return { ...spot, index: clusterEnd(spot.visible.text, spot.index) };
  };
  return {
    text,
    stretches,
    startsAt,
    endsAt,
    visible: (block) => view(block).visible,
    indexOf(place) {
      const block = lastBefore(stretches, ({ located }) => located.start, place);
      const { visible, normal } = view(block);
      const inside = normal.at.findIndex((at) => (visible.at[at] ?? Infinity) >= place);
      return (starts[block] ?? 0) + (inside === -1 ? normal.text.length : inside);
    },
    find(words, from) {
      if (!(mayHold ??= gramsOf(text))(words)) return -1;
      let tries = 0;
      for (let at = text.indexOf(words, from); at !== -1; at = text.indexOf(words, at + 1)) {
        const end = at + words.length;
        if (isWithinWord(text, at) || isWithinWord(text, end)) continue;
        if ((tries += 1) > MOST_TRIES) return -1;
        const [start, stop] = [startsAt(at), endsAt(end)];
        if (splits(at, start, startsAt) || splits(end, stop, startsAt)) continue;
        if (isBoundary(start.visible.text, start.index) && isBoundary(stop.visible.text, stop.index)) return at;
      }
      return -1;
    },
  };
}

const NOTHING: Visible = { text: '', at: [], ends: [], dropped: false };

/** Looked at closely in one search; text that has more places which only look right is made to take time. */
const MOST_TRIES = 20_000;

const LETTER = /\p{L}/u;

/** Whether an index is between two letters or digits, seen from the form alone: most wrong places are. */
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

/** Whether an index is within what one character became: between the f and the i of a ligature. */
function splits(index: number, spot: Spot, startsAt: Form['startsAt']): boolean {
  if (index === 0) return false;
  const before = startsAt(index - 1);
  const after = startsAt(index);
  return before.block === after.block && before.block === spot.block && before.index === after.index;
}

/** The index of the last item, in ascending order, that is not above a bound; 0 where all are. */
export function lastBefore<T>(items: readonly T[], valueOf: (item: T) => number, bound: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const item = items[middle];
    if (item !== undefined && valueOf(item) <= bound) low = middle;
    else high = middle - 1;
  }
  return low;
}
