/** Formats untrusted text as one line without invisible characters. */

import { stringifyCanonical } from './json.ts';
import { DISPLAY_CONTROL_CHARS, PILED_MARKS } from './escape-invisible.ts';

/** No regular expression that could backtrack over long white space. */
export const collapseWhitespace = (text: string): string =>
  text
    .split(/\s/u)
    .filter((word) => word !== '')
    .join(' ');

/** Per character kept; bounds the scan of a text of only spaces. */
const SCAN_FACTOR = 4;

/** At most `most` UTF-16 units, ending in “…” if truncated. */
export function toOneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * SCAN_FACTOR)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\s]+/gu, ' ')
    .trim();
  return clip(line, most, text.length > most * SCAN_FACTOR);
}

/** The first `most` UTF-16 units, without half of a surrogate pair. */
export const truncate = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Marks the cut, also of what `isCut` already; never splits a surrogate pair. `most`: in UTF-16 units. */
export function clip(text: string, most: number, isCut = false): string {
  if (text.length <= most && !isCut) return text;
  return `${truncate(text, most - 1)}…`;
}

/** In characters: of a title, a name or a query. */
const MAX_SHOWN_CHARS = 160;
const LEADING_MARKS = /^[ \p{M}\u200C\u200D]+/u;

/** A stranger's words to be shown in a line: they reorder, cover and hide nothing beside them if they are isolated. */
export function cleanLine(text: string, most = MAX_SHOWN_CHARS): string {
  const line = text
    .slice(0, most * SCAN_FACTOR)
    .replace(/[\s\x85]+/gu, ' ')
    .replace(DISPLAY_CONTROL_CHARS, '')
    .replace(PILED_MARKS, '')
    .replace(LEADING_MARKS, '')
    .replace(/ {2,}/g, ' ') // beside what was removed
    .trim();
  return clip(line, most, text.length > most * SCAN_FACTOR);
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** {@link cleanLine} for a sentence or a label, where no element isolates it: the characters do. */
export function isolateLine(text: string, most?: number): string {
  const line = cleanLine(text, most);
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}

export const formatCallLine = (tool: string, args: unknown): string =>
  toOneLine(`${tool} ${stringifyCanonical(args)}`, MAX_LINE_CHARS);

/** In characters. */
export const MAX_LINE_CHARS = 160;
