/** Reads damaged JSON leniently, and reports what is missing. */
import { NUMBER, readBareValue, readString, WORD } from './loose-scalars.ts';
import { isQuote, matchAt, skipBlanks, skipBullet, type StringPlace } from './string-ends.ts';

export interface LooseValue {
  readonly value: unknown;
  readonly end: number;
  readonly lost: boolean;
  readonly unclosed: boolean;
  /** A closing fence or tag follows. */
  readonly ended: boolean;
  /** What can be read in two ways, for the model; '' for nothing. */
  readonly ambiguity: string;
}

export const describeRepeatedKey = (key: string): string =>
  `the key ${JSON.stringify(key.slice(0, 60))} is given twice`;

class UnreadableError extends Error {}

/** `none`: no JSON here. `broken`: cannot be read. */
type LooseFailure = 'none' | 'broken';

const MAX_DEPTH = 100;

/** Never throws. */
export function readLooseJson(text: string, from: number): LooseValue | LooseFailure {
  let at = from;
  let lost = false;
  let unclosed = false;
  let ended = false;
  let ambiguity = '' as string; // set by the closures below, as is the next
  let hasContent = false as boolean;

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
    const read = readBareValue(text, at) ?? fail();
    lost ||= read.lost;
    const token = text.slice(at, read.end).replace('+', '');
    if (/^-?\d{16,}$/.test(token) && String(read.value) !== token)
      ambiguity ||= `${token.slice(0, 40)} is an integer that a number cannot hold exactly`;
    at = read.end;
    return read.value;
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

  /** Skips to the next entry; false at the end of the object or list that `close` ends. `count`: entries before. */
  function hasNext(close: '}' | ']', depth: number, count: number): boolean {
    const comma = skipCommas();
    at = skipBullet(text, at);
    if (isOver()) {
      unclosed = true;
      lost ||= comma || count === 0;
      return false;
    }
    if (text[at] === close) {
      at += 1;
      return false;
    }
    if (text[at] !== '}' && text[at] !== ']') return true;
    if (depth === 1) fail();
    return false; // its own bracket is missing; this one closes what is around it
  }

  function readObject(depth: number): unknown {
    const entries = new Map<string, unknown>();
    let bareKeys = false;
    at += 1;
    while (hasNext('}', depth, entries.size)) {
      const { key, bare } = readKey(depth);
      bareKeys ||= bare;
      if (!skipColon(bare)) {
        unclosed = lost = true;
        break;
      }
      hasContent = true;
      if (entries.has(key)) ambiguity ||= describeRepeatedKey(key);
      entries.set(key, readValue({ kind: 'member', depth, bareKeys }));
    }
    return Object.fromEntries(entries);
  }

  function readArray(depth: number): unknown {
    const items: unknown[] = [];
    at += 1;
    while (hasNext(']', depth, items.length)) {
      items.push(readValue({ kind: 'item', depth, bareKeys: false }));
      hasContent = true;
    }
    return items;
  }

  try {
    const value = text[at] === '{' ? readObject(1) : text[at] === '[' ? readArray(1) : fail();
    return { value, end: at, lost, unclosed, ended, ambiguity };
  } catch (thrown) {
    if (thrown instanceof UnreadableError) return hasContent ? 'broken' : 'none';
    throw thrown;
  }
}
