/**
 * A passage on a page that has changed a little since: words edited, put in or left out. The one rule: most of what the
 * passage says, weighed by how rare its words are, must stand there in its order, or nothing is found.
 */
import type { Sought } from './seek.ts';

export interface Aligned {
  /** Places in the text, in order; what was put in between stays out. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
  /** Every word of the passage was found; the page only has something in between. */
  readonly whole: boolean;
}

/** The least share of a passage's weight. */
const SHARE = 0.6;
/** Passages of fewer words say too little to be told from others. */
const LEAST_WORDS = 4;
/** Words of the passage that are compared; the rest of a longer one is let go. */
const MOST_WORDS = 1_000;
/** Words of the surroundings that help. */
const CONTEXT_WORDS = 12;
/** Windows that are compared word for word. */
const MOST_WINDOWS = 8;

/** Words; where scripts put no spaces between them, characters. */
const TOKEN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}])+/gu;

/** A word of the text that is also one of the passage's or its surroundings'. */
interface Hit {
  readonly word: number;
  /** How many words of the text come before it. */
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
}

interface Quote {
  /** Before, exact, after, as numbers of distinct words. */
  readonly words: readonly number[];
  readonly from: number;
  readonly to: number;
}

interface Match {
  readonly hit: Hit;
  /** Which of the quote's words it is. */
  readonly index: number;
}

/** Finds the passage in `text`; all in the `close` normal form. Time: the text, and the square of a bounded passage. */
export function align(text: string, sought: Sought): Aligned | null {
  const numbers = new Map<string, number>();
  const numbered = (words: readonly string[]): number[] =>
    words.map((word) => {
      const known = numbers.get(word) ?? numbers.size;
      numbers.set(word, known);
      return known;
    });
  const before = numbered(wordsOf(sought.before).slice(-CONTEXT_WORDS));
  const exact = numbered(wordsOf(sought.exact).slice(0, MOST_WORDS));
  const after = numbered(wordsOf(sought.after).slice(0, CONTEXT_WORDS));
  if (exact.length < LEAST_WORDS) return null;
  const quote = { words: [...before, ...exact, ...after], from: before.length, to: before.length + exact.length };

  const hits = hitsIn(text, numbers);
  const counts = new Array<number>(numbers.size).fill(0);
  for (const { word } of hits) counts[word] = (counts[word] ?? 0) + 1;
  const weights = counts.map((count) => 1 / (1 + Math.log(Math.max(1, count))));
  const weigh = (words: readonly number[]): number => words.reduce((sum, word) => sum + (weights[word] ?? 0), 0);

  let best: readonly Match[] = [];
  let most = 0;
  for (const window of windows(hits, Math.ceil(quote.words.length * 1.5) + 12, counts)) {
    const matches = inOrder(quote, window, weights);
    const all = weigh(matches.map(({ hit }) => hit.word));
    if (all > most) [best, most] = [matches, all];
  }
  const own = best.filter(({ index }) => index >= quote.from && index < quote.to);
  if (own.length < LEAST_WORDS - 1 || weigh(own.map(({ hit }) => hit.word)) < SHARE * weigh(exact)) return null;
  return { places: joined(own, weights), whole: own.length === exact.length };
}

const wordsOf = (text: string): string[] => text.match(TOKEN) ?? [];

function hitsIn(text: string, numbers: ReadonlyMap<string, number>): readonly Hit[] {
  const hits: Hit[] = [];
  let ordinal = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const word = numbers.get(token);
    if (word !== undefined) hits.push({ word, ordinal, start: index, end: index + token.length });
    ordinal += 1;
  }
  return hits;
}

/** The windows of `size` words that hold most of the passage's rare ones, one for each stretch of the text, best first. */
function windows(hits: readonly Hit[], size: number, counts: readonly number[]): readonly (readonly Hit[])[] {
  const best = new Map<number, { from: number; to: number; sum: number }>();
  const share = (hit: Hit | undefined): number => (hit ? 1 / Math.max(1, counts[hit.word] ?? 1) : 0);
  let [from, sum] = [0, 0];
  hits.forEach((hit, to) => {
    sum += share(hit);
    for (let first = hits[from]; first && hit.ordinal - first.ordinal >= size; first = hits[from]) {
      sum -= share(first);
      from += 1;
    }
    const stretch = Math.floor(hit.ordinal / size);
    if (sum > (best.get(stretch)?.sum ?? 0)) best.set(stretch, { from, to: to + 1, sum });
  });
  const chosen = [...best.values()].sort((a, b) => b.sum - a.sum).slice(0, MOST_WINDOWS);
  return chosen.map((window) => hits.slice(window.from, window.to));
}

/** The heaviest common subsequence of the quote and a window's hits; where there are several, the closest together. */
function inOrder(quote: Quote, hits: readonly Hit[], weights: readonly number[]): readonly Match[] {
  const width = hits.length + 1;
  const sums = new Float64Array((quote.words.length + 1) * width);
  const at = (i: number, j: number): number => sums[i * width + j] ?? 0;
  quote.words.forEach((word, i) => {
    const weight = weights[word] ?? 0;
    hits.forEach((hit, j) => {
      const skipped = Math.max(at(i, j + 1), at(i + 1, j));
      sums[(i + 1) * width + j + 1] = hit.word === word ? Math.max(skipped, at(i, j) + weight) : skipped;
    });
  });
  const matches: Match[] = [];
  let i = quote.words.length;
  let j = 0;
  while (j < hits.length && at(i, j) < at(i, hits.length)) j += 1; // the earliest end
  while (i > 0 && j > 0) {
    const hit = hits[j - 1];
    const word = quote.words[i - 1];
    if (hit && hit.word === word && at(i, j) === at(i - 1, j - 1) + (weights[word] ?? 0)) {
      matches.push({ hit, index: i - 1 });
      i -= 1;
      j -= 1;
    } else if (at(i - 1, j) === at(i, j)) i -= 1;
    else j -= 1;
  }
  return matches.reverse();
}

/** Neighbours become one place, edited words between them included; words put in between part it. */
function joined(matches: readonly Match[], weights: readonly number[]): Aligned['places'] {
  const places: { start: number; end: number; readonly first: Match; last: Match }[] = [];
  for (const match of matches) {
    const open = places.at(-1);
    const between = open ? match.hit.ordinal - open.last.hit.ordinal - 1 : 0;
    const missing = open ? match.index - open.last.index - 1 : 0;
    if (open && (between === 0 || (missing > 0 && between <= 2 * missing + 4))) {
      open.end = match.hit.end;
      open.last = match;
    } else places.push({ start: match.hit.start, end: match.hit.end, first: match, last: match });
  }
  // A common word far from the rest is chance.
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
