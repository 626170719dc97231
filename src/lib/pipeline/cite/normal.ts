/**
 * The normal form in which quotes are compared: differences of typography, markup or editor that leave the words
 * unchanged are removed. Each character of the form maps back to its place in the text. Characters that look alike but
 * mean something else stay distinct: 10² is not 102, ½ is not 12.
 */
import { UNSPACED } from '../text/words.ts';
import { isLightMark, reduceLightMark } from './light.ts';

/**
 * `verbatim`: the same words in the same writing, except for white space, quotation marks, hyphens and dashes,
 * ligatures, widths and invisible characters. `close`: case, accents and harmless punctuation may differ too.
 */
export type Strictness = 'verbatim' | 'close';

export interface NormalForm {
  readonly text: string;
  /** For each UTF-16 unit of `text`, the index of its source character in the original, plus one entry for the end. */
  readonly at: readonly number[];
}

/** The normal form with its map. Linear in the text. */
export function normaliseWithMap(text: string, strictness: Strictness): NormalForm {
  const at: number[] = [];
  return { text: normaliseInto(text, strictness, at), at };
}

/** The normal form without the map, which takes less time and memory. */
export function normaliseText(text: string, strictness: Strictness): string {
  return normaliseInto(text, strictness, null);
}

const SPACE = /\s/u;
/** Spaces beside these have no meaning: line breaks in Chinese, or typesetting around other scripts. */
const UNSPACED_CHARACTER = new RegExp(
  `${UNSPACED.source}|[\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff9f]`,
  'u',
);

/** Returns whether two consecutive normal forms need a space between them, as in one text. */
export function needsSpaceBetween(before: string, after: string): boolean {
  const last = Array.from(before.slice(-2)).at(-1) ?? '';
  const first = getCharacterAt(after, 0);
  return (!UNSPACED_CHARACTER.test(last) && !UNSPACED_CHARACTER.test(first)) || TWO_DIGITS.test(last + first);
}

/** In any script, white space between two digits separates two numbers. */
const TWO_DIGITS = /^\p{N}\p{N}$/u;
/** Text that is its own normal form, matched at regex-engine speed. None of it is part of a ligature. */
const PLAIN_RUN: Readonly<Record<Strictness, RegExp>> = {
  verbatim: /[!#-_a-~\u00c0-\u0131\u0134-\u0148\u0400-\u045f]+(?: [!#-_a-~\u00c0-\u0131\u0134-\u0148\u0400-\u045f]+)*/y,
  close: /[a-z0-9]+(?: [a-z0-9]+)*/y,
};
const UNSPACED_RUN = /[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]+/y;

function normaliseInto(text: string, strictness: Strictness, at: number[] | null): string {
  const out: string[] = [];
  const run = PLAIN_RUN[strictness];
  let space = -1; // index of white space that the next character may need before it, or -1
  let lastUnspaced = false; // whether white space after the last output has no meaning
  let last = '';
  for (let i = 0; i < text.length;) {
    let end = findRunEnd(text, i, run);
    const spaced = end > i;
    if (!spaced) end = findRunEnd(text, i, UNSPACED_RUN);
    const whole = end > i;
    if (!whole) end = findClusterEnd(text, i);
    const form = whole ? text.slice(i, end) : getNormalForm(text, i, end, strictness);
    if (form === ' ') {
      if (space < 0) space = i;
    } else if (form !== '') {
      const unspaced = !spaced && UNSPACED_CHARACTER.test(whole ? form : text.slice(i, end));
      if (space >= 0 && (lastUnspaced || unspaced ? TWO_DIGITS.test(last + form.charAt(0)) : last !== '')) {
        out.push(' ');
        at?.push(space);
      }
      space = -1;
      lastUnspaced = unspaced;
      last = form.charAt(form.length - 1);
      out.push(form);
      if (at !== null) for (let k = 0; k < form.length; k += 1) at.push(whole ? i + k : i);
    }
    i = end;
  }
  at?.push(text.length);
  return out.join('');
}

/** Returns the end of a run of unchanged characters. A character followed by a combining mark goes with its mark. */
function findRunEnd(text: string, index: number, run: RegExp): number {
  run.lastIndex = index;
  if (!run.test(text)) return index;
  return joinsPrevious(text, run.lastIndex) ? run.lastIndex - 1 : run.lastIndex;
}

const MARK = /[\p{M}\uff9e\uff9f]/u;
/** Later parts of a Hangul syllable, and what they attach to; after anything else they are separate letters. */
const LATER_JAMO = /[\u1160-\u11ff]/;
const HANGUL = /[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7fb]/;

/**
 * Returns whether the character at an index belongs to the one before it: an accent, a vowel sign, a part of a
 * syllable. Never to white space, which may be dropped.
 */
function joinsPrevious(text: string, index: number): boolean {
  if (index >= text.length || text.charCodeAt(index) < 0x300) return false;
  const before = text.charAt(index - 1);
  const character = getCharacterAt(text, index);
  return MARK.test(character) ? !SPACE.test(before) : LATER_JAMO.test(character) && HANGUL.test(before);
}

function getCharacterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0);
}

/** Combining marks per character; ordering more of them would take more than linear time. */
const MAX_MARKS = 24;

/** Returns where the character at `index` ends, including its combining marks. */
export function findClusterEnd(text: string, index: number): number {
  let end = index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
  for (let marks = 0; marks < MAX_MARKS && joinsPrevious(text, end); marks += 1)
    end += getCharacterAt(text, end).length;
  return end;
}

const QUOTES = /^["'`´\u2018-\u201f\u2032-\u2037\u00ab\u00bb\u2039\u203a\u300c-\u300f\u301d-\u301f\uff62\uff63]$/u;
const DASHES = /^[-\u2010-\u2015\u2212\ufe58\ufe63]$/u;
/** Soft hyphens, zero-width characters, direction marks, byte-order marks, variation selectors. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');
/**
 * Ligatures, full and half widths, Arabic letter shapes, radicals used for their ideograph, degree and micro signs,
 * dots set as one. Of Unicode's compatibility mappings only these keep the meaning.
 */
const TYPOGRAPHIC_VARIANT =
  /[\u00b5\u0132\u0133\u01c4-\u01cc\u01f1-\u01f3\u2024-\u2026\u2103\u2109\u2e80-\u2fd5\ufb00-\ufb17\ufb20-\ufb28]|[\ufb4f-\ufdf1\ufe30-\ufe6b\ufe80-\ufefc\uff01-\uffee]/u;

const formCache = new Map<string, string>();

function getNormalForm(text: string, start: number, end: number, strictness: Strictness): string {
  const raw = text.slice(start, end);
  const key = strictness === 'close' ? raw : `=${raw}`;
  let form = formCache.get(key);
  if (form === undefined) {
    form = normaliseCharacter(raw, strictness);
    if (formCache.size > 4000) formCache.clear();
    formCache.set(key, form);
  }
  return strictness === 'close' && isLightMark(form) ? reduceLightMark(form, text, start, end) : form;
}

/** The form of a character regardless of its context. */
function normaliseCharacter(raw: string, strictness: Strictness): string {
  if (SPACE.test(raw.charAt(0)) && !INVISIBLE.test(raw.charAt(0))) return ' ';
  const visible = raw.replace(ALL_INVISIBLE, '').normalize('NFC');
  const plain = TYPOGRAPHIC_VARIANT.test(visible) ? visible.normalize('NFKC') : visible;
  if (QUOTES.test(plain)) return "'";
  if (DASHES.test(plain)) return '-';
  return strictness === 'close' ? stripCaseAndAccents(plain) : plain;
}

/** Vowel points of Arabic and Hebrew, which most texts omit, and the stroke that only lengthens a word. */
const POINTS = /(?=\p{M})(?:[\u0591-\u05c7]|[\u064b-\u0652]|\u0670)|\u0640/gu;
/** On these letters marks are accents; elsewhere (и and й, か and が) they make a different letter. */
const ACCENTED = /^[\p{Script=Latin}\p{Script=Greek}ЕеЁё]/u;
const ACCENTS = /[\u0300-\u036f]/gu;

/** Removes case and accents. */
function stripCaseAndAccents(plain: string): string {
  const base = ACCENTED.test(plain) ? plain.normalize('NFD').replace(ACCENTS, '') : plain;
  return base.replace(POINTS, '').toLowerCase().replaceAll('ς', 'σ');
}
