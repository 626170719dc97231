/** Finds names of a claim that neither its evidence nor what is around it has. */
import { listExonyms } from './exonyms.ts';
import type { Finding, Pair } from './mismatch.ts';
import { isContentWord, type TextReading } from './reading.ts';
import { areOneName, beginAlike, findCountries, matchesNumeral, isTitle } from './same-names.ts';
import type { Token } from './tokens.ts';

const CAPITAL = /^\p{Lu}/u;
const MIXED = /\p{Lu}.*\p{Lu}|\p{N}/u;
/** Whether nouns begin with a capital, too. */
/** German words that stand before nouns, not before names: articles, adjectives. */
const NOUN_BEFORE = /^(?:zum|zur|vom|beim|im|am|ins|d[aei][esrnm]|kein|ein|ihr|sein|\p{Ll}+e[nmrs]?)$/u;
const CAPITALISES_NOUNS = new Set(['de']);
const HAS_CASE = /\p{Lu}|\p{Ll}/u;

interface NameContext {
  /** Sentences around, headings, title, address and question. */
  readonly around: TextReading;
  /** Ends of a label at the claim's beginning. */
  readonly labelEnd: number;
}

export function findForeignNames(
  { claim, evidence, toEvidence, toClaim }: Pair,
  { around, labelEnd }: NameContext,
): readonly Finding[] {
  const known = collectForms([...evidence.tokens, ...around.tokens]);
  const inEvidence = collectForms(evidence.tokens);
  const initials = collectInitials([evidence, around]);
  const isAbroad = claim.language !== evidence.language;
  const countries = isAbroad ? findCountries(claim, [evidence, around]) : new Set<number>();
  return claim.tokens.flatMap((token, i): readonly Finding[] => {
    if (!CAPITAL.test(token.text) || token.start < labelEnd || !isContentWord(claim, i)) return [];
    if (
      claim.quantities.some(({ start, end }) => token.start >= start && token.start < end) ||
      claim.dates.some(({ start, end }) => token.start >= start && token.start < end)
    )
      return [];
    if (isSaid(i) || countries.has(i) || matchesNumeral(token.text, evidence) || isTitle(claim, i, isSaid)) return [];
    const rival = findRival(i);
    if (rival !== null && areOneName(claim, i, evidence, rival)) return [];
    if (isAbroad && [evidence, around].some((reading) => beginAlike(token.word, reading))) return [];
    if (listExonyms(token.word).some((name) => known.words.has(name))) return [];
    const isKnown =
      hasForm(token, known) || initials.has(token.text) || spellsOut(claim, i, [...evidence.tokens, ...around.tokens]);
    if (isKnown && (rival === null || !isSubstituted(i, rival))) return [];
    if (!isKnown && !isName(claim, i, rival !== null && isSubstituted(i, rival))) return [];
    return [
      {
        kind: 'name',
        claim: joinName(claim, i),
        source: rival === null ? '' : joinName(evidence, rival),
        at: token.start,
      },
    ];
  });

  function isSaid(index: number): boolean {
    const token = claim.tokens[index];
    return token !== undefined && (hasForm(token, inEvidence) || (toEvidence.at[index] ?? -1) >= 0);
  }

  /** A name of the evidence in the same place, which the claim leaves out. */
  function findRival(index: number): number | null {
    const place = toEvidence.project(index);
    let best: number | null = null;
    for (const [k, other] of evidence.tokens.entries()) {
      if (
        !CAPITAL.test(other.text) ||
        (toClaim.at[k] ?? -1) >= 0 ||
        !isContentWord(evidence, k) ||
        (isOpening(evidence, k) && !isMidName(evidence, k))
      )
        continue;
      if (best === null || Math.abs(k - place) < Math.abs(best - place)) best = k;
    }
    return best;
  }

  /** Both stand between the same words. */
  function isSubstituted(index: number, rival: number): boolean {
    const fits = (step: 1 | -1): boolean => {
      let [a, b] = [index + step, rival + step];
      while (isNameToken(claim, a) && (toEvidence.at[a] ?? -1) < 0) a += step;
      while (isNameToken(evidence, b) && (toClaim.at[b] ?? -1) < 0) b += step;
      const [own, other] = [claim.tokens[a], evidence.tokens[b]];
      return own === undefined ? other === undefined : other?.stem === own.stem;
    };
    return fits(1) && fits(-1);
  }

  function isMidName(reading: TextReading, index: number): boolean {
    const { word, text } = reading.tokens[index] ?? { word: '', text: '' };
    return (
      MIXED.test(text) ||
      around.tokens.some((other, k) => other.word === word && CAPITAL.test(other.text) && !isOpening(around, k)) ||
      isNameToken(reading, index + 1)
    );
  }
}

const isNameToken = ({ tokens }: TextReading, index: number): boolean => CAPITAL.test(tokens[index]?.text ?? '');

/** Whether a word stands where any word has a capital. */
function isOpening({ tokens, text }: TextReading, index: number): boolean {
  const token = tokens[index];
  return (
    index === 0 ||
    (token?.gap ?? 0) >= 2 ||
    /["“„«‘'(]\s?$/.test(text.slice(Math.max(0, (token?.start ?? 0) - 2), token?.start ?? 0))
  );
}

function isName(claim: TextReading, index: number, isSubstitute: boolean): boolean {
  const { text } = claim.tokens[index] ?? { text: '' };
  if (MIXED.test(text)) return true;
  if (CAPITALISES_NOUNS.has(claim.language))
    return isSubstitute && (!NOUN_BEFORE.test(claim.tokens[index - 1]?.text ?? '') || isNameToken(claim, index + 1));
  return !isOpening(claim, index) || isSubstitute || isNameToken(claim, index + 1);
}

function joinName({ text, tokens }: TextReading, index: number): string {
  let [from, to] = [index, index];
  while (to < index + 4 && CAPITAL.test(tokens[to + 1]?.text ?? '') && (tokens[to + 1]?.gap ?? 1) === 0) to += 1;
  while (from > index - 4 && CAPITAL.test(tokens[from - 1]?.text ?? '') && (tokens[from]?.gap ?? 1) === 0) from -= 1;
  return text.slice(tokens[from]?.start ?? 0, tokens[to]?.end ?? 0);
}

const MIN_SHARED = 4;

interface Forms {
  readonly words: ReadonlySet<string>;
  readonly starts: ReadonlySet<string>;
}

function collectForms(tokens: readonly Token[]): Forms {
  const words = new Set<string>();
  const starts = new Set<string>();
  for (const { word } of tokens) {
    words.add(word);
    if (word.length >= MIN_SHARED) starts.add(word.slice(0, Math.max(MIN_SHARED, word.length - 2)));
    if (word.length > MIN_SHARED) starts.add(word.slice(0, word.length - 1));
  }
  return { words, starts };
}

/** Whether the word or a form of it is there: for Germany, also Germany’s and German. */
function hasForm({ word }: Token, { words, starts }: Forms): boolean {
  if (words.has(word) || words.has(word.replace(/s$/, '')) || words.has(`${word}s`)) return true;
  if (!HAS_CASE.test(word) || word.length < MIN_SHARED) return false;
  const kin = KIN.get(word);
  if (kin?.some((other) => words.has(other)) === true) return true;
  return [word, word.slice(0, -1), word.slice(0, -2)].some(
    (start) =>
      start.length >= MIN_SHARED && ((starts.has(start) && start.length >= word.length - 1) || words.has(start)),
  );
}

/** Names of countries and of what is theirs, where they do not begin alike. */
const KIN = new Map(
  'france:french britain:british:uk:kingdom england:english spain:spanish netherlands:dutch:holland america:american:us:usa:states switzerland:swiss denmark:danish greece:greek ireland:irish scotland:scottish wales:welsh poland:polish turkey:turkish sweden:swedish finland:finnish china:chinese peru:peruvian'
    .split(' ')
    .flatMap((row) => row.split(':').map((word, _, all) => [word, all] as const)),
);

const LINKING = /^(?:of|the|and|for|de|der|des|du|la|le|y|et|und|für)$/i;
const [MIN_INITIALS, MAX_INITIALS] = [2, 6];

/** UN of United Nations, AI of artificial intelligence. */
function collectInitials(readings: readonly TextReading[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { tokens } of readings)
    for (let i = 0; i < tokens.length; i += 1) {
      let letters = '';
      for (let k = i; k < tokens.length && letters.length < MAX_INITIALS; k += 1) {
        const { text = '', gap = 0 } = tokens[k] ?? {};
        if (k > i && gap > 0) break;
        if (!LINKING.test(text)) letters += text.charAt(0).toUpperCase();
        if (letters.length >= MIN_INITIALS) found.add(letters);
      }
    }
  return found;
}

/** "United Nations" where the evidence has "UN". */
function spellsOut({ tokens }: TextReading, index: number, others: readonly Token[]): boolean {
  let from = index;
  while (from > index - 5 && CAPITAL.test(tokens[from - 1]?.text ?? '')) from -= 1;
  let letters = '';
  for (let k = from; k < from + 7; k += 1) {
    const text = tokens[k]?.text ?? '';
    if (CAPITAL.test(text)) letters += text.charAt(0);
    else if (!LINKING.test(text)) break;
  }
  return letters.length > 1 && others.some(({ text }) => text === letters);
}
