/** Turns a model's quote into texts to search for: markup may be dropped, words and signs never. */
import { decodeEntities } from '../text/entities.ts';
import { renderVisibleInline, renderVisibleText } from './visible-markdown.ts';
import { hasWords, UNSPACED } from '../text/terms.ts';

/** In characters; longer quotes are not looked up. */
export const MAX_QUOTE_LENGTH = 1000;

export interface QuoteReading {
  readonly words: string;
  readonly unmarked: boolean;
}

const FENCES = /^[ \t>]*(?:`{3,}|~{3,})[^`\n]*$/gm;

/** The most literal first; [] if it has no words or is too long. */
export function listQuoteReadings(quote: string): readonly QuoteReading[] {
  if (quote.length > MAX_QUOTE_LENGTH) return [];
  const inline = renderVisibleInline(quote);
  const blocks = renderVisibleText(quote.replace(FENCES, ''), 'kept').text;
  const unmarked = blocks.replace(/\s+/g, '') !== inline.replace(/\s+/g, '');
  const all = [
    ...[quote, decodeEntities(quote), inline, stripUnpairedMarks(inline)].map((words) => ({ words, unmarked: false })),
    ...(unmarked ? [blocks, stripUnpairedMarks(blocks)].map((words) => ({ words, unmarked })) : []),
  ];
  const seen = new Set<string>();
  return all
    .map((reading) => ({ ...reading, words: trimQuoteMarks(reading.words) }))
    .filter(({ words }) => hasWords(words) && !seen.has(words) && seen.add(words));
}

/** A quote may begin or end inside markup. */
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

export function trimQuoteMarks(text: string): string {
  const withoutStart = text.replace(LEADING, '');
  if (/^\p{M}/u.test(withoutStart)) return text.trim(); // a combining mark without its letter
  // 6' and 6" are measures, unless a quotation was opened
  if (!OPENING_MARK.test(text) && /\d['"]\s*$/.test(withoutStart)) return withoutStart.trim();
  return withoutStart.replace(TRAILING, '');
}

const MIN_FRAGMENT_WORDS = 3;
const MIN_FRAGMENT_LETTERS = 8;
const MAX_FRAGMENTS = 8;
const ANY_UNSPACED = new RegExp(UNSPACED.source, 'gu');

/** [] without ellipses, or if a fragment is too short. */
export function splitAtEllipses({ words }: QuoteReading): readonly string[] {
  const fragments = words.split(ELLIPSIS).map(trimQuoteMarks);
  if (fragments.length < 2 || fragments.length > MAX_FRAGMENTS) return [];
  return fragments.every(isLongEnough) ? fragments : [];
}

function isLongEnough(fragment: string): boolean {
  const words = fragment.split(/\s+/).filter(hasWords);
  return words.length >= MIN_FRAGMENT_WORDS || (fragment.match(ANY_UNSPACED)?.length ?? 0) >= MIN_FRAGMENT_LETTERS;
}

const BLOCK_MARKERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|#{1,6}(?=[ \t])))+/;

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

export function startsWithMarker(text: string): boolean {
  return BLOCK_MARKERS.test(text.trimStart().slice(0, 400));
}

export function isOnlyMarkers(text: string): boolean {
  return text.length <= 400 && /^\s*(?:\[[ xX]\]\s+)?[\s*_`~[\\"'“„«(]*$/.test(text.replace(BLOCK_MARKERS, ''));
}
