/** Finds the words of a sentence that turn it: negations, quantifiers, bounds, hedges, and one side of a pair of opposites. */
import { CUE_WORDS, type CueWords } from './cue-words.ts';
import { DENYING_WORDS, EXCEPTING_WORDS, NEARLY } from './exclusion-words.ts';
import { tokeniseSentence, type Token } from './tokens.ts';

export type CueClass = Exclude<keyof CueWords, 'opposites' | 'notBefore' | 'notAfter'> | 'opposite';

export interface Cue {
  readonly kind: CueClass;
  /** First and last token. */
  readonly from: number;
  readonly to: number;
  /** For an opposite: its pairs with its side in each. */
  readonly sides: ReadonlyMap<number, 0 | 1>;
}

interface Pattern {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
  readonly kind: CueClass;
  readonly side: readonly [number, 0 | 1] | null;
}

interface Table {
  readonly byFirst: ReadonlyMap<string, readonly Pattern[]>;
  /** Patterns of one word each. */
  readonly prefixes: readonly Pattern[];
}

const tables = new Map<string, Table | null>();

/** Null for a language without words. */
function getTable(language: string): Table | null {
  const known = tables.get(language);
  if (known !== undefined) return known;
  const words = CUE_WORDS[language];
  const [deny = '', except = ''] = [DENYING_WORDS[language], EXCEPTING_WORDS[language]];
  const table = words === undefined ? null : createTable({ ...words, deny, except }, language);
  tables.set(language, table);
  return table;
}

export const knowsCues = (language: string): boolean => getTable(language) !== null;

/** Whether the words that a negation turns stand before or after it: after it in most languages. */
export function getNegationReach(language: string): { readonly before: boolean; readonly after: boolean } {
  const { notBefore = false, notAfter = !notBefore } = CUE_WORDS[language] ?? {};
  return { before: notBefore, after: notAfter };
}

function createTable({ opposites = '', ...classes }: CueWords, language: string): Table {
  const patterns: Pattern[] = [];
  const add = (phrase: string, kind: CueClass, side: Pattern['side']): void => {
    if (phrase === '') return;
    const isPrefix = phrase.endsWith('*');
    const words = tokeniseSentence(phrase.replaceAll('_', ' '), language).map(({ word }) => word);
    patterns.push({ words, isPrefix: isPrefix && words.length === 1, kind, side });
  };
  for (const [kind, phrases] of Object.entries(classes))
    if (typeof phrases === 'string') for (const phrase of phrases.split(' ')) add(phrase, kind as CueClass, null);
  for (const [pair, text] of opposites.split(' ').entries())
    for (const [side, words] of text.split(':').entries())
      for (const word of words.split(',')) add(word, 'opposite', [pair, side === 0 ? 0 : 1]);
  const byFirst = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    const first = pattern.words[0];
    if (first === undefined || pattern.isPrefix) continue;
    byFirst.set(first, [...(byFirst.get(first) ?? []), pattern]);
  }
  for (const all of byFirst.values()) all.sort((a, b) => b.words.length - a.words.length);
  return { byFirst, prefixes: patterns.filter(({ isPrefix }) => isPrefix) };
}

/** In order. A word may be of several classes, but words of a longer phrase are of its classes alone. */
export function findCues(tokens: readonly Token[], language: string): readonly Cue[] {
  const table = getTable(language);
  if (table === null) return [];
  const [nearly, verb] = NEARLY[language] ?? [];
  const cues: Cue[] = [];
  for (let i = 0; i < tokens.length;) {
    const found = matchPatterns(table, tokens, i);
    const length = found[0]?.words.length ?? 1;
    if (nearly?.test(tokens[i]?.word ?? '') === true && verb?.test(tokens[i + 1]?.word ?? '') === true)
      cues.push({ kind: 'deny', from: i, to: i, sides: new Map() });
    const sides = new Map(found.flatMap(({ side }) => (side === null ? [] : [side])));
    for (const kind of new Set(found.map((pattern) => pattern.kind))) {
      const to = i + length - 1;
      const before = kind === 'not' ? cues.findLastIndex((cue) => cue.kind === 'not' && cue.to === i - 1) : -1;
      const beside = cues[before];
      if (beside !== undefined) cues[before] = { ...beside, to }; // "never not", никогда не: said once
      else if (kind === 'not' && restricts(tokens, i)) cues.push({ kind: 'only', from: i, to: i, sides: new Map() });
      else cues.push({ kind, from: i, to, sides: kind === 'opposite' ? sides : new Map() });
    }
    i += length;
  }
  /** "No. 1", but not "no 2 dials". */
  const isNumero = ({ from, to }: Cue): boolean => {
    const next = tokens[to + 1];
    return (
      tokens[from]?.word === 'no' &&
      /^\d|^one$/.test(next?.word ?? '') &&
      (next?.gap === 3 || tokens[from].text === 'No')
    );
  };
  return cues.filter((cue) => cue.kind !== 'idle' && !isNumero(cue));
}

/** "Il ne reste que cinq jours": only; with "pas" between it is a plain "not". */
function restricts(tokens: readonly Token[], at: number): boolean {
  if (!/^ne?$/.test(tokens[at]?.word ?? '')) return false;
  const near = tokens.slice(at + 1, at + 6).map(({ word }) => word);
  const que = near.findIndex((word) => word === 'que' || word === 'qu');
  return (
    que >= 0 && !near.slice(0, que).some((word) => /^(?:pas|plus|jamais|rien|aucune?|personne|guere|si)$/.test(word))
  );
}

/** The longest ones that fit. */
function matchPatterns({ byFirst, prefixes }: Table, tokens: readonly Token[], at: number): readonly Pattern[] {
  const word = tokens[at]?.word ?? '';
  const whole = (byFirst.get(word) ?? []).filter(({ words }) =>
    words.every((part, k) => tokens[at + k]?.word === part && (k === 0 || tokens[at + k]?.gap === 0)),
  );
  const longest = whole[0]?.words.length ?? 1;
  const best = whole.filter(({ words }) => words.length === longest);
  return longest > 1 ? best : [...best, ...prefixes.filter(({ words: [start = ''] }) => word.startsWith(start))];
}
