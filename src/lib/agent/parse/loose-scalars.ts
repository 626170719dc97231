/** Reads strings, numbers and words of damaged JSON, keeping unescaped quotation marks. Linear time. */
import {
  CLOSERS,
  findLastComma,
  isClosingQuote,
  isNextMemberStart,
  matchAt,
  skipBlanks,
  type StringPlace,
} from './string-ends.ts';

interface LooseString {
  readonly value: string;
  readonly end: number;
  /** The text ended first, or the string may include what follows. */
  readonly cut: boolean;
}

const STRUCTURE =
  /["'`”’][ \t\r\n]{0,20}[:{}[\]]|[{[][ \t\r\n]{0,20}["'`“‘]|["'`”’][ \t\r\n]{0,20},?[ \t\r\n]{1,20}["'`“‘]/;
/** Text that ends before this may hold a mark that closes the string. */
const SEPARATOR = /["'`”’][ \t\r\n]{0,20}[,，;:]/;

export function readString(text: string, at: number, place: StringPlace): LooseString {
  if (text.startsWith('"""', at)) return readTriple(text, at);
  const closers = CLOSERS[text[at] ?? ''] ?? '';
  const parts: string[] = [];
  let here = at + 1;
  let pieceStart = here;
  let inner = -1; // the first mark that was taken as part of the text
  while (here < text.length) {
    const character = text.charAt(here);
    if (character === '\\') {
      const escape = readEscape(text, here);
      if (escape === null) return { value: parts.join('') + text.slice(pieceStart, here), end: text.length, cut: true };
      parts.push(text.slice(pieceStart, here), escape.value);
      here = escape.end;
      pieceStart = here;
    } else if (closers.includes(character) && isClosingQuote(text, here, place)) {
      const taken = inner === -1 ? '' : text.slice(inner, here);
      const cut = STRUCTURE.test(taken) || (skipBlanks(text, here + 1) === text.length && SEPARATOR.test(taken));
      return { value: parts.join('') + text.slice(pieceStart, here), end: here + 1, cut };
    } else if (place.kind === 'member' && closers.includes(character) && isNextMemberStart(text, here)) {
      const end = findLastComma(text, here); // the closing mark is missing: the next member begins here
      if (end >= pieceStart) return { value: parts.join('') + text.slice(pieceStart, end), end, cut: false };
      here += 1;
    } else {
      if (inner === -1 && closers.includes(character)) inner = here;
      here += 1;
    }
  }
  return { value: parts.join('') + text.slice(pieceStart), end: text.length, cut: true };
}

function readTriple(text: string, at: number): LooseString {
  const close = text.indexOf('"""', at + 3);
  const parts: string[] = [];
  let here = at + 3;
  const end = close === -1 ? text.length : close;
  while (here < end) {
    const slash = text.indexOf('\\', here);
    const escape = slash === -1 || slash >= end ? null : readEscape(text, slash);
    if (escape === null) break;
    parts.push(text.slice(here, slash), escape.value);
    here = escape.end;
  }
  return { value: parts.join('') + text.slice(here, end), end: Math.min(end + 3, text.length), cut: close === -1 };
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Null if the text ends inside it. Unknown escapes keep the backslash. */
export function readEscape(text: string, at: number): { value: string; end: number } | null {
  const next = text[at + 1];
  if (next === undefined) return null;
  const length = next === 'u' || next === 'U' ? 4 : next === 'x' ? 2 : 0;
  if (length > 0) {
    const digits = text.slice(at + 2, at + 2 + length);
    if (/^[0-9a-fA-F]+$/.test(digits) && digits.length === length) {
      return { value: String.fromCharCode(parseInt(digits, 16)), end: at + 2 + length };
    }
    if (at + 2 + length > text.length) return null;
  }
  const control = ESCAPES[next];
  if (control !== undefined) return { value: control, end: at + 2 };
  return { value: /[\p{L}\p{N}]/u.test(next) ? `\\${next}` : next, end: at + 2 };
}

export const NUMBER =
  /[-+]?(?:0[xX][0-9a-fA-F]{1,40}|(?:\d[\d_]{0,400}\.?\d{0,400}|\.\d{1,400})(?:[eE][-+]?\d{1,4})?)/y;
export const WORD = /[\p{L}_$][\p{L}\p{N}_$-]{0,200}/uy;
const LITERALS: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  none: null,
  nil: null,
  nan: null,
  undefined: null,
};

interface BareValue {
  readonly value: unknown;
  readonly end: number;
  /** The text ended first, such as after `tru`, or in a number whose next digit may be missing. */
  readonly lost: boolean;
}

/** Null if there is neither a number nor a word that ends its member. */
export function readBareValue(text: string, at: number): BareValue | null {
  const number = matchAt(NUMBER, text, at);
  if (number !== -1 && !/^[\p{L}\p{N}_.:/-]$/u.test(text[number] ?? ''))
    return { value: parseNumber(text.slice(at, number)), end: number, lost: skipBlanks(text, number) >= text.length };
  const end = matchAt(WORD, text, at);
  if (end === -1) return null;
  const token = text.slice(at, end);
  const lowerCase = token.toLowerCase();
  const isLiteral = Object.hasOwn(LITERALS, lowerCase);
  const next = skipBlanks(text, end);
  if (next >= text.length && !isLiteral) return { value: token, end, lost: true };
  if (isLiteral || /^(?:-)?infinity$/.test(lowerCase)) return { value: LITERALS[lowerCase] ?? null, end, lost: false };
  return /[,\]}\n]/.test(text.slice(end, next + 1)) ? { value: token, end, lost: false } : null;
}

/** Leading zeros, as in a postcode, stay text. */
function parseNumber(token: string): number | string {
  const digits = token.replaceAll('_', '').replace(/^\+/, '');
  if (/^-?0\d/.test(digits)) return token;
  const value = Number(digits.startsWith('-0x') || digits.startsWith('-0X') ? digits.slice(1) : digits);
  if (!Number.isFinite(value)) return token;
  return /^-0[xX]/.test(digits) ? -value : value;
}
