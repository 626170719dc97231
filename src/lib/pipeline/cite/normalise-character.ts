/** The normal form of one character in its place. */

/** `verbatim` ignores only typography and white space; `close` also case, accents, harmless punctuation. */
export type Strictness = 'verbatim' | 'close';

const QUOTES =
  /^["'`´\u02bc\u2018-\u201f\u2032-\u2037\u00ab\u00bb\u2039\u203a\u300c-\u300f\u301d-\u301f\uff62\uff63]$/u;
/** Their spacing is type: `settleSpacing` makes plain marks of them. */
const GUILLEMETS = /^[\u00ab\u00bb\u2039\u203a]$/u;
const LONG_DASHES = /^[\u2014\u2015\u2500\u2e3a\u2e3b\ufe58]$/u;
const DASHES = /^[-\u2010-\u2013\u2212\ufe63]$/u;
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');
/** The only compatibility mappings of Unicode that keep the meaning. */
const TYPOGRAPHIC_VARIANT =
  /[\u00b5\u0132\u0133\u01c4-\u01cc\u01f1-\u01f3\u0e33\u0eb3\u2024-\u2026\u2103\u2109\u2116\u2122\u2e80-\u2fd5\u3380-\u339e\ufb00-\ufb17\ufb20-\ufb28]|[\ufb4f-\ufdf1\ufe30-\ufe6b\ufe80-\ufefc\uff01-\uffee]/u;

/** Thai and Lao sara am is typed in either order of its marks. */
const VOWEL_BEFORE_TONE = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb])/u;
const LONG_DASH = '\u2014';

const formCache = new Map<string, string>();

export function getNormalForm(text: string, start: number, end: number, strictness: Strictness): string {
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

function normaliseCharacter(raw: string, strictness: Strictness): string {
  if (SPACE.test(raw.charAt(0)) && !INVISIBLE.test(raw.charAt(0))) return ' ';
  const visible = raw.replace(ALL_INVISIBLE, '').normalize('NFC');
  const typed = TYPOGRAPHIC_VARIANT.test(visible) ? visible.normalize('NFKC') : visible;
  const plain = typed.replace(VOWEL_BEFORE_TONE, '$2$1');
  if (strictness === 'verbatim' && GUILLEMETS.test(plain)) return plain;
  if (QUOTES.test(plain)) return "'";
  if (LONG_DASHES.test(plain)) return LONG_DASH;
  if (DASHES.test(plain)) return '-';
  return strictness === 'close' ? stripCaseAndAccents(plain) : plain;
}

/** Most texts omit points; the stroke only lengthens a word. */
const POINTS = /(?=\p{M})(?:[\u0591-\u05c7]|[\u064b-\u0652]|\u0670)|\u0640/gu;
/** Elsewhere (и and й, か and が) marks make a different letter. */
const ACCENTED = /^[\p{Script=Latin}\p{Script=Greek}ЕеЁё]/u;
const ACCENTS = /[\u0300-\u036f]/gu;

function stripCaseAndAccents(plain: string): string {
  const base = ACCENTED.test(plain) ? plain.normalize('NFD').replace(ACCENTS, '') : plain;
  return base.replace(POINTS, '').toLowerCase().replaceAll('ς', 'σ');
}

/** Punctuation that a close quote may lack; dropped only on the outer side of a word (not in 1.5, we’re). */
const LIGHT_MARK = /^(?:\.\.\.?|[,;:.!()[\]{}*_~|\\·•‣⁃∙▪▫●○■□◦'、。])$/u;
const BULLET = /^[·•‣⁃∙▪▫●○■□◦]$/u;

function isLightMark(form: string): boolean {
  return LIGHT_MARK.test(form);
}

const MAX_SKIPPED_MARKS = 8;

const SKIPPED_MARK = /[,;:.!…()[\]{}*_~|\\·•‣⁃∙▪▫●○■□◦"'`´\u2018-\u201f\u2032-\u2037«»‹›「」『』、。]/u;

export const SPACE = /\s/u;
export const DIGIT = /\p{N}/u;
export const LETTER = /[\p{L}\p{M}]/u;

function reduceLightMark(form: string, text: string, start: number, end: number): string {
  const before = isOuterSide(text, start - 1, -1);
  const after = isOuterSide(text, end, 1);
  if (form > '~' && BULLET.test(form)) return before && !DIGIT.test(text.charAt(end)) ? '' : form;
  switch (form) {
    case "'": {
      const last = text.charAt(start - 1);
      return DIGIT.test(last) || (LETTER.test(last) && LETTER.test(text.charAt(end))) ? form : '';
    }
    case '(':
    case '[':
    case '{':
      return before ? '' : form;
    case '*':
    case '_':
    case '~':
    case '|':
    case '\\':
      return before !== after && !DIGIT.test(text.charAt(end)) ? '' : form;
    default:
      return after ? '' : form;
  }
}

function isOuterSide(text: string, from: number, step: 1 | -1): boolean {
  let at = from;
  while (Math.abs(at - from) < MAX_SKIPPED_MARKS && SKIPPED_MARK.test(text.charAt(at))) at += step;
  const character = text.charAt(at);
  return character === '' || SPACE.test(character);
}
