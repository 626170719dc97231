/** Formats untrusted text as one line within our own text; nothing in it can break the line or be invisible. */

import { stringifyCanonical } from './canonical.ts';

/** Characters scanned per character kept, so that a text of only spaces is not scanned to its end. */
const SCAN_FACTOR = 4;

/**
 * Returns the text without line breaks, control and invisible characters, in at most `most` UTF-16 units, ending in “…”
 * if truncated.
 */
export function toOneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * SCAN_FACTOR)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\s]+/gu, ' ')
    .trim();
  if (line.length <= most && text.length <= most * SCAN_FACTOR) return line;
  return `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Formats a call as one line. */
export const formatCallLine = (tool: string, args: unknown): string =>
  toOneLine(`${tool} ${stringifyCanonical(args)}`, MAX_LINE_CHARS);

/** Longest line in a list, in characters. */
export const MAX_LINE_CHARS = 160;
