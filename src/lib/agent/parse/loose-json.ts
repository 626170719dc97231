/** Reads damaged JSON leniently, and reports what is missing. */
import { isQuote, matchAt, readString, skipBlanks, skipBullet, type StringPlace } from './loose-strings.ts';

export interface LooseValue {
  readonly value: unknown;
  readonly end: number;
  readonly lost: boolean;
  readonly unclosed: boolean;
  /** A closing fence or tag follows. */
  readonly ended: boolean;
}

class UnreadableError extends Error {}

/** `none`: no JSON here. `broken`: cannot be read. */
export type LooseFailure = 'none' | 'broken';

const MAX_DEPTH = 100;
const NUMBER = /[-+]?(?:0[xX][0-9a-fA-F]{1,40}|(?:\d[\d_]{0,400}\.?\d{0,400}|\.\d{1,400})(?:[eE][-+]?\d{1,4})?)/y;
const WORD = /[\p{L}_$][\p{L}\p{N}_$-]{0,200}/uy;
const LITERALS: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  none: null,
  nil: null,
  nan: null,
  undefined: null,
};

/** Never throws. */
export function readLooseJson(text: string, from: number): LooseValue | LooseFailure {
  let at = from;
  let lost = false;
  let unclosed = false;
  let ended = false;
  let hasContent = false as boolean; // set by the closures below

  const fail = (): never => {
    throw new UnreadableError();
  };

  /** Stops at a closing fence or tag, which sets `ended`. */
  function skip(): void {
    for (;;) {
      at = skipBlanks(text, at);
      if (text.startsWith('//', at) || text[at] === '#') at = toEnd(text.indexOf('\n', at), 1);
      else if (text.startsWith('/*', at)) at = toEnd(text.indexOf('*/', at), 2);
      else if (text.startsWith('...', at) || text[at] === '…') {
        lost = true;
        at += text[at] === '…' ? 1 : 3;
      } else break;
    }
    ended ||= text.startsWith('```', at) || text.startsWith('</', at);
  }
  const toEnd = (found: number, length: number): number => (found === -1 ? text.length : found + length);
  const isOver = (): boolean => ended || at >= text.length;

  function skipCommas(): boolean {
    let comma = false;
    skip();
    while (!isOver() && /[,，;]/.test(text.charAt(at))) {
      comma = true;
      at += 1;
      skip();
    }
    return comma;
  }

  function readValue(place: StringPlace): unknown {
    skip();
    if (isOver()) {
      lost = true;
      return null;
    }
    const character = text[at];
    if (character === '{' || character === '[') {
      if (place.depth >= MAX_DEPTH) fail();
      return character === '{' ? readObject(place.depth + 1) : readArray(place.depth + 1);
    }
    const prefixed = /^[urbfURBF]$/.test(character ?? '') && isQuote(text[at + 1]); // Python's u'…'
    if (prefixed) at += 1;
    return isQuote(text[at]) ? readText(place) : readBare();
  }

  function readText(place: StringPlace): string {
    let value = '';
    for (;;) {
      const read = readString(text, at, place);
      lost ||= read.cut;
      value += read.value;
      at = read.end;
      if (place.kind === 'key') return value;
      const plus = skipBlanks(text, at);
      const next = skipBlanks(text, plus + 1);
      if (text[plus] !== '+' || !isQuote(text[next])) return value;
      at = next;
    }
  }

  function readBare(): unknown {
    const number = matchAt(NUMBER, text, at);
    if (number !== -1 && !/^[\p{L}\p{N}_.:/-]$/u.test(text[number] ?? '')) {
      const value = parseNumber(text.slice(at, number));
      at = number;
      return value;
    }
    const word = matchAt(WORD, text, at);
    if (word === -1) return fail();
    const token = text.slice(at, word);
    const lowerCase = token.toLowerCase();
    const end = skipBlanks(text, word);
    if (end >= text.length && !Object.hasOwn(LITERALS, lowerCase))
      lost = true; // such as `tru`
    else if (Object.hasOwn(LITERALS, lowerCase) || /^(?:-)?infinity$/.test(lowerCase)) {
      at = word;
      return LITERALS[lowerCase] ?? null;
    } else if (!/[,\]}\n]/.test(text.slice(word, end + 1))) fail();
    at = word;
    return token;
  }

  function readKey(depth: number): { key: string; bare: boolean } {
    if (isQuote(text[at])) return { key: readText({ kind: 'key', depth, bareKeys: false }), bare: false };
    const number = matchAt(NUMBER, text, at);
    const end = number === -1 ? matchAt(WORD, text, at) : number;
    if (end === -1) fail();
    const key = text.slice(at, end);
    at = isQuote(text[end]) ? end + 1 : end; // the opening quote may be missing
    return { key, bare: true };
  }

  /** Also `=` and `=>`; false if the text ends before it. */
  function skipColon(bare: boolean): boolean {
    skip();
    if (isOver()) return false;
    if (text[at] === ':' || text[at] === '：') at += 1;
    else if (text[at] === '=') at += text[at + 1] === '>' ? 2 : 1;
    else if (bare || !/[-\d{["'tfnTFN]/.test(text.charAt(at))) fail();
    return true;
  }

  function readObject(depth: number): unknown {
    const entries: [string, unknown][] = [];
    let bareKeys = false;
    at += 1;
    for (;;) {
      const comma = skipCommas();
      at = skipBullet(text, at);
      if (isOver()) {
        unclosed = true;
        lost ||= comma;
        break;
      }
      if (text[at] === '}') {
        at += 1;
        break;
      }
      if (text[at] === ']') {
        if (depth === 1) fail();
        break; // the brace is missing; the bracket closes the list around this object
      }
      const { key, bare } = readKey(depth);
      bareKeys ||= bare;
      if (!skipColon(bare)) {
        unclosed = lost = true;
        break;
      }
      hasContent = true;
      entries.push([key, readValue({ kind: 'member', depth, bareKeys })]);
    }
    return Object.fromEntries(entries);
  }

  function readArray(depth: number): unknown {
    const items: unknown[] = [];
    at += 1;
    for (;;) {
      const comma = skipCommas();
      if (isOver()) {
        unclosed = true;
        lost ||= comma;
        break;
      }
      if (text[at] === ']') {
        at += 1;
        break;
      }
      if (text[at] === '}') {
        if (depth === 1) fail();
        break; // the bracket is missing; the brace closes the object around this list
      }
      at = skipBullet(text, at);
      if (text[at] === ']' || text[at] === '}') continue;
      items.push(readValue({ kind: 'item', depth, bareKeys: false }));
      hasContent = true;
    }
    return items;
  }

  try {
    const value = text[at] === '{' ? readObject(1) : text[at] === '[' ? readArray(1) : fail();
    return { value, end: at, lost, unclosed, ended };
  } catch (thrown) {
    if (thrown instanceof UnreadableError) return hasContent ? 'broken' : 'none';
    throw thrown;
  }
}

/** Leading zeros, as in a postcode, stay text. */
function parseNumber(token: string): number | string {
  const digits = token.replaceAll('_', '').replace(/^\+/, '');
  if (/^-?0\d/.test(digits)) return token;
  const value = Number(digits.startsWith('-0x') || digits.startsWith('-0X') ? digits.slice(1) : digits);
  if (!Number.isFinite(value)) return token;
  return /^-0[xX]/.test(digits) ? -value : value;
}
