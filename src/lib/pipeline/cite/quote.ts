/**
 * A model's quote → the words to look for. The one rule: marks of writing may go, words and signs never do. A model quotes
 * Markdown as it stands or as it reads, whole or cut in the middle of a mark, so there is more than one reading.
 */
import { decoded } from '../text/entities.ts';
import { UNSPACED } from '../text/words.ts';
import { visibleInline, visibleOf } from './visible.ts';

/** Longer ones are not looked up. */
export const LONGEST_QUOTE = 1000;

export interface Reading {
  readonly words: string;
  /** Marks of blocks were left out at the beginning of lines: an item's number, a quotation's sign. */
  readonly unmarked: boolean;
}

/** Lines that begin or end code: a quote may have one without the other. */
const FENCES = /^[ \t>]*(?:`{3,}|~{3,})[^`\n]*$/gm;

/** Ways to read a quote, the most literal first; none where there are no words or too many. */
export function readingsOf(quote: string): readonly Reading[] {
  if (quote.length > LONGEST_QUOTE) return [];
  const inline = visibleInline(quote, 'kept').text;
  const blocks = visibleOf(quote.replace(FENCES, ''), 'kept').text;
  const unmarked = blocks.replace(/\s+/g, '') !== inline.replace(/\s+/g, '');
  const all = [
    ...[quote, decoded(quote), inline, loosened(inline)].map((words) => ({ words, unmarked: false })),
    ...(unmarked ? [blocks, loosened(blocks)].map((words) => ({ words, unmarked })) : []),
  ];
  const seen = new Set<string>();
  return all
    .map((reading) => ({ ...reading, words: trimmed(reading.words) }))
    .filter(({ words }) => /[\p{L}\p{N}]/u.test(words) && !seen.has(words) && seen.add(words));
}

/** Marks that lost their other half, for the quote begins or ends between the two; pipes between cells. */
function loosened(text: string): string {
  return text
    .replace(/\]\((?:https?:|mailto:|[#/.])[^()\s]*\)?/g, '')
    .replace(/^[^[\]]*\]/, (start) => start.slice(0, -1))
    .replace(/!?\[(?=[^[\]]*$)/, '')
    .replace(/\*\*+|~~|`+/g, '')
    .replace(/(?<=^|[\s\p{P}])[*_](?=\S)|(?<=\S)[*_](?=$|[\s\p{P}])/gu, '')
    .replace(/(?<=^|\s)\|(?=\s|$)/g, ' ');
}

const MARK = /["'`´\u2018-\u201f«»‹›「」『』\u301d-\u301f]/u;
const BRACKETED = /\[\s?(?:…|\.{3})\s?\]|\(\s?(?:…|\.{3})\s?\)/u;
const ELLIPSIS = new RegExp(String.raw`${BRACKETED.source}|…|\.{3,}`, 'u');
const LEADING = new RegExp(String.raw`^(?:\s|${MARK.source}|${ELLIPSIS.source})+`, 'u');
const TRAILING = new RegExp(String.raw`(?:\s|${MARK.source}|${BRACKETED.source}|[….。．])+$`, 'u');
const OWN = new RegExp(String.raw`^\s*${MARK.source}`, 'u');

/** Without the quotation marks around it, and without a full stop or an ellipsis at its ends. */
export function trimmed(text: string): string {
  const begun = text.replace(LEADING, '');
  if (/^\p{M}/u.test(begun)) return text.trim(); // a mark without what it is on
  // 6' and 6" are measures, unless the mark closes what another opened
  if (!OWN.test(text) && /\d['"]\s*$/.test(begun)) return begun.trim();
  return begun.replace(TRAILING, '');
}

/** A short one could be from anywhere. */
const LEAST_WORDS = 3;
const LEAST_LETTERS = 8;
const MOST_FRAGMENTS = 8;
const ANY_UNSPACED = new RegExp(UNSPACED.source, 'gu');

/** What stands between the ellipses of a quote; [] where there are none, or a fragment is too short to mean anything. */
export function fragmentsOf({ words }: Reading): readonly string[] {
  const fragments = words.split(ELLIPSIS).map(trimmed);
  if (fragments.length < 2 || fragments.length > MOST_FRAGMENTS) return [];
  return fragments.every(isEnough) ? fragments : [];
}

function isEnough(fragment: string): boolean {
  const words = fragment.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length >= LEAST_WORDS || (fragment.match(ANY_UNSPACED)?.length ?? 0) >= LEAST_LETTERS;
}

const MARKERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|#{1,6}(?=[ \t])))+/;

/** The marks of blocks at the beginning of lines, alike where they mean the same. */
export function markersOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => MARKERS.exec(line.slice(0, 400))?.[0] ?? '')
    .filter((marks) => marks.trim() !== '')
    .map((marks) =>
      marks
        .replace(/[\s.)]/g, '')
        .replace(/[*+]/g, '-')
        .replace(/#+/g, '#'),
    );
}

/** Whether a text begins with such marks. */
export function isMarked(text: string): boolean {
  return MARKERS.test(text.trimStart().slice(0, 400));
}

/** Whether a text is nothing but such marks, a task's box and the beginning of emphasis or a link. */
export function isMarker(text: string): boolean {
  return text.length <= 400 && /^\s*(?:\[[ xX]\]\s+)?[\s*_`~[\\"'“„«(]*$/.test(text.replace(MARKERS, ''));
}
