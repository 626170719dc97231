/** Applies a user's correction; unchanged and replacement words keep the places. Linear. */
import { listWords } from '../text/markdown-table.ts';
import type { Reading, ReadWord } from './types.ts';

interface WordMatch {
  readonly i: number;
  readonly j: number;
  readonly removed: number;
  readonly added: number;
}

const MAX_LOOKAHEAD = 40;

/** Added words have no place. Nothing is unread: a user has seen to it. */
export function applyCorrection(reading: Reading, text: string): Reading {
  const before = reading.words.map(({ start, end }) => reading.text.slice(start, end));
  const after = listWords(text);
  const words: ReadWord[] = [];
  for (const { i, j, removed, added } of matchWords(
    before,
    after.map(({ word }) => word),
  )) {
    if (removed !== added) continue;
    // equally many replaced: each takes its counterpart's place, with full confidence
    for (let k = 0; k < removed; k += 1) {
      const [original, corrected] = [reading.words[i + k], after[j + k]];
      if (original === undefined || corrected === undefined) continue;
      const { word, start } = corrected;
      const confidence = before[i + k] === word ? original.confidence : 100;
      words.push({ start, end: start + word.length, confidence, box: original.box });
    }
  }
  return { width: reading.width, height: reading.height, text, words };
}

function* matchWords(before: readonly string[], after: readonly string[]): Generator<WordMatch> {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const end = { i: before.length - tail, j: after.length - tail };
  yield { i: 0, j: 0, removed: head, added: head };
  for (const match of matchChangedWords(before.slice(head, end.i), after.slice(head, end.j)))
    yield { ...match, i: match.i + head, j: match.j + head };
  yield { ...end, removed: tail, added: tail };
}

type WordPosition = Pick<WordMatch, 'i' | 'j'>;

function* matchChangedWords(before: readonly string[], after: readonly string[]): Generator<WordMatch> {
  let [i, j] = [0, 0];
  let uniqueWords: ReadonlyMap<string, number> | null = null;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      yield { i, j, removed: 1, added: 1 };
      i += 1;
      j += 1;
      continue;
    }
    const next: WordPosition = findNextCommon(before, after, { i, j }) ??
      findNextUnique((uniqueWords ??= indexUniqueWords(before, after)), after, { i, j }) ?? {
        i: before.length,
        j: after.length,
      };
    yield { i, j, removed: next.i - i, added: next.j - j };
    ({ i, j } = next);
  }
}

function findNextCommon(
  before: readonly string[],
  after: readonly string[],
  { i, j }: WordPosition,
): WordPosition | null {
  for (let sum = 1; sum <= MAX_LOOKAHEAD; sum += 1)
    for (let removed = 0; removed <= sum; removed += 1) {
      const next = { i: i + removed, j: j + sum - removed };
      const word = before[next.i];
      if (word !== undefined && word === after[next.j]) return next;
    }
  return null;
}

function findNextUnique(
  uniqueWords: ReadonlyMap<string, number>,
  after: readonly string[],
  { i, j }: WordPosition,
): WordPosition | null {
  for (let next = j; next < after.length; next += 1) {
    const place = uniqueWords.get(after[next] ?? '') ?? -1;
    if (place >= i) return { i: place, j: next };
  }
  return null;
}

/** Places in `before` of the words that occur at most once in each. */
function indexUniqueWords(before: readonly string[], after: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [i, word] of before.entries()) {
    if (places.has(word)) repeated.add(word);
    places.set(word, i);
  }
  const seen = new Set<string>();
  for (const word of after) {
    if (seen.has(word)) repeated.add(word);
    seen.add(word);
  }
  for (const word of repeated) places.delete(word);
  return places;
}
