/** Converts inline Markdown to visible text. Linear; a full parser is quadratic on hostile nesting. */
import { parseEntity } from './entities.ts';
import { parseTag, findTargetEnd } from './inline-marks.ts';

export interface InlineText {
  /** White space collapsed, trimmed. */
  readonly text: string;
  readonly linked: number;
}

export interface InlineReading {
  /** True drops only what a Markdown reader interprets: different texts never read the same. */
  readonly exact: boolean;
  readonly footnotes: boolean;
  readonly cell: boolean;
}

export interface InlineLink {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  readonly target: string;
}

export interface InlineWords {
  readonly pieces: readonly string[];
  /** As long as the piece if it is verbatim. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly links: readonly InlineLink[];
  readonly dropped: boolean;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const FOOTNOTE = /^\[?(?:\d{1,3}|[a-z]|note \d{1,3}|nb \d{1,3}|[↑↩*†‡])\]?$/i;

interface Bracket {
  readonly at: number;
  readonly from: number;
  readonly image: boolean;
  /** False once it contains a link: links do not nest. */
  active: boolean;
}

/** An opening mark keeps its index in `out` for later removal. */
class Scan {
  readonly out: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly links: InlineLink[] = [];
  readonly brackets: Bracket[] = [];
  deeper = 0;
  readonly emphasis = new Map<string, number[]>();
  linked = 0;
  dropped = false;
  at = 0;
  readonly text: string;
  readonly reading: InlineReading;
  readonly ticks: Map<number, number[]>;
  constructor(text: string, reading: InlineReading) {
    this.text = text;
    this.reading = reading;
    this.ticks = indexBacktickRuns(text);
  }
}

const GIST_READING: InlineReading = { exact: false, footnotes: false, cell: false };

export function toInlineText(markdown: string): InlineText {
  const scan = scanInline(markdown, GIST_READING);
  return { text: scan.out.join('').replace(/\s+/g, ' ').trim(), linked: scan.linked };
}

/** White space is kept. */
export function toInlineWords(markdown: string, reading: InlineReading): InlineWords {
  const { out, starts, ends, links, dropped } = scanInline(markdown, reading);
  return { pieces: out, starts, ends, links, dropped };
}

function scanInline(markdown: string, reading: InlineReading): Scan {
  const scan = new Scan(markdown, reading);
  while (scan.at < markdown.length) scanNext(scan);
  return scan;
}

function scanNext(scan: Scan): void {
  const { text, at } = scan;
  const character = text.charAt(at);
  if (character === '\\') scanEscape(scan);
  else if (character === '`') scanCode(scan);
  else if (character === '!' && text.charAt(at + 1) === '[') openBracket(scan, true);
  else if (character === '[') openBracket(scan, false);
  else if (character === ']') closeBracket(scan);
  else if (character === '<') scanTag(scan);
  else if (character === '&') scanEntity(scan);
  else if (character === '*' || character === '_' || character === '~') scanEmphasis(scan, character);
  else scanPlain(scan);
}

function appendPiece(scan: Scan, piece: string, length: number): void {
  scan.out.push(piece);
  scan.starts.push(scan.at);
  scan.at += length;
  scan.ends.push(scan.at);
}

function appendVerbatim(scan: Scan, length: number): void {
  appendPiece(scan, scan.text.slice(scan.at, scan.at + length), length);
}

const SPECIAL = /[\\`![\]<&*_~]/g;

function scanPlain(scan: Scan): void {
  SPECIAL.lastIndex = scan.at + 1;
  const next = SPECIAL.exec(scan.text)?.index ?? scan.text.length;
  appendVerbatim(scan, next - scan.at);
}

/** A footnote mark without its link: `fact.\\[12\\]`. */
const BARE_MARK = /^\\\[(?:\d{1,3}|[a-z])\\\]/;

function scanEscape(scan: Scan): void {
  const mark = scan.reading.footnotes ? null : BARE_MARK.exec(scan.text.slice(scan.at, scan.at + 8));
  if (mark !== null && /\S/.test(scan.out.at(-1)?.slice(-1) ?? '')) {
    scan.at += mark[0].length;
    scan.dropped = true;
    return;
  }
  const next = scan.text.charAt(scan.at + 1);
  appendPiece(scan, PUNCTUATION.test(next) ? next : next === '\n' ? ' ' : `\\${next}`, next === '' ? 1 : 2);
}

function indexBacktickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const offsets = runs.get(match[0].length);
    if (offsets === undefined) runs.set(match[0].length, [match.index]);
    else offsets.push(match.index);
  }
  for (const places of runs.values()) places.reverse(); // reversed, so that the next one is at the end and cheap to remove
  return runs;
}

function scanCode(scan: Scan): void {
  let length = 1;
  while (scan.text.charAt(scan.at + length) === '`') length += 1;
  const places = scan.ticks.get(length) ?? [];
  while ((places.at(-1) ?? Number.POSITIVE_INFINITY) <= scan.at) places.pop();
  const end = places.at(-1);
  if (end === undefined) {
    appendVerbatim(scan, length);
    return;
  }
  scan.at += length;
  appendCode(scan, end);
  scan.at = end + length;
}

function appendCode(scan: Scan, end: number): void {
  const inside = scan.text.slice(scan.at, end);
  if (!scan.reading.cell || !inside.includes('\\|')) {
    appendVerbatim(scan, inside.length);
    return;
  }
  for (const piece of inside.split(/(\\\|)/)) appendPiece(scan, piece === '\\|' ? '|' : piece, piece.length);
}

/** Deeper brackets are text, which keeps nesting linear. */
const BRACKET_DEPTH = 32;

function openBracket(scan: Scan, image: boolean): void {
  const mark = scan.reading.footnotes ? null : /^\[\^[^\]\s]{1,60}\]/.exec(scan.text.slice(scan.at, scan.at + 64));
  if (!image && mark !== null) {
    scan.at += mark[0].length; // a footnote mark
    scan.dropped = true;
    return;
  }
  if (scan.brackets.length < BRACKET_DEPTH)
    scan.brackets.push({ at: scan.out.length, from: scan.at, image, active: true });
  else scan.deeper += 1;
  appendVerbatim(scan, image ? 2 : 1);
}

function closeBracket(scan: Scan): void {
  const bracket = scan.deeper > 0 ? undefined : scan.brackets.pop();
  if (bracket === undefined) {
    if (scan.deeper > 0) scan.deeper -= 1;
    appendVerbatim(scan, 1);
    return;
  }
  const end = bracket.active ? findTargetEnd(scan.text, scan.at + 1, scan.reading.exact) : undefined;
  if (end === undefined) closeLiteral(scan, bracket);
  else if (bracket.image) closeImage(scan, bracket, end);
  else closeLink(scan, bracket, end);
}

function closeImage(scan: Scan, bracket: Bracket, end: number): void {
  while ((scan.links.at(-1)?.start ?? -1) > bracket.from) scan.links.pop();
  dropFrom(scan, bracket.at);
  scan.at = end;
}

function closeLink(scan: Scan, bracket: Bracket, end: number): void {
  const to = scan.at;
  const target = scan.text.slice(to + 1, end);
  scan.links.push({ start: bracket.from, end, from: bracket.from + 1, to, target: target.slice(1, -1) });
  if (scan.reading.exact) for (const outer of scan.brackets) outer.active &&= outer.image;
  scan.at = end;
  scan.out[bracket.at] = '';
  const label = scan.out.slice(bracket.at).join('').trim();
  if (!scan.reading.footnotes && FOOTNOTE.test(label) && target.includes('#')) {
    dropFrom(scan, bracket.at);
    scan.dropped = true;
  } else scan.linked += label.length;
}

/** Stays as written, unless it is a number directly after a word: `fact[12]`. */
function closeLiteral(scan: Scan, bracket: Bracket): void {
  appendVerbatim(scan, 1);
  if (scan.reading.footnotes || bracket.image || scan.out.length - bracket.at > 3) return;
  const label = scan.out.slice(bracket.at).join('');
  const before = scan.out[bracket.at - 1]?.slice(-1) ?? '';
  if (!/^\[\d{1,3}\]$/.test(label) || !/[^\s([]/.test(before)) return;
  dropFrom(scan, bracket.at);
  scan.dropped = true;
}

function dropFrom(scan: Scan, from: number): void {
  scan.out.length = from;
  scan.starts.length = from;
  scan.ends.length = from;
  for (const stack of scan.emphasis.values()) while ((stack.at(-1) ?? -1) >= from) stack.pop();
}

function scanTag(scan: Scan): void {
  const found = parseTag(scan.text, scan.at, scan.reading.exact);
  if (found === undefined) appendVerbatim(scan, 1);
  else appendPiece(scan, found.text, found.length);
}

function scanEntity(scan: Scan): void {
  const found = parseEntity(scan.text, scan.at);
  if (found === undefined) appendVerbatim(scan, 1);
  else appendPiece(scan, found.text, found.length);
}

/** The closing run removes both; unmatched marks are text. */
function scanEmphasis(scan: Scan, mark: string): void {
  const { text, at } = scan;
  let length = 1;
  while (text.charAt(at + length) === mark) length += 1;
  const { opens, closes } = getFlanking(scan, mark, length);
  const stack = scan.emphasis.get(mark) ?? [];
  scan.emphasis.set(mark, stack);
  let remaining = length;
  while (closes && remaining > 0) {
    const place = stack.pop();
    if (place === undefined) break;
    const opener = scan.out[place] ?? '';
    const matched = Math.min(opener.length, remaining);
    scan.out[place] = opener.slice(matched);
    remaining -= matched;
    if (opener.length > matched) stack.push(place);
  }
  if (remaining > 0 && opens) stack.push(scan.out.length);
  appendPiece(scan, mark.repeat(remaining), length);
}

const WORD = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;

/** If exact, `~5` means about five and `2*3` is a product. */
function getFlanking({ text, at, reading }: Scan, mark: string, length: number): { opens: boolean; closes: boolean } {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + length);
  const inWord = mark === '_' && WORD.test(before) && WORD.test(after);
  const isSign = reading.exact && (mark === '~' ? length !== 2 : DIGIT.test(before) && DIGIT.test(after));
  const isAllowed = !inWord && !isSign;
  // an underscore inside a word, as in a_{1}
  const strict = reading.exact && mark === '_';
  return {
    opens: isAllowed && /\S/.test(after) && !(strict && WORD.test(before)),
    closes: isAllowed && /\S/.test(before) && !(strict && WORD.test(after)),
  };
}
