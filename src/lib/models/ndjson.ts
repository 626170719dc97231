/**
 * Splits a byte stream into lines of JSON. Emits only whole lines, each one JSON object ended by a line feed, since
 * libraries that read them ignore anything else silently.
 */
import { parseJson } from '../base/loose.ts';

export interface JsonLines {
  /** Returns the lines that these bytes complete, without blank ones; null when one of them is not a JSON object. */
  push(bytes: Uint8Array): Uint8Array | null;
  /** Ends the input. Returns the last line if only its line feed is missing. */
  flush(): Uint8Array;
}

export function createJsonLines(): JsonLines {
  const decoder = new TextDecoder();
  let partial: string[] = [];
  return {
    push(bytes) {
      // JSON holds no raw line end, and CRLF only adds a blank line.
      const [first = '', ...rest] = decoder.decode(bytes, { stream: true }).split(/[\r\n]/);
      partial.push(first);
      const next = rest.pop();
      if (next === undefined) return encodeLines([]);
      const complete = [partial.join(''), ...rest].filter((line) => line.trim() !== '');
      partial = [next];
      return complete.every(isJsonObject) ? encodeLines(complete) : null;
    },
    flush() {
      const line = partial.join('') + decoder.decode();
      return encodeLines(isJsonObject(line) ? [line] : []);
    },
  };
}

function isJsonObject(line: string): boolean {
  const value = parseJson(line);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function encodeLines(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
}
