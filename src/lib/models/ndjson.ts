/**
 * Lines of JSON, out of bytes in whatever pieces they come. The one rule: what leaves is whole lines, each one JSON object
 * ended by a line feed, since libraries that read them pass over anything else without a word.
 */
import { parseJson } from '../base/loose.ts';

export interface JsonLines {
  /** The lines that these bytes bring to their end, without blank ones; null when one of them is no JSON object. */
  push(bytes: Uint8Array): Uint8Array | null;
  /** The bytes have ended: the last line, if nothing but its end is missing. */
  flush(): Uint8Array;
}

export function jsonLines(): JsonLines {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  return {
    push(bytes) {
      // no JSON holds a bare line end, and the two halves of CRLF have a blank line between them
      const [first = '', ...rest] = decoder.decode(bytes, { stream: true }).split(/[\r\n]/);
      begun.push(first);
      const next = rest.pop();
      if (next === undefined) return linesOf([]);
      const ended = [begun.join(''), ...rest].filter((line) => line.trim() !== '');
      begun = [next];
      return ended.every(isObject) ? linesOf(ended) : null;
    },
    flush() {
      const line = begun.join('') + decoder.decode();
      return linesOf(isObject(line) ? [line] : []);
    },
  };
}

function isObject(line: string): boolean {
  const value = parseJson(line);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function linesOf(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
}
