/** Converts inline Markdown to visible text. Linear; a full parser is quadratic on hostile nesting. */
import { parseEntity } from './entities.ts';
import { parseTag } from './inline-marks.ts';
import { Scan, appendPiece, appendVerbatim, type InlineReading, type InlineLink } from './inline-scan.ts';
import { openBracket, closeBracket } from './inline-brackets.ts';

interface InlineText {
  /** White space collapsed, trimmed. */
  readonly text: string;
  readonly linked: number;
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
