/**
 * Text as quotes are compared: what type, markup or an editor does to words without changing them is evened out. The one
 * rule: every character of the normal form knows where in the text it comes from, so that what is found can be pointed at.
 * What looks alike but says something else stays apart: 10² is not 102, and ½ is not 12.
 */
import { UNSPACED } from '../text/words.ts';
import { isLight, lightOf } from './light.ts';

/**
 * `verbatim`: the same words in the same writing, but for white space, quotation marks, hyphens and dashes, ligatures, widths
 * and what nobody sees. `close`: besides, case, accents and punctuation that changes no sense may differ.
 */
export type Strictness = 'verbatim' | 'close';

export interface Normal {
  readonly text: string;
  /** For each UTF-16 unit of `text`, the index in the original of the character it comes from; one more for the end. */
  readonly at: readonly number[];
}

/** The normal form. Linear in the text. */
export function normalOf(text: string, strictness: Strictness): Normal {
  const at: number[] = [];
  return { text: fold(text, strictness, at), at };
}

/** The same without the way back, which takes less time and memory. */
export function normalText(text: string, strictness: Strictness): string {
  return fold(text, strictness, null);
}

const SPACE = /\s/u;
/** Stands between two lines of Chinese for nothing, and around words of another script as the typesetter likes. */
const CLOSE_SET = new RegExp(
  `${UNSPACED.source}|[\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff9f]`,
  'u',
);

/** Whether two normal forms that follow each other have a space between them, as they would have in one text. */
export function spaceBetween(before: string, after: string): boolean {
  const last = Array.from(before.slice(-2)).at(-1) ?? '';
  const first = characterAt(after, 0);
  return (!CLOSE_SET.test(last) && !CLOSE_SET.test(first)) || DIGITS.test(last + first);
}

/** Between two of these white space tells one number from two, in any script. */
const DIGITS = /^\p{N}\p{N}$/u;
/** What is its own normal form, at the speed of the engine's own search; nothing in it is part of a ligature. */
const RUN: Readonly<Record<Strictness, RegExp>> = {
  verbatim: /[!#-_a-~\u00c0-\u0131\u0134-\u0148\u0400-\u045f]+(?: [!#-_a-~\u00c0-\u0131\u0134-\u0148\u0400-\u045f]+)*/y,
  close: /[a-z0-9]+(?: [a-z0-9]+)*/y,
};
const SET_RUN = /[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]+/y;

function fold(text: string, strictness: Strictness, at: number[] | null): string {
  const out: string[] = [];
  const run = RUN[strictness];
  let space = -1; // where white space stands that the next character may need before it
  let set = false; // whether white space after what was last written is the typesetter's
  let last = '';
  for (let i = 0; i < text.length;) {
    let end = runEnd(text, i, run);
    const spaced = end > i;
    if (!spaced) end = runEnd(text, i, SET_RUN);
    const whole = end > i;
    if (!whole) end = clusterEnd(text, i);
    const form = whole ? text.slice(i, end) : formOf(text, i, end, strictness);
    if (form === ' ') {
      if (space < 0) space = i;
    } else if (form !== '') {
      const close = !spaced && CLOSE_SET.test(whole ? form : text.slice(i, end));
      if (space >= 0 && (set || close ? DIGITS.test(last + form.charAt(0)) : last !== '')) {
        out.push(' ');
        at?.push(space);
      }
      space = -1;
      set = close;
      last = form.charAt(form.length - 1);
      out.push(form);
      if (at !== null) for (let k = 0; k < form.length; k += 1) at.push(whole ? i + k : i);
    }
    i = end;
  }
  at?.push(text.length);
  return out.join('');
}

/** The end of a run of characters that stay as they are; a character that a mark follows goes with its mark. */
function runEnd(text: string, index: number, run: RegExp): number {
  run.lastIndex = index;
  if (!run.test(text)) return index;
  return joins(text, run.lastIndex) ? run.lastIndex - 1 : run.lastIndex;
}

const MARK = /[\p{M}\uff9e\uff9f]/u;
/** The later parts of a Hangul syllable, and what they are parts of; after anything else they are letters of their own. */
const LATER_JAMO = /[\u1160-\u11ff]/;
const HANGUL = /[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7fb]/;

/**
 * Whether the character at a place belongs to the one before it: an accent, a vowel sign, a part of a syllable. White
 * space has none of these: it may go, and nothing may go with it.
 */
function joins(text: string, index: number): boolean {
  if (index >= text.length || text.charCodeAt(index) < 0x300) return false;
  const before = text.charAt(index - 1);
  const character = characterAt(text, index);
  return MARK.test(character) ? !SPACE.test(before) : LATER_JAMO.test(character) && HANGUL.test(before);
}

function characterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0);
}

/** So many marks belong to one character; to order more of them would take more than linear time. */
const MOST_MARKS = 24;

/** Where the character at `index` ends, with the marks on it. */
export function clusterEnd(text: string, index: number): number {
  let end = index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
  for (let marks = 0; marks < MOST_MARKS && joins(text, end); marks += 1) end += characterAt(text, end).length;
  return end;
}

const QUOTES = /^["'`´\u2018-\u201f\u2032-\u2037\u00ab\u00bb\u2039\u203a\u300c-\u300f\u301d-\u301f\uff62\uff63]$/u;
const DASHES = /^[-\u2010-\u2015\u2212\ufe58\ufe63]$/u;
/** Soft hyphens, zero widths, direction marks, byte-order marks, variation selectors. */
export const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const ALL_UNSEEN = new RegExp(UNSEEN.source, 'gu');
/**
 * Ligatures, full and half widths, the shapes of Arabic letters, radicals that stand for their ideograph, the degree and
 * micro signs, dots set as one: other type for the same letters. Of all that Unicode calls compatible, only this.
 */
const TYPE =
  /[\u00b5\u0132\u0133\u01c4-\u01cc\u01f1-\u01f3\u2024-\u2026\u2103\u2109\u2e80-\u2fd5\ufb00-\ufb17\ufb20-\ufb28]|[\ufb4f-\ufdf1\ufe30-\ufe6b\ufe80-\ufefc\uff01-\uffee]/u;

const known = new Map<string, string>();

function formOf(text: string, start: number, end: number, strictness: Strictness): string {
  const raw = text.slice(start, end);
  const key = strictness === 'close' ? raw : `=${raw}`;
  let form = known.get(key);
  if (form === undefined) {
    form = alone(raw, strictness);
    if (known.size > 4000) known.clear();
    known.set(key, form);
  }
  return strictness === 'close' && isLight(form) ? lightOf(form, text, start, end) : form;
}

/** What a character is, wherever it stands. */
function alone(raw: string, strictness: Strictness): string {
  if (SPACE.test(raw.charAt(0)) && !UNSEEN.test(raw.charAt(0))) return ' ';
  const seen = raw.replace(ALL_UNSEEN, '').normalize('NFC');
  const plain = TYPE.test(seen) ? seen.normalize('NFKC') : seen;
  if (QUOTES.test(plain)) return "'";
  if (DASHES.test(plain)) return '-';
  return strictness === 'close' ? bare(plain) : plain;
}

/** Vowel points of Arabic and Hebrew, which most texts leave out, and the stroke that only lengthens a word. */
const POINTS = /(?=\p{M})(?:[\u0591-\u05c7]|[\u064b-\u0652]|\u0670)|\u0640/gu;
/** Marks on these are accents; elsewhere (и and й, か and が) they make another letter. */
const ACCENTED = /^[\p{Script=Latin}\p{Script=Greek}ЕеЁё]/u;
const ACCENTS = /[\u0300-\u036f]/gu;

/** Without case and accents. */
function bare(plain: string): string {
  const base = ACCENTED.test(plain) ? plain.normalize('NFD').replace(ACCENTS, '') : plain;
  return base.replace(POINTS, '').toLowerCase().replaceAll('ς', 'σ');
}
