/**
 * Decides where a quote may begin and end: never inside what a reader takes for one word or number, since a part of it
 * means something else: legal and illegal, 5 and 1.5, 5 and −5, toxic and non-toxic.
 */
import { UNSPACED } from '../text/words.ts';
import { INVISIBLE } from './normal.ts';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{N}/u;
const MARK = /\p{M}/u;
const SPACE = /\s/u;
/** Groups of digits are separated by these. A plain space is too rarely one to be told from two numbers. */
const FIXED_SPACE = /[\u00a0\u2007-\u2009\u202f]/u;
const DASH = /[-\u2010-\u2013\u2212]/u;
/** Directly before a number these are part of it. */
const BEFORE_NUMBER = /[-+±~≈<>≤≥≠\u2010-\u2013\u2212.,\p{Sc}]/u;
/** Directly after a number these are part of it. */
const AFTER_NUMBER = /[%‰°′″+\p{Sc}]/u;
/** Between two digits these always join them. */
const IN_NUMBER = /[.,:/'’⁄·×x*^\u2010-\u2015\u2212-]/u;
/** Between two letters, or a letter and a digit, these join them. */
const IN_WORD = /[-\u2010\u2011/&@·+*^\\|=<>#$%~()]/u;
const APOSTROPHE = /['’ʼ]/u;
/** In French and Italian these are written together with the next word. n’ is left out because it negates. */
const ELISION = /(?:^|[^\p{L}\p{N}])(?:[ldjmtsc]|qu|jusqu|lorsqu|puisqu|dell|nell|all|dall|sull|quest|quell|un)$/iu;

/** Returns whether a quote may begin or end at an index. Looks at a few characters on either side. */
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

/** Scripts without spaces have a boundary between any two letters, but digits still form one number. */
function isScriptBoundary(b: string, a: string): boolean {
  return (UNSPACED.test(b) || UNSPACED.test(a)) && !(DIGIT.test(b) && DIGIT.test(a));
}

/** For a punctuation mark before the word. */
function canBeginAfterMark(text: string, mark: VisibleCharacter, bb: string, a: string): boolean {
  const b = mark.character;
  if (DIGIT.test(a) && (isNumberSign(b, bb) || isFootnoteStart(b, bb))) return false;
  if (APOSTROPHE.test(b) && LETTER.test(bb) && LETTER.test(a))
    return ELISION.test(text.slice(Math.max(0, mark.at - 8), mark.at));
  return !(b === '°' && LETTER.test(a)) && !joinsCharacters(bb, b, a);
}

/** A dash after a word or space may be a minus. A dash after a dash is not. */
function isNumberSign(b: string, bb: string): boolean {
  if (b === '=') return /[<>!≠~]/u.test(bb);
  return BEFORE_NUMBER.test(b) && !(DASH.test(b) && DASH.test(bb));
}

/** The start of a footnote mark: its number is not a word of the text. */
function isFootnoteStart(b: string, bb: string): boolean {
  return (b === '[' && bb !== '' && !SPACE.test(bb)) || (b === '^' && bb === '[');
}

/** For a punctuation mark after the word. */
function canEndBeforeMark(b: string, a: string, aa: string): boolean {
  if (DIGIT.test(b) && AFTER_NUMBER.test(a)) return false;
  if (LETTER.test(b) && /[+#]/.test(a)) return false;
  if (APOSTROPHE.test(a) && LETTER.test(b) && LETTER.test(aa)) return false;
  return !joinsCharacters(b, a, aa);
}

/** Returns whether a mark between two characters makes them one word. */
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

/** At most this many invisible characters are skipped. */
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
