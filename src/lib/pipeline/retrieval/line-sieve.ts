/** Cheap search for a query's words before indexing. Never drops a text with one, ignoring case and accents. */
import { isUnspaced, joinParts, tokenise, ACCENTS } from './analyse.ts';

export interface MatchedLine {
  readonly line: string;
  readonly at: number;
}

interface SearchTerm {
  readonly word: string;
  readonly root: string;
  /** Its script has no spaces, so it may match inside a word. */
  readonly anywhere: boolean;
}

const MAX_WORDS = 32;
const EXACT_WEIGHT = 4;
const ROOT_LENGTH = 3;
const LONG_ROOT_LENGTH = 5;
const LONG_WORD_LENGTH = 9;
/** “The”, “and the” before an Arabic word. */
const ARTICLE = /^(?:و?ال|لل)/;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** At most `most` lines, best first. */
export function createLineSieve(query: string, most: number): (text: string) => readonly MatchedLine[] {
  const words = new Set(tokenise(query).map(foldText));
  const config = [...words]
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map(toSearchTerm);
  return (text) => {
    const foldedText = foldText(text);
    if (!config.some(({ root }) => foldedText.includes(root))) return [];
    const lines = text.split('\n');
    return foldedText
      .split('\n')
      .map((line, i) => ({ line: lines[i] ?? '', ...scoreLine(line, config) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, most)
      .map(({ line, at }) => ({ line, at: unfoldPosition(line, at) }));
  };
}

/** Returns where in `line` the character begins that stands at `folded` of its folded form, which may be longer or shorter. */
function unfoldPosition(line: string, folded: number): number {
  let [low, high] = [0, line.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (foldText(line.slice(0, middle)).length <= folded) low = middle;
    else high = middle - 1;
  }
  return low;
}

function toSearchTerm(word: string): SearchTerm {
  if (isUnspaced(word)) return { word, root: word, anywhere: true };
  const bare = word.replace(ARTICLE, '') || word;
  return {
    word,
    root: bare.slice(0, bare.length < LONG_WORD_LENGTH ? ROOT_LENGTH : LONG_ROOT_LENGTH),
    anywhere: false,
  };
}

function scoreLine(line: string, config: readonly SearchTerm[]): { readonly weight: number; readonly at: number } {
  let [weight, best, at] = [0, 0, 0];
  for (const term of config) {
    const found = scoreTerm(line, term);
    weight += found.weight;
    if (found.weight > best) [best, at] = [found.weight, found.at];
  }
  return { weight, at };
}

function scoreTerm(
  line: string,
  { word, root, anywhere }: SearchTerm,
): { readonly weight: number; readonly at: number } {
  const first = line.indexOf(root);
  if (first === -1) return { weight: 0, at: 0 };
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) {
    const isWholeWord = !LETTER.test(line.charAt(at - 1)) && !LETTER.test(line.charAt(at + word.length));
    if (anywhere || isWholeWord) return { weight: EXACT_WEIGHT, at };
  }
  return { weight: 1, at: first };
}

const CHANGING =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640\u00df-\u024f\u03ac-\u03b0\u03c2\u03ca-\u03ce\u0439\u0450-\u045f\u1e00-\u1fff\ufb00-\ufb06\uff01-\uff9f]/g;

/** Not covered by any normal form. */
const SPECIAL: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ' };

const cache = new Map<string, string>();

function foldText(text: string): string {
  return joinParts(text.normalize('NFC')).toLowerCase().replace(CHANGING, foldCharacter);
}

function foldCharacter(character: string): string {
  const cached = cache.get(character);
  if (cached !== undefined) return cached;
  const simplified =
    SPECIAL[character] ?? character.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').replace(/\s/g, ' ');
  cache.set(character, simplified);
  return simplified;
}
