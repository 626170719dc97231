/**
 * Where a quote may begin and end. The one rule: never inside what a reader takes for one word or one number, for a part
 * of it says something else: legal and illegal, 5 and 1.5, 5 and −5, toxic and non-toxic.
 */
import { UNSPACED } from '../text/words.ts';
import { UNSEEN } from './normal.ts';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{N}/u;
const MARK = /\p{M}/u;
const SPACE = /\s/u;
/** Groups of digits are set apart by these; by a plain space too seldom to tell it from two numbers. */
const FIXED_SPACE = /[\u00a0\u2007-\u2009\u202f]/u;
const DASH = /[-\u2010-\u2013\u2212]/u;
/** Directly before a number these are part of it. */
const BEFORE_NUMBER = /[-+±~≈<>≤≥≠\u2010-\u2013\u2212.,\p{Sc}]/u;
/** Directly after one. */
const AFTER_NUMBER = /[%‰°′″+\p{Sc}]/u;
/** Between two digits these join them, whatever else they do. */
const IN_NUMBER = /[.,:/'’⁄·×x*^\u2010-\u2015\u2212-]/u;
/** Between two letters, or a letter and a digit. */
const IN_WORD = /[-\u2010\u2011/&@·+*^\\|=<>#$%~()]/u;
const APOSTROPHE = /['’ʼ]/u;
/** French and Italian write these and the next word together; n’ is not among them, for it says no. */
const ELISION = /(?:^|[^\p{L}\p{N}])(?:[ldjmtsc]|qu|jusqu|lorsqu|puisqu|dell|nell|all|dall|sull|quest|quell|un)$/iu;

/** Whether a quote may begin or end at an index. Looks at a few characters on either side. */
export function isBoundary(text: string, index: number): boolean {
  const b = before(text, index);
  const next = seen(text, index);
  const a = next.character;
  if (b.character === '' || a === '') return true;
  if (MARK.test(a)) return false;
  const bb = before(text, b.at).character;
  const aa = seen(text, next.at + a.length).character;
  if (SPACE.test(b.character)) return !(FIXED_SPACE.test(b.character) && DIGIT.test(bb) && DIGIT.test(a));
  if (SPACE.test(a)) return !(FIXED_SPACE.test(a) && DIGIT.test(b.character) && DIGIT.test(aa));
  if (WORD.test(b.character) && WORD.test(a)) return betweenScripts(b.character, a);
  if (WORD.test(a)) return beginsAfter(text, b, bb, a);
  return !WORD.test(b.character) || endsBefore(b.character, a, aa);
}

/** Scripts without spaces need none; but a number is a number in any of them. */
function betweenScripts(b: string, a: string): boolean {
  return (UNSPACED.test(b) || UNSPACED.test(a)) && !(DIGIT.test(b) && DIGIT.test(a));
}

/** A mark stands before the word. */
function beginsAfter(text: string, mark: Found, bb: string, a: string): boolean {
  const b = mark.character;
  if (DIGIT.test(a) && (isSigned(b, bb) || isNoted(b, bb))) return false;
  if (APOSTROPHE.test(b) && LETTER.test(bb) && LETTER.test(a))
    return ELISION.test(text.slice(Math.max(0, mark.at - 8), mark.at));
  return !(b === '°' && LETTER.test(a)) && !isInside(bb, b, a);
}

/** A dash after a word or space may be a minus; a long one is not, unless it is between two numbers. */
function isSigned(b: string, bb: string): boolean {
  if (b === '=') return /[<>!≠~]/u.test(bb);
  return BEFORE_NUMBER.test(b) && !(DASH.test(b) && DASH.test(bb));
}

/** A footnote's mark begins: its number is no word of the text. */
function isNoted(b: string, bb: string): boolean {
  return (b === '[' && bb !== '' && !SPACE.test(bb)) || (b === '^' && bb === '[');
}

/** A mark stands after the word. */
function endsBefore(b: string, a: string, aa: string): boolean {
  if (DIGIT.test(b) && AFTER_NUMBER.test(a)) return false;
  if (LETTER.test(b) && /[+#]/.test(a)) return false;
  if (APOSTROPHE.test(a) && LETTER.test(b) && LETTER.test(aa)) return false;
  return !isInside(b, a, aa);
}

/** Whether a mark between two characters makes one word of them. */
function isInside(left: string, mark: string, right: string): boolean {
  if (DIGIT.test(left) && DIGIT.test(right)) return IN_NUMBER.test(mark);
  if (!WORD.test(left) || !WORD.test(right)) return false;
  if (UNSPACED.test(left) || UNSPACED.test(right)) return false;
  if (mark === '.') return !(/[\p{Ll}\p{N}]/u.test(left) && /\p{Lu}/u.test(right)); // end.Next, where a page forgot the space
  return IN_WORD.test(mark);
}

interface Found {
  readonly character: string;
  readonly at: number;
}

/** Characters nobody sees are looked over, so many of them. */
const REACH = 16;

function before(text: string, index: number): Found {
  let at = index;
  for (let steps = 0; at > 0 && steps < REACH; steps += 1) {
    const low = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && at > 1;
    const character = text.slice(low ? at - 2 : at - 1, at);
    at -= character.length;
    if (!UNSEEN.test(character)) return { character, at };
  }
  return { character: '', at };
}

function seen(text: string, index: number): Found {
  let at = index;
  for (let steps = 0; at < text.length && steps < REACH; steps += 1) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!UNSEEN.test(character)) return { character, at };
    at += character.length;
  }
  return { character: '', at };
}
