/**
 * Turns a model's quote into the texts to search for. Markup may be dropped, words and signs never. A model quotes
 * Markdown literally or as rendered, whole or cut inside markup, so there are several readings.
 */
import { decodeEntities } from '../text/entities.ts';
import { UNSPACED } from '../text/words.ts';
import { renderVisibleInline, renderVisible } from './visible.ts';

/** Longer quotes are not looked up. */
export const MAX_QUOTE_LENGTH = 1000;

export interface QuoteReading {
  readonly words: string;
  /** Whether block markers at the start of lines were dropped: an item's number, a quotation's sign. */
  readonly unmarked: boolean;
}

/** Lines that begin or end code: a quote may contain only one of them. */
const FENCES = /^[ \t>]*(?:`{3,}|~{3,})[^`\n]*$/gm;

/** Returns the ways to read a quote, the most literal first; [] if it has no words or is too long. */
export function listQuoteReadings(quote: string): readonly QuoteReading[] {
  if (quote.length > MAX_QUOTE_LENGTH) return [];
  const inline = renderVisibleInline(quote, 'kept').text;
  const blocks = renderVisible(quote.replace(FENCES, ''), 'kept').text;
  const unmarked = blocks.replace(/\s+/g, '') !== inline.replace(/\s+/g, '');
  const all = [
    ...[quote, decodeEntities(quote), inline, stripUnpairedMarks(inline)].map((words) => ({ words, unmarked: false })),
    ...(unmarked ? [blocks, stripUnpairedMarks(blocks)].map((words) => ({ words, unmarked })) : []),
  ];
  const seen = new Set<string>();
  return all
    .map((reading) => ({ ...reading, words: trimQuoteMarks(reading.words) }))
    .filter(({ words }) => /[\p{L}\p{N}]/u.test(words) && !seen.has(words) && seen.add(words));
}

/** Removes markup that lost its other half because the quote begins or ends inside it, and pipes between cells. */
function stripUnpairedMarks(text: string): string {
  return text
    .replace(/\]\((?:https?:|mailto:|[#/.])[^()\s]*\)?/g, '')
    .replace(/^[^[\]]*\]/, (start) => start.slice(0, -1))
    .replace(/!?\[(?=[^[\]]*$)/, '')
    .replace(/\*\*+|~~|`+/g, '')
    .replace(/(?<=^|[\s\p{P}])[*_](?=\S)|(?<=\S)[*_](?=$|[\s\p{P}])/gu, '')
    .replace(/(?<=^|\s)\|(?=\s|$)/g, ' ');
}

const QUOTATION_MARK = /["'`´\u2018-\u201f«»‹›「」『』\u301d-\u301f]/u;
const BRACKETED = /\[\s?(?:…|\.{3})\s?\]|\(\s?(?:…|\.{3})\s?\)/u;
const ELLIPSIS = new RegExp(String.raw`${BRACKETED.source}|…|\.{3,}`, 'u');
const LEADING = new RegExp(String.raw`^(?:\s|${QUOTATION_MARK.source}|${ELLIPSIS.source})+`, 'u');
const TRAILING = new RegExp(String.raw`(?:\s|${QUOTATION_MARK.source}|${BRACKETED.source}|[….。．])+$`, 'u');
const OPENING_MARK = new RegExp(String.raw`^\s*${QUOTATION_MARK.source}`, 'u');

/** Removes the enclosing quotation marks, and a full stop or ellipsis at either end. */
export function trimQuoteMarks(text: string): string {
  const withoutStart = text.replace(LEADING, '');
  if (/^\p{M}/u.test(withoutStart)) return text.trim(); // a combining mark without its letter
  // 6' and 6" are measures, unless the mark closes an opened quotation
  if (!OPENING_MARK.test(text) && /\d['"]\s*$/.test(withoutStart)) return withoutStart.trim();
  return withoutStart.replace(TRAILING, '');
}

/** Shorter fragments could be from anywhere. */
const MIN_FRAGMENT_WORDS = 3;
const MIN_FRAGMENT_LETTERS = 8;
const MAX_FRAGMENTS = 8;
const ANY_UNSPACED = new RegExp(UNSPACED.source, 'gu');

/** Returns the text between the ellipses of a quote; [] if there are none, or a fragment is too short. */
export function splitAtEllipses({ words }: QuoteReading): readonly string[] {
  const fragments = words.split(ELLIPSIS).map(trimQuoteMarks);
  if (fragments.length < 2 || fragments.length > MAX_FRAGMENTS) return [];
  return fragments.every(isLongEnough) ? fragments : [];
}

function isLongEnough(fragment: string): boolean {
  const words = fragment.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length >= MIN_FRAGMENT_WORDS || (fragment.match(ANY_UNSPACED)?.length ?? 0) >= MIN_FRAGMENT_LETTERS;
}

const BLOCK_MARKERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|#{1,6}(?=[ \t])))+/;

/** Returns the block markers at the start of lines, equal if they mean the same. */
export function listBlockMarkers(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => BLOCK_MARKERS.exec(line.slice(0, 400))?.[0] ?? '')
    .filter((marks) => marks.trim() !== '')
    .map((marks) =>
      marks
        .replace(/[\s.)]/g, '')
        .replace(/[*+]/g, '-')
        .replace(/#+/g, '#'),
    );
}

/** Returns whether a text begins with block markers. */
export function startsWithMarker(text: string): boolean {
  return BLOCK_MARKERS.test(text.trimStart().slice(0, 400));
}

/** Returns whether a text consists only of block markers, a task's box and the start of emphasis or a link. */
export function isOnlyMarkers(text: string): boolean {
  return text.length <= 400 && /^\s*(?:\[[ xX]\]\s+)?[\s*_`~[\\"'“„«(]*$/.test(text.replace(BLOCK_MARKERS, ''));
}
