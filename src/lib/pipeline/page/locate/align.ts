/** Finds a passage on a page that has changed slightly, by words weighted by rarity, in order. */
import type { TextQuote } from './find-quote.ts';

interface Aligned {
  readonly places: readonly { readonly start: number; readonly end: number }[];
  readonly whole: boolean;
}

const MIN_WEIGHT_SHARE = 0.6;
const MIN_WORDS = 4;
const MAX_WORDS = 1_000;
const CONTEXT_WORDS = 12;
const MAX_WINDOWS = 8;

/** Single characters in scripts without spaces. */
const TOKEN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}])+/gu;

interface Hit {
  readonly word: number;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
}

interface NumberedQuote {
  readonly words: readonly number[];
  readonly from: number;
  readonly to: number;
}

interface Match {
  readonly hit: Hit;
  readonly index: number;
}

/** Both must be in the `close` normal form. Linear in the text, quadratic in the bounded passage. */
export function alignPassage(text: string, quote: TextQuote): Aligned | null {
  const numbers = new Map<string, number>();
  const toNumbers = (words: readonly string[]): number[] =>
    words.map((word) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      return number;
    });
  const before = toNumbers(splitWords(quote.before).slice(-CONTEXT_WORDS));
  const exact = toNumbers(splitWords(quote.exact).slice(0, MAX_WORDS));
  const after = toNumbers(splitWords(quote.after).slice(0, CONTEXT_WORDS));
  if (exact.length < MIN_WORDS) return null;
  const numbered = { words: [...before, ...exact, ...after], from: before.length, to: before.length + exact.length };

  const hits = collectHits(text, numbers);
  const counts = new Array<number>(numbers.size).fill(0);
  for (const { word } of hits) counts[word] = (counts[word] ?? 0) + 1;
  const weights = counts.map((count) => 1 / (1 + Math.log(Math.max(1, count))));
  const weigh = (words: readonly number[]): number => words.reduce((sum, word) => sum + (weights[word] ?? 0), 0);

  let best: readonly Match[] = [];
  let bestWeight = 0;
  for (const window of selectWindows(hits, Math.ceil(numbered.words.length * 1.5) + 12, counts)) {
    const matches = findCommonSubsequence(numbered, window, weights);
    const weight = weigh(matches.map(({ hit }) => hit.word));
    if (weight > bestWeight) [best, bestWeight] = [matches, weight];
  }
  const exactMatches = best.filter(({ index }) => index >= numbered.from && index < numbered.to);
  if (
    exactMatches.length < MIN_WORDS - 1 ||
    weigh(exactMatches.map(({ hit }) => hit.word)) < MIN_WEIGHT_SHARE * weigh(exact)
  )
    return null;
  return { places: mergeMatches(exactMatches, weights), whole: exactMatches.length === exact.length };
}

const splitWords = (text: string): string[] => text.match(TOKEN) ?? [];

function collectHits(text: string, numbers: ReadonlyMap<string, number>): readonly Hit[] {
  const hits: Hit[] = [];
  let ordinal = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const word = numbers.get(token);
    if (word !== undefined) hits.push({ word, ordinal, start: index, end: index + token.length });
    ordinal += 1;
  }
  return hits;
}

/** Windows with the most rare words, at most one per stretch of the text, best first. */
function selectWindows(hits: readonly Hit[], size: number, counts: readonly number[]): readonly (readonly Hit[])[] {
  const best = new Map<number, { from: number; to: number; sum: number }>();
  const getShare = (hit: Hit | undefined): number => (hit ? 1 / Math.max(1, counts[hit.word] ?? 1) : 0);
  let [from, sum] = [0, 0];
  hits.forEach((hit, to) => {
    sum += getShare(hit);
    for (let first = hits[from]; first && hit.ordinal - first.ordinal >= size; first = hits[from]) {
      sum -= getShare(first);
      from += 1;
    }
    const stretch = Math.floor(hit.ordinal / size);
    if (sum > (best.get(stretch)?.sum ?? 0)) best.set(stretch, { from, to: to + 1, sum });
  });
  const chosen = [...best.values()].sort((a, b) => b.sum - a.sum).slice(0, MAX_WINDOWS);
  return chosen.map((window) => hits.slice(window.from, window.to));
}

/** Heaviest common subsequence of quote and hits; among equals, the most compact. */
function findCommonSubsequence(
  quote: NumberedQuote,
  hits: readonly Hit[],
  weights: readonly number[],
): readonly Match[] {
  const width = hits.length + 1;
  const sums = new Float64Array((quote.words.length + 1) * width);
  const getSum = (i: number, j: number): number => sums[i * width + j] ?? 0;
  quote.words.forEach((word, i) => {
    const weight = weights[word] ?? 0;
    hits.forEach((hit, j) => {
      const skipped = Math.max(getSum(i, j + 1), getSum(i + 1, j));
      sums[(i + 1) * width + j + 1] = hit.word === word ? Math.max(skipped, getSum(i, j) + weight) : skipped;
    });
  });
  const matches: Match[] = [];
  let i = quote.words.length;
  let j = 0;
  while (j < hits.length && getSum(i, j) < getSum(i, hits.length)) j += 1; // start from the earliest end
  while (i > 0 && j > 0) {
    const hit = hits[j - 1];
    const word = quote.words[i - 1];
    if (hit && hit.word === word && getSum(i, j) === getSum(i - 1, j - 1) + (weights[word] ?? 0)) {
      matches.push({ hit, index: i - 1 });
      i -= 1;
      j -= 1;
    } else if (getSum(i - 1, j) === getSum(i, j)) i -= 1;
    else j -= 1;
  }
  return matches.reverse();
}

function mergeMatches(matches: readonly Match[], weights: readonly number[]): Aligned['places'] {
  const places: { start: number; end: number; readonly first: Match; last: Match }[] = [];
  for (const match of matches) {
    const current = places.at(-1);
    const between = current ? match.hit.ordinal - current.last.hit.ordinal - 1 : 0;
    const missing = current ? match.index - current.last.index - 1 : 0;
    if (current && (between === 0 || (missing > 0 && between <= 2 * missing + 4))) {
      current.end = match.hit.end;
      current.last = match;
    } else places.push({ start: match.hit.start, end: match.hit.end, first: match, last: match });
  }
  // An isolated common word at either end matched by chance.
  const isChance = (place: (typeof places)[number] | undefined, next: (typeof places)[number] | undefined): boolean =>
    place !== undefined &&
    next !== undefined &&
    place.first === place.last &&
    (weights[place.first.hit.word] ?? 1) < 0.4 &&
    Math.abs(next.first.hit.ordinal - place.first.hit.ordinal) > 8;
  if (isChance(places[0], places[1])) places.shift();
  if (isChance(places.at(-1), places.at(-2))) places.pop();
  return places.map(({ start, end }) => ({ start, end }));
}
