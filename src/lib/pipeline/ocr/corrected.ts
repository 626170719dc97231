/**
 * A reading as a person corrected it: words that are still there keep their places, and those that stand in place of others
 * take theirs. The one rule: linear, whatever was done to the text.
 */
import type { Reading, ReadWord } from './types.ts';

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A range of the words as they were read, from `i`, and of those of the corrected text, from `j`. */
interface Part {
  readonly i: number;
  readonly j: number;
  readonly gone: number;
  readonly added: number;
}

/** How far ahead a word is looked for where both texts differ, in words. */
const AHEAD = 40;

/** The person's text with the places of its words. A word that was added has none. */
export function correctedReading(reading: Reading, text: string): Reading {
  const before = reading.words.map(({ start, end }) => reading.text.slice(start, end));
  const after = tokensOf(text);
  const words: ReadWord[] = [];
  for (const { i, j, gone, added } of matched(
    before,
    after.map((token) => token.text),
  )) {
    if (gone !== added) continue;
    // as many instead of as many: each stands where the other stood, and is the person's own
    for (let k = 0; k < gone; k += 1) {
      const [was, is] = [reading.words[i + k], after[j + k]];
      if (was === undefined || is === undefined) continue;
      const confidence = before[i + k] === is.text ? was.confidence : 100;
      words.push({ start: is.start, end: is.end, confidence, box: was.box });
    }
  }
  return { ...reading, text, words };
}

/** Both texts, part by part: words that are the same, and between them some instead of others. */
function* matched(before: readonly string[], after: readonly string[]): Generator<Part> {
  const shortest = Math.min(before.length, after.length);
  // a person changes one place at a time: what stands before and after it needs no looking for
  let head = 0;
  while (head < shortest && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  yield { i: 0, j: 0, gone: head, added: head };
  yield* between(before, after, { i: head, j: head }, { i: before.length - tail, j: after.length - tail });
  yield { i: before.length - tail, j: after.length - tail, gone: tail, added: tail };
}

interface Place {
  readonly i: number;
  readonly j: number;
}

function* between(before: readonly string[], after: readonly string[], from: Place, to: Place): Generator<Part> {
  let { i, j } = from;
  let once: ReadonlyMap<string, number> | null = null;
  while (i < to.i && j < to.j) {
    if (before[i] === after[j]) {
      yield { i, j, gone: 1, added: 1 };
      i += 1;
      j += 1;
      continue;
    }
    const next =
      nextCommon(before, after, { i, j }, to) ??
      nextUnique((once ??= placesOfUnique(before, after, from, to)), after, { i, j }, to) ??
      to;
    yield { i, j, gone: next.i - i, added: next.j - j };
    ({ i, j } = next);
  }
}

/** The nearest place from which both say the same again. */
function nextCommon(before: readonly string[], after: readonly string[], { i, j }: Place, to: Place): Place | null {
  for (let sum = 1; sum <= AHEAD; sum += 1)
    for (let gone = 0; gone <= sum; gone += 1) {
      const next = { i: i + gone, j: j + sum - gone };
      if (next.i < to.i && next.j < to.j && before[next.i] === after[next.j]) return next;
    }
  return null;
}

/** Where more was changed than that: the next word that either text has once. */
function nextUnique(
  once: ReadonlyMap<string, number>,
  after: readonly string[],
  { i, j }: Place,
  to: Place,
): Place | null {
  for (let next = j; next < to.j; next += 1) {
    const place = once.get(after[next] ?? '') ?? -1;
    if (place >= i) return { i: place, j: next };
  }
  return null;
}

/** Where the words that both texts have, and have once, stood in the picture's own. */
function placesOfUnique(
  before: readonly string[],
  after: readonly string[],
  from: Place,
  to: Place,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (let i = from.i; i < to.i; i += 1) {
    const word = before[i] ?? '';
    if (places.has(word)) repeated.add(word);
    places.set(word, i);
  }
  const there = new Set<string>();
  for (const word of after.slice(from.j, to.j)) {
    if (there.has(word)) repeated.add(word);
    there.add(word);
  }
  for (const word of repeated) places.delete(word);
  return places;
}

function tokensOf(text: string): readonly Token[] {
  return Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}
