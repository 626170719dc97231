/** Turns a model's quote into texts to search for: markup may be dropped, words and signs never. */
import { decodeEntities } from '../text/entities.ts';
import { renderVisibleInline, renderVisibleText } from './visible-markdown.ts';
import { FENCE_LINES, hasWords, UNSPACED } from '../text/terms.ts';

/** In characters; longer quotes are not looked up. */
export const MAX_QUOTE_LENGTH = 1000;

interface QuoteReading {
  readonly words: string;
  readonly unmarked: boolean;
}

const LANGUAGES =
  'bash|c|console|cpp|cs|css|diff|go|html?|http|java(?:script)?|jsx?|json|kotlin|markdown|md|php|py(?:thon)?|rb|rs|ruby|rust|sh|shell|sql|te?xt|toml|tsx?|typescript|xml|ya?ml|zsh';
/** A fence with the name of a language; any name where the line ends with it. */
const FENCE_OPENING = new RegExp(`^\\s*(?:\`{3,}|~{3,})(?:\\w{1,20}[ \\t]*\\n|(?:${LANGUAGES})(?=\\s))?`, 'i');
const FENCE_CLOSING = /(?:`{3,}|~{3,})\s*$/;
/** A dash before a number may be its sign. */
const BULLETS = /^[ \t]*(?:[•‣⁃∙·▪▫●○■□◦]|[-*+\u2013\u2014](?![ \t]+[\p{N}\p{Sc}.,]))[ \t]+/gmu;
/** As an editor changes the first letter of a word: [F]irst. */
const EDITED_LETTER = /\[(\p{L})\](?=\p{L})/gu;

/** The most literal first; [] if it has no words or is too long. */
export function listQuoteReadings(quote: string): readonly QuoteReading[] {
  if (quote.length > MAX_QUOTE_LENGTH) return [];
  const inline = renderVisibleInline(quote);
  const blocks = renderVisibleText(quote.replace(FENCE_LINES, ''), 'kept').text;
  const unmarked = blocks.replace(/\s+/g, '') !== inline.replace(/\s+/g, '');
  const plain = stripUnpairedMarks(inline);
  const unfenced = quote.replace(FENCE_OPENING, '').replace(FENCE_CLOSING, '');
  const all = [
    ...[quote, decodeEntities(quote), inline, plain].map((words) => ({ words, unmarked: false })),
    ...(unmarked ? [blocks, stripUnpairedMarks(blocks)].map((words) => ({ words, unmarked })) : []),
    ...[unfenced, plain.replace(BULLETS, ''), plain.replace(EDITED_LETTER, '$1')].map((words) => ({
      words,
      unmarked: false,
    })),
  ];
  const seen = new Set<string>();
  return all
    .map((reading) => ({ ...reading, words: trimQuoteMarks(reading.words) }))
    .filter(({ words, unmarked }) => {
      const key = `${String(unmarked)} ${words}`;
      return hasWords(words) && !seen.has(key) && seen.add(key);
    });
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
const BRACKETED = /\[\s?(?:[…⋯]|\.{3})\s?\]|\(\s?(?:[…⋯]|\.{3})\s?\)/u;
const ELLIPSIS = new RegExp(String.raw`${BRACKETED.source}|[…⋯]+|\.{3,}|(?:\. ){2}\.`, 'u');
/** Marks of direction around a whole quote change nothing in it. */
const EDGE = String.raw`[\s\u200b\u200e\u200f\u061c]|${QUOTATION_MARK.source}`;
const LEADING = new RegExp(
  String.raw`^(?:${EDGE}|${ELLIPSIS.source}|(?:[\u2013\u2014]|-{2,3})\s+(?![-\p{N}\p{Sc}.,]))+`,
  'u',
);
const TRAILING = new RegExp(String.raw`(?:${EDGE}|${BRACKETED.source}|[…⋯.。．]|(?<=\s)[\u2013\u2014]+)+$`, 'u');
const OPENING_MARK = new RegExp(String.raw`^\s*${QUOTATION_MARK.source}`, 'u');

function trimQuoteMarks(text: string): string {
  const withoutStart = text.replace(LEADING, '');
  if (/^\p{M}/u.test(withoutStart)) return text.trim(); // a combining mark without its letter
  // 6' and 6" are measures, unless a quotation was opened
  if (!OPENING_MARK.test(text) && /\d['"]\s*$/.test(withoutStart)) return withoutStart.trim();
  return withoutStart.replace(TRAILING, '');
}

const MIN_WORDS = 4;
/** Least size of the longest piece, in words and in letters of scripts without spaces. */
const MIN_PIECE_WORDS = 2;
const MIN_PIECE_LETTERS = 4;
const MAX_FRAGMENTS = 8;
const ANY_UNSPACED = new RegExp(UNSPACED.source, 'gu');

/** [] without ellipses, or if the pieces are too short to be looked for. */
export function splitAtEllipses(reading: QuoteReading): readonly string[] {
  const fragments = reading.words.split(ELLIPSIS).map(trimQuoteMarks);
  if (fragments.length < 2 || fragments.length > MAX_FRAGMENTS) return [];
  if (!fragments.every(hasWords)) return [];
  const words = fragments.map((fragment) => fragment.split(/\s+/).filter(hasWords).length);
  const letters = fragments.map((fragment) => fragment.match(ANY_UNSPACED)?.length ?? 0);
  const isLong = words.reduce((sum, count) => sum + count, 0) >= MIN_WORDS && Math.max(...words) >= MIN_PIECE_WORDS;
  return isLong || Math.max(...letters) >= MIN_PIECE_LETTERS ? fragments : [];
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
