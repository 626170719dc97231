/**
 * A cheap look for a query's words through many texts, before an index reads what is left. The one rule: a text that has a
 * word of the query, but for case and accents, is never left out; one that has only a relative of it may pass too.
 */
import { isUnspaced, tokensOf } from './analyse.ts';
import { folded } from './fold.ts';

export interface Sifted {
  /** A line of the text, as it stands there. */
  readonly line: string;
  /** About where in it the first word is. */
  readonly at: number;
}

interface Wanted {
  readonly word: string;
  /** What its other forms begin with. */
  readonly root: string;
  /** Whether it may stand anywhere: its script has no spaces. */
  readonly anywhere: boolean;
}

/** More words than this are not looked for one by one. */
const MOST_WORDS = 32;
/** A word as it is counts so much more than a relative. */
const WHOLE = 4;
/** So many letters of a word are common to its forms, whatever becomes of the ending. */
const ROOT = 3;
const LONG_ROOT = 5;
/** From so many letters on the longer root serves. */
const LONG = 9;
/** “The”, “and the” before an Arabic word. */
const ARTICLE = /^(?:و?ال|لل)/;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Gives a text's lines that have words of the query, at most `most`, the richest first. */
export function sieve(query: string, most: number): (text: string) => readonly Sifted[] {
  const words = new Set(tokensOf(query).map(folded));
  const wanted = [...words]
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map(wantedOf);
  return (text) => {
    const low = folded(text);
    if (!wanted.some(({ root }) => low.includes(root))) return [];
    const lines = text.split('\n');
    return low
      .split('\n')
      .map((line, i) => ({ line: lines[i] ?? '', ...looked(line, wanted) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, most)
      .map(({ line, at }) => ({ line, at }));
  };
}

function wantedOf(word: string): Wanted {
  if (isUnspaced(word)) return { word, root: word, anywhere: true };
  const bare = word.replace(ARTICLE, '') || word;
  return { word, root: bare.slice(0, bare.length < LONG ? ROOT : LONG_ROOT), anywhere: false };
}

function looked(line: string, wanted: readonly Wanted[]): { readonly weight: number; readonly at: number } {
  let [weight, best, at] = [0, 0, 0];
  for (const want of wanted) {
    const found = find(line, want);
    weight += found.weight;
    if (found.weight > best) [best, at] = [found.weight, found.at];
  }
  return { weight, at };
}

function find(line: string, { word, root, anywhere }: Wanted): { readonly weight: number; readonly at: number } {
  const first = line.indexOf(root);
  if (first === -1) return { weight: 0, at: 0 };
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) {
    const apart = !LETTER.test(line.charAt(at - 1)) && !LETTER.test(line.charAt(at + word.length));
    if (anywhere || apart) return { weight: WHOLE, at };
  }
  return { weight: 1, at: first };
}
