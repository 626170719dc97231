/** Formats untrusted text as one line without invisible characters. */

import { stringifyCanonical } from './canonical.ts';

/** Per character kept; bounds the scan of a text of only spaces. */
const SCAN_FACTOR = 4;

/** At most `most` UTF-16 units, ending in “…” if truncated. */
export function toOneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * SCAN_FACTOR)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\s]+/gu, ' ')
    .trim();
  if (line.length <= most && text.length <= most * SCAN_FACTOR) return line;
  return `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export const formatCallLine = (tool: string, args: unknown): string =>
  toOneLine(`${tool} ${stringifyCanonical(args)}`, MAX_LINE_CHARS);

/** In characters. */
export const MAX_LINE_CHARS = 160;
