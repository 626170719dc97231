/** Text of others as one line among our own words. The one rule: nothing in it can break the line or hide in it. */

import { canonical } from './canonical.ts';

/** What is read for each character that may be kept: a text made of spaces is not gone through to its end. */
const READ = 4;

/** The text without line breaks, control and invisible characters, of at most `most` UTF-16 units; cut, it ends in “…”. */
export function oneLine(text: string, most: number): string {
  const line = text
    .slice(0, most * READ)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\s]+/gu, ' ')
    .trim();
  if (line.length <= most && text.length <= most * READ) return line;
  return `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A call in one line. */
export const callLine = (tool: string, args: unknown): string => oneLine(`${tool} ${canonical(args)}`, LINE);

/** Characters of a line that stands among others. */
export const LINE = 160;
