/** What a close match may ignore: case, accents and punctuation that are type, not where they change what is said. */
import type { Range } from '../text/ranges.ts';
import { splitSentences } from '../text/sentences.ts';
import { findClusterEnd, type NormalForm } from './normal-form.ts';
import { getNormalForm } from './normalise-character.ts';
import { getTextBetween } from './quote-place.ts';
import type { Form, Spot } from './source-form.ts';
import { isTurningWord } from './turning-words.ts';

/** One writing of a normal form: its characters before case and accents were dropped, and what is between them. */
interface Writing {
  readonly units: readonly string[];
  /** Between two characters of the form. */
  readonly getGap: (after: number, before: number) => string;
  /** Up to and with a character of the form. */
  readonly getBefore: (unit: number) => string;
}

/** `normal`: the quote's close form, which the source's form has at `at`. Linear in the quote. */
export function saysTheSame(quote: string, normal: NormalForm, form: Form, at: number, language: string): boolean {
  const quoted = readQuote(quote, normal);
  const there = readSource(form, at, normal.text.length);
  if (!hasSameMarks(quoted.units, there.units, form.startsAt(at).visible.text)) return false;
  const words = listWords(normal.text, [quoted, there]);
  return (
    words.every((word, k) => k === 0 || hasSameBreak(quoted, there, words[k - 1] ?? word, word, language)) &&
    isTypographicCase(words.map((word, k) => pairWords(quoted, there, words[k - 1], word)))
  );
}

function readQuote(quote: string, { text, at }: NormalForm): Writing {
  const starts = at.slice(0, text.length);
  const end = (unit: number): number => findClusterEnd(quote, starts[unit] ?? 0);
  return {
    units: listUnits(text.length, (unit) => ({ text: quote, index: starts[unit] ?? 0 })),
    getGap: (after, before) => quote.slice(end(after), starts[before]),
    getBefore: (unit) => quote.slice(Math.max(0, end(unit) - SEEN_BEFORE), end(unit)),
  };
}

function readSource(form: Form, at: number, length: number): Writing {
  const spots = Array.from({ length }, (_, unit) => form.startsAt(at + unit));
  const end = (unit: number): Spot => form.endsAt(at + unit + 1);
  return {
    units: listUnits(length, (unit) => ({
      text: spots[unit]?.visible.text ?? '',
      index: spots[unit]?.index ?? 0,
      block: spots[unit]?.block ?? 0,
    })),
    getGap: (after, before) => getTextBetween(form, end(after), form.startsAt(at + before)),
    getBefore(unit) {
      const { visible, index } = end(unit);
      return visible.text.slice(Math.max(0, index - SEEN_BEFORE), index);
    },
  };
}

/** In UTF-16 units: enough to tell an abbreviation from the end of a sentence. */
const SEEN_BEFORE = 60;

interface UnitPlace {
  readonly text: string;
  readonly index: number;
  readonly block?: number;
}

/** A character that has several in the form is written by the first, or by as many. */
function listUnits(length: number, getPlace: (unit: number) => UnitPlace): readonly string[] {
  const units: string[] = [];
  for (let first = 0; first < length;) {
    const { text, index, block } = getPlace(first);
    let next = first + 1;
    for (; next < length; next += 1) {
      const place = getPlace(next);
      if (place.index !== index || place.block !== block) break;
    }
    const written = getNormalForm(text, index, findClusterEnd(text, index), 'verbatim');
    if (written.length === next - first) units.push(...written.split(''));
    else units.push(written, ...Array<string>(next - first - 1).fill(''));
    first = next;
  }
  return units;
}

const MARKS = /\p{M}/gu;
/** Letters of Vietnamese and Yoruba, in which a tone makes another letter. */
const TONAL = /[ơưẹọṣ\u1ea0-\u1eb7\u1eb9-\u1ef9]/iu;
const MARKED_WORDS = /^[\p{Script=Latin}\p{Script=Greek}Ёё]/u;

/** A quote may lack all accents, or points of vowels here and there, and has none of its own. */
function hasSameMarks(quoted: readonly string[], there: readonly string[], around: string): boolean {
  let lost = false;
  let kept = false;
  for (const [i, unit] of quoted.entries()) {
    const marks = listMarks(unit);
    const isLetter = MARKED_WORDS.test(unit);
    if (isLetter && marks.length > 0) kept = true;
    if (unit === there[i]) continue;
    const sourceMarks = listMarks(there[i] ?? '');
    if (marks.some((mark) => !sourceMarks.includes(mark))) return false;
    if (marks.length < sourceMarks.length && isLetter) lost = true;
  }
  return !lost || (!kept && !TONAL.test(around));
}

const listMarks = (unit: string): readonly string[] => unit.normalize('NFD').match(MARKS) ?? [];

const WORD = /[\p{L}\p{M}\p{N}]/u;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Runs of letters and digits that neither writing interrupts. */
function listWords(text: string, writings: readonly Writing[]): readonly Range[] {
  const words: Range[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const isWord = WORD.test(text.charAt(at)) || /[\ud800-\udfff]/.test(text.charAt(at));
    const isCut = start >= 0 && isWord && writings.some(({ getGap }) => VISIBLE.test(getGap(at - 1, at)));
    if (start >= 0 && (!isWord || isCut)) words.push({ start, end: at });
    if (!isWord) start = -1;
    else if (start < 0 || isCut) start = at;
  }
  return words;
}

const write = ({ units }: Writing, { start, end }: Range): string => units.slice(start, end).join('');

const STOP = /[.!?…。！？]/;
const OTHER_BREAK = /[;:\n\u2012-\u2015]|--/;
const PAUSE = /[,;:.!?()…、。，；：]/;

/** A stop parts two sentences on both sides or on none; so does a comma beside “no”. */
function hasSameBreak(quoted: Writing, there: Writing, last: Range, word: Range, language: string): boolean {
  const [gap, sourceGap] = [quoted, there].map(({ getGap }) => getGap(last.end - 1, word.start)) as [string, string];
  if (gap === sourceGap) return true;
  const turns = [last, word].some((beside) => isTurningWord(write(there, beside), language));
  if (turns && PAUSE.test(gap) !== PAUSE.test(sourceGap) && !sourceGap.includes('\n')) return false;
  if (STOP.test(gap) === STOP.test(sourceGap)) return true;
  const [stopped, stop, other] = STOP.test(gap) ? [quoted, gap, sourceGap] : [there, sourceGap, gap];
  if (OTHER_BREAK.test(other)) return true;
  const next = write(stopped, word);
  const opening = next.charAt(0).toUpperCase() + next.slice(1);
  return splitSentences(`${stopped.getBefore(last.end - 1)}${stop}${opening}`, language).at(-1) !== opening;
}

const STARTS_SENTENCE = /[.!?:…。\n\u2013\u2014]|["“”„«»([]$/;

function pairWords(quoted: Writing, there: Writing, last: Range | undefined, word: Range): WordPair {
  const gap = last === undefined ? '\n' : quoted.getGap(last.end - 1, word.start);
  const sourceGap = last === undefined ? '\n' : there.getGap(last.end - 1, word.start);
  const [quote, source] = [quoted, there].map((writing) => write(writing, word)) as [string, string];
  const digits = /^\p{N}*/u.exec(source)?.[0].length ?? 0;
  const followsNumber =
    digits > 0 || (last !== undefined && /\p{N}$/u.test(write(there, last)) && /^\s?$/.test(sourceGap));
  return {
    quote: stripMarks(quote).slice(digits),
    source: stripMarks(source).slice(digits),
    startsSentence: STARTS_SENTENCE.test(gap) || STARTS_SENTENCE.test(sourceGap),
    followsNumber,
  };
}

const stripMarks = (word: string): string => word.normalize('NFD').replace(MARKS, '');

/** Differences of case that are type: a sentence's first letter, or a quote, headline or word in another case as a whole. */

interface WordPair {
  readonly quote: string;
  readonly source: string;
  /** On either side. */
  readonly startsSentence: boolean;
  readonly followsNumber: boolean;
}

/** Other words in capitals than in small letters. */
const TWO_WORDS = new Set(
  'us it who aids is or in me am as on so do led ram cat pet sad arc can set he be go id'.split(' '),
);
/** mW is not MW. */
const UNIT = /^(?!am$|pm$|a$)[pnuµmcdhkgt]?(?:m|g|s|w|v|a|b|j|n|l|f|t|pa|hz|wh|bit|bps|ev|cal|bar|mol|c|k)$/i;
const MIN_TITLE_WORDS = 3;
const TITLE_WORD = 4;

/** Differences of case that are type: a sentence's first letter, or a quote, headline or word in another case as a whole. */
function isTypographicCase(words: readonly WordPair[]): boolean {
  const changed = words.filter(({ quote, source }) => quote !== source);
  if (changed.length === 0) return true;
  const [quotes, sources] = [words.map(({ quote }) => quote), words.map(({ source }) => source)];
  const inCapitals = isInCapitals(quotes) || isInCapitals(sources);
  const inSmall = quotes.every((word) => word === word.toLowerCase()) && (changed.length > 1 || words.length < 3);
  const inTitle = changed.length > 1 && (isTitle(quotes) || isTitle(sources));
  return changed.every((pair) => {
    if (pair.followsNumber && UNIT.test(pair.quote)) return false;
    if (inCapitals) return true;
    if (TWO_WORDS.has(pair.quote.toLowerCase()) && isCapitals(pair.source) !== isCapitals(pair.quote)) return false;
    const firstAlone = pair.quote.slice(1) === pair.source.slice(1);
    return inSmall || pair.startsSentence || (inTitle && firstAlone) || (!firstAlone && isStressed(pair));
  });
}

const isCapitals = (word: string): boolean =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();

const isInCapitals = (words: readonly string[]): boolean =>
  words.some(isCapitals) && words.every((word) => word === word.toUpperCase());

function isTitle(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length >= TITLE_WORD);
  return long.length >= MIN_TITLE_WORDS && long.every((word) => !/^\p{Ll}/u.test(word));
}

/** A word in capitals for emphasis. */
function isStressed({ quote, source }: WordPair): boolean {
  const plain = isCapitals(quote) ? source : isCapitals(source) ? quote : '';
  return plain.length >= MIN_TITLE_WORDS && plain === plain.toLowerCase();
}
