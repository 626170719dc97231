/** Keeps quotes from cutting a word or number: legal/illegal, 5/1.5, 5/−5, toxic/non-toxic. */
import { UNSPACED } from '../text/terms.ts';
import { DIGIT, INVISIBLE, LETTER, SPACE } from './normalise-character.ts';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const MARK = /\p{M}/u;
/** A plain space rarely separates groups of digits. */
const FIXED_SPACE = /[\u00a0\u2007-\u2009\u202f]/u;
const DASH = /[-\u2010-\u2013\u2212]/u;
const BEFORE_NUMBER = /[-+±~≈<>≤≥≠\u2010-\u2013\u2212.,\p{Sc}]/u;
const AFTER_NUMBER = /[%‰°′″+\p{Sc}]/u;
const IN_NUMBER = /[.,:/'’⁄·×x*^\u2010-\u2015\u2212-]/u;
const IN_WORD = /[-\u2010\u2011/&@·+*^\\|=<>#$%~()]/u;
const APOSTROPHE = /['’ʼ]/u;
/** French and Italian elisions. n’ is left out because it negates. */
const ELISION = /(?:^|[^\p{L}\p{N}])(?:[ldjmtsc]|qu|jusqu|lorsqu|puisqu|dell|nell|all|dall|sull|quest|quell|un)$/iu;

export function isBoundary(text: string, index: number): boolean {
  const left = findPreviousVisible(text, index);
  const nextVisible = findNextVisible(text, index);
  const right = nextVisible.character;
  if (left.character === '' || right === '') return true;
  if (MARK.test(right)) return false;
  const beforeLeft = findPreviousVisible(text, left.at).character;
  const afterRight = findNextVisible(text, nextVisible.at + right.length).character;
  if (SPACE.test(left.character))
    return !(FIXED_SPACE.test(left.character) && DIGIT.test(beforeLeft) && DIGIT.test(right));
  if (SPACE.test(right)) return !(FIXED_SPACE.test(right) && DIGIT.test(left.character) && DIGIT.test(afterRight));
  if (WORD.test(left.character) && WORD.test(right)) return isScriptBoundary(left.character, right);
  if (WORD.test(right)) return canBeginAfterMark(text, left, beforeLeft, right);
  return !WORD.test(left.character) || canEndBeforeMark(left.character, right, afterRight);
}

function isScriptBoundary(b: string, a: string): boolean {
  return (UNSPACED.test(b) || UNSPACED.test(a)) && !(DIGIT.test(b) && DIGIT.test(a));
}

function canBeginAfterMark(text: string, mark: VisibleCharacter, bb: string, a: string): boolean {
  const b = mark.character;
  if (DIGIT.test(a) && (isNumberSign(b, bb) || isFootnoteStart(b, bb))) return false;
  if (APOSTROPHE.test(b) && LETTER.test(bb) && LETTER.test(a))
    return ELISION.test(text.slice(Math.max(0, mark.at - 8), mark.at));
  return !(b === '°' && LETTER.test(a)) && !joinsCharacters(bb, b, a);
}

/** A dash after a word or space may be a minus; after a dash it is not. */
function isNumberSign(b: string, bb: string): boolean {
  if (b === '=') return /[<>!≠~]/u.test(bb);
  return BEFORE_NUMBER.test(b) && !(DASH.test(b) && DASH.test(bb));
}

function isFootnoteStart(b: string, bb: string): boolean {
  return (b === '[' && bb !== '' && !SPACE.test(bb)) || (b === '^' && bb === '[');
}

function canEndBeforeMark(b: string, a: string, aa: string): boolean {
  if (DIGIT.test(b) && AFTER_NUMBER.test(a)) return false;
  if (LETTER.test(b) && /[+#]/.test(a)) return false;
  if (APOSTROPHE.test(a) && LETTER.test(b) && LETTER.test(aa)) return false;
  return !joinsCharacters(b, a, aa);
}

function joinsCharacters(left: string, mark: string, right: string): boolean {
  if (DIGIT.test(left) && DIGIT.test(right)) return IN_NUMBER.test(mark);
  if (!WORD.test(left) || !WORD.test(right)) return false;
  if (UNSPACED.test(left) || UNSPACED.test(right)) return false;
  if (mark === '.') return !(/[\p{Ll}\p{N}]/u.test(left) && /\p{Lu}/u.test(right)); // end.Next: the page is missing a space
  return IN_WORD.test(mark);
}

interface VisibleCharacter {
  readonly character: string;
  readonly at: number;
}

const MAX_INVISIBLE = 16;

function findPreviousVisible(text: string, index: number): VisibleCharacter {
  let at = index;
  for (let steps = 0; at > 0 && steps < MAX_INVISIBLE; steps += 1) {
    const low = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && at > 1;
    const character = text.slice(low ? at - 2 : at - 1, at);
    at -= character.length;
    if (!INVISIBLE.test(character)) return { character, at };
  }
  return { character: '', at };
}

function findNextVisible(text: string, index: number): VisibleCharacter {
  let at = index;
  for (let steps = 0; at < text.length && steps < MAX_INVISIBLE; steps += 1) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!INVISIBLE.test(character)) return { character, at };
    at += character.length;
  }
  return { character: '', at };
}

const LETTER_ALONE = /\p{L}/u;

/** Quicker, for a normal form: whether an index is certainly inside a word. */
export function isWithinWord(text: string, index: number): boolean {
  if (index === 0 || index >= text.length) return false;
  const [left, right] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  if (left < 128 && right < 128) return isAlphanumeric(left) && isAlphanumeric(right);
  return [left, right].every((code) => {
    const character = String.fromCharCode(code);
    return LETTER_ALONE.test(character) && !UNSPACED.test(character);
  });
}

function isAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}
