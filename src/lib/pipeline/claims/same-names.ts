/** Whether two names may be of one: an initialism and what it stands for, a title for a given name, a country in two languages. */
import { removeAccents } from '../retrieval/analyse.ts';
import { readRoman } from './quantities/periods.ts';
import type { TextReading } from './reading.ts';

const CAPITAL = /^\p{Lu}/u;
const LINKING = /^(?:of|the|and|for|de|del|della|di|do|da|der|des|du|la|le|les|los|y|et|e|und|für)$/i;
const TITLES = new Set(
  (
    'mr mrs ms miss mister dr doctor prof professor sir dame lord lady king queen prince princess pope saint st president chancellor minister ' +
    'premier senator governor mayor judge justice captain general colonel inspector bishop cardinal chairman chief secretary ceo ' +
    'herr frau doktor prasident prasidentin kanzler kanzlerin bundeskanzler bundeskanzlerin ministerin konig konigin papst ' +
    'm mme mlle monsieur madame ministre chancelier chanceliere roi reine pape docteur sr sra senor senora don dona presidente presidenta ministro ministra ' +
    'rey reina papa signor signora dottor dottoressa re regina meneer mevrouw koning koningin господин госпожа президент министр канцлер король'
  ).split(' '),
);

interface Run {
  readonly from: number;
  readonly to: number;
}

const MAX_RUN = 7;

/** The words with a capital around one, and the small words that link them. */
function findRun({ tokens }: TextReading, index: number): Run {
  const grow = (step: 1 | -1): number => {
    let edge = index;
    for (let at = index + step; Math.abs(at - index) < MAX_RUN; at += step) {
      const token = tokens[at];
      if (token === undefined || (tokens[step === 1 ? at : at + 1]?.gap ?? 3) > 0) break;
      if (CAPITAL.test(token.text)) edge = at;
      else if (!LINKING.test(token.text)) break;
    }
    return edge;
  };
  return { from: grow(-1), to: grow(1) };
}

const listWords = ({ tokens }: TextReading, { from, to }: Run): readonly string[] =>
  tokens.slice(from, to + 1).flatMap(({ text }) => (CAPITAL.test(text) && !LINKING.test(text) ? [text] : []));

const joinInitials = (words: readonly string[]): string => words.map((word) => word.charAt(0)).join('');

/** The EU and the European Union, NYC and New York City; World War II and World War Two; Mr Smith and John Smith. */
export function areOneName(claim: TextReading, index: number, evidence: TextReading, rival: number): boolean {
  const [own, other] = [listWords(claim, findRun(claim, index)), listWords(evidence, findRun(evidence, rival))];
  if (isInitialism(claim.tokens[index]?.text, other) || isInitialism(evidence.tokens[rival]?.text, own)) return true;
  const isOfTitle = (text = ''): boolean => TITLES.has(removeAccents(text.toLowerCase()));
  return (
    own.at(-1) === other.at(-1) && (isOfTitle(claim.tokens[index]?.text) || isOfTitle(evidence.tokens[rival]?.text))
  );
}

/** Without the words that link, of which an initialism may have some too. */
const isInitialism = (text = '', words: readonly string[]): boolean =>
  words.length > 1 && text.length > 1 && text === joinInitials(words);

/** A title before a name that the evidence has: in a claim it stands for the given name. */
export function isTitle({ tokens }: TextReading, index: number, isKnown: (index: number) => boolean): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]];
  return (
    TITLES.has(removeAccents(token?.text.toLowerCase() ?? '')) && CAPITAL.test(next?.text ?? '') && isKnown(index + 1)
  );
}

const ROMAN = /^(?=[IVXLC]{1,7}$)(?:C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/;

/** World War II where the evidence has World War Two. */
export function matchesNumeral(text: string, { quantities }: TextReading): boolean {
  if (!ROMAN.test(text)) return false;
  const value = readRoman(text);
  return quantities.some(({ readings }) => readings.some((reading) => reading.value === value));
}

const fold = (text: string): string => removeAccents(text.toLowerCase()).replace(/[^\p{L}\p{N}]+/gu, ' ');

const foldedRegions = new Map<string, ReadonlyMap<string, string>>();

/** Names of all countries in a language, by their codes. */
export function listRegions(language: string): ReadonlyMap<string, string> {
  const cached = foldedRegions.get(language);
  if (cached !== undefined) return cached;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const found = new Map<string, string>();
  for (let i = 0; i < 26 * 26; i += 1) {
    const code = String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26));
    const name = names.of(code);
    if (name !== undefined) found.set(code, fold(name).trim());
  }
  foldedRegions.set(language, found);
  return found;
}

/** Tokens of the claim that name a country which the other texts name in another language. */
export function findCountries(claim: TextReading, others: readonly TextReading[]): ReadonlySet<number> {
  const found = new Set<number>();
  const [other] = others;
  if (other === undefined || ![claim.language, other.language].every((tag) => /^[a-z]{2}$/.test(tag))) return found;
  const [own, theirs] = [listRegions(claim.language), listRegions(other.language)];
  const said = ` ${claim.tokens.map(({ word }) => word).join(' ')} `;
  const read = others.map(({ text }) => ` ${fold(text)} `);
  for (const [code, name] of own) {
    const at = said.indexOf(` ${name}`);
    const there = theirs.get(code);
    if (at < 0 || there === undefined || !read.some((text) => text.includes(` ${there}`))) continue;
    const first = said.slice(1, at + 1).split(' ').length - 1;
    for (let k = 0; k < name.split(' ').length; k += 1) found.add(first + k);
  }
  return found;
}

const SHARED_START = 3;

/** München and Munich: names that begin alike in two languages. */
export function beginAlike(word: string, { tokens }: TextReading): boolean {
  return tokens.some(
    ({ text, word: other }) =>
      CAPITAL.test(text) && word.length > SHARED_START && other.slice(0, SHARED_START) === word.slice(0, SHARED_START),
  );
}
