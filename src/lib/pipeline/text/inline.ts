/**
 * Inline Markdown → the words a reader sees. The one rule: one pass, time linear in the text whatever it holds.
 * Links become their text; images, footnote marks and tags go. (A full Markdown parser costs about 1.4 ms per KB and
 * grows quadratically on hostile nesting; a summary of a whole page has no need of a tree.)
 */
import { entityAt } from './entities.ts';
import { tagAt, targetEnd } from './inline-marks.ts';

export interface InlineText {
  /** White space collapsed, trimmed. */
  readonly text: string;
  /** How many characters of the text were inside links. */
  readonly linked: number;
}

/** How a text is read. */
export interface Reading {
  /**
   * For the gist, what looks like a mark may go. Exact: only what a Markdown reader would take for one goes, so that two
   * texts that say different things never read the same.
   */
  readonly exact: boolean;
  /** Whether footnote marks stay as text. */
  readonly footnotes: boolean;
  /** A table's cell: a pipe is written with a backslash, in code too. */
  readonly cell: boolean;
}

export interface InlineLink {
  readonly start: number;
  readonly end: number;
  /** What is between its brackets. */
  readonly from: number;
  readonly to: number;
  /** What is between the parentheses. */
  readonly target: string;
}

/** The words in pieces that know where they come from. */
export interface InlineWords {
  readonly pieces: readonly string[];
  /** The range of the text that each piece stands for; as long as the piece where it is the very same. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly links: readonly InlineLink[];
  /** Whether a footnote's mark was left out. */
  readonly dropped: boolean;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const FOOTNOTE = /^\[?(?:\d{1,3}|[a-z]|note \d{1,3}|nb \d{1,3}|[↑↩*†‡])\]?$/i;

interface Bracket {
  /** Its place in `out`, and in the text. */
  readonly at: number;
  readonly from: number;
  readonly image: boolean;
  /** Not any more, once there is a link inside: links do not nest. */
  active: boolean;
}

/** One scan's state. `out` holds pieces; an opening mark keeps its place so that it can be taken out later. */
class Scan {
  readonly out: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly links: InlineLink[] = [];
  readonly brackets: Bracket[] = [];
  /** Open brackets beyond the depth that is looked at. */
  deeper = 0;
  readonly emphasis = new Map<string, number[]>();
  linked = 0;
  dropped = false;
  at = 0;
  readonly text: string;
  readonly reading: Reading;
  readonly ticks: Map<number, number[]>;
  constructor(text: string, reading: Reading) {
    this.text = text;
    this.reading = reading;
    this.ticks = backtickRuns(text);
  }
}

const GIST: Reading = { exact: false, footnotes: false, cell: false };

/** What a reader sees of a paragraph, a heading, a cell or a list item. */
export function inlineText(markdown: string): InlineText {
  const scan = scanned(markdown, GIST);
  return { text: scan.out.join('').replace(/\s+/g, ' ').trim(), linked: scan.linked };
}

/** The same with the way back to the text, and its links. White space stays as it is. */
export function inlineWords(markdown: string, reading: Reading): InlineWords {
  const { out, starts, ends, links, dropped } = scanned(markdown, reading);
  return { pieces: out, starts, ends, links, dropped };
}

function scanned(markdown: string, reading: Reading): Scan {
  const scan = new Scan(markdown, reading);
  while (scan.at < markdown.length) step(scan);
  return scan;
}

function step(scan: Scan): void {
  const { text, at } = scan;
  const character = text.charAt(at);
  if (character === '\\') escape(scan);
  else if (character === '`') code(scan);
  else if (character === '!' && text.charAt(at + 1) === '[') open(scan, true);
  else if (character === '[') open(scan, false);
  else if (character === ']') close(scan);
  else if (character === '<') tag(scan);
  else if (character === '&') entity(scan);
  else if (character === '*' || character === '_' || character === '~') emphasis(scan, character);
  else plain(scan);
}

/** Writes what the next characters of the text stand for. */
function put(scan: Scan, piece: string, length: number): void {
  scan.out.push(piece);
  scan.starts.push(scan.at);
  scan.at += length;
  scan.ends.push(scan.at);
}

function take(scan: Scan, length: number): void {
  put(scan, scan.text.slice(scan.at, scan.at + length), length);
}

const SPECIAL = /[\\`![\]<&*_~]/g;

function plain(scan: Scan): void {
  SPECIAL.lastIndex = scan.at + 1;
  const next = SPECIAL.exec(scan.text)?.index ?? scan.text.length;
  take(scan, next - scan.at);
}

/** A footnote's mark whose link is gone: `fact.\\[12\\]`. */
const BARE_MARK = /^\\\[(?:\d{1,3}|[a-z])\\\]/;

function escape(scan: Scan): void {
  const mark = scan.reading.footnotes ? null : BARE_MARK.exec(scan.text.slice(scan.at, scan.at + 8));
  if (mark !== null && /\S/.test(scan.out.at(-1)?.slice(-1) ?? '')) {
    scan.at += mark[0].length;
    scan.dropped = true;
    return;
  }
  const next = scan.text.charAt(scan.at + 1);
  put(scan, PUNCTUATION.test(next) ? next : next === '\n' ? ' ' : `\\${next}`, next === '' ? 1 : 2);
}

function backtickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const known = runs.get(match[0].length);
    if (known === undefined) runs.set(match[0].length, [match.index]);
    else known.push(match.index);
  }
  for (const places of runs.values()) places.reverse(); // the next one is at the end, cheap to drop
  return runs;
}

function code(scan: Scan): void {
  let length = 1;
  while (scan.text.charAt(scan.at + length) === '`') length += 1;
  const places = scan.ticks.get(length) ?? [];
  while ((places.at(-1) ?? Number.POSITIVE_INFINITY) <= scan.at) places.pop();
  const end = places.at(-1);
  if (end === undefined) {
    take(scan, length);
    return;
  }
  scan.at += length;
  codeText(scan, end);
  scan.at = end + length;
}

function codeText(scan: Scan, end: number): void {
  const inside = scan.text.slice(scan.at, end);
  if (!scan.reading.cell || !inside.includes('\\|')) {
    take(scan, inside.length);
    return;
  }
  for (const piece of inside.split(/(\\\|)/)) put(scan, piece === '\\|' ? '|' : piece, piece.length);
}

/** Deeper brackets are text: it keeps the work on nested ones linear. */
const BRACKET_DEPTH = 32;

function open(scan: Scan, image: boolean): void {
  const mark = scan.reading.footnotes ? null : /^\[\^[^\]\s]{1,60}\]/.exec(scan.text.slice(scan.at, scan.at + 64));
  if (!image && mark !== null) {
    scan.at += mark[0].length; // a footnote's mark
    scan.dropped = true;
    return;
  }
  if (scan.brackets.length < BRACKET_DEPTH)
    scan.brackets.push({ at: scan.out.length, from: scan.at, image, active: true });
  else scan.deeper += 1;
  take(scan, image ? 2 : 1);
}

function close(scan: Scan): void {
  const bracket = scan.deeper > 0 ? undefined : scan.brackets.pop();
  if (bracket === undefined) {
    if (scan.deeper > 0) scan.deeper -= 1;
    take(scan, 1);
    return;
  }
  const end = bracket.active ? targetEnd(scan.text, scan.at + 1, scan.reading.exact) : undefined;
  if (end === undefined) literalClose(scan, bracket);
  else if (bracket.image) image(scan, bracket, end);
  else link(scan, bracket, end);
}

function image(scan: Scan, bracket: Bracket, end: number): void {
  while ((scan.links.at(-1)?.start ?? -1) > bracket.from) scan.links.pop();
  drop(scan, bracket.at);
  scan.at = end;
}

function link(scan: Scan, bracket: Bracket, end: number): void {
  const to = scan.at;
  const target = scan.text.slice(to + 1, end);
  scan.links.push({ start: bracket.from, end, from: bracket.from + 1, to, target: target.slice(1, -1) });
  if (scan.reading.exact) for (const outer of scan.brackets) outer.active &&= outer.image;
  scan.at = end;
  scan.out[bracket.at] = '';
  const label = scan.out.slice(bracket.at).join('').trim();
  if (!scan.reading.footnotes && FOOTNOTE.test(label) && target.includes('#')) {
    drop(scan, bracket.at);
    scan.dropped = true;
  } else scan.linked += label.length;
}

/** A bracket that is no link stays as written, unless it is a number set against a word: `fact[12]`. */
function literalClose(scan: Scan, bracket: Bracket): void {
  take(scan, 1);
  if (scan.reading.footnotes || bracket.image || scan.out.length - bracket.at > 3) return;
  const label = scan.out.slice(bracket.at).join('');
  const before = scan.out[bracket.at - 1]?.slice(-1) ?? '';
  if (!/^\[\d{1,3}\]$/.test(label) || !/[^\s([]/.test(before)) return;
  drop(scan, bracket.at);
  scan.dropped = true;
}

/** Takes back everything from a place on, and the marks that opened there. */
function drop(scan: Scan, from: number): void {
  scan.out.length = from;
  scan.starts.length = from;
  scan.ends.length = from;
  for (const stack of scan.emphasis.values()) while ((stack.at(-1) ?? -1) >= from) stack.pop();
}

function tag(scan: Scan): void {
  const found = tagAt(scan.text, scan.at, scan.reading.exact);
  if (found === undefined) take(scan, 1);
  else put(scan, found.said, found.length);
}

function entity(scan: Scan): void {
  const found = entityAt(scan.text, scan.at);
  if (found === undefined) take(scan, 1);
  else put(scan, found.said, found.length);
}

/** A run of marks that opens keeps its place; the run that closes takes both out; what stays unmatched is text. */
function emphasis(scan: Scan, mark: string): void {
  const { text, at } = scan;
  let length = 1;
  while (text.charAt(at + length) === mark) length += 1;
  const { opens, closes } = flanks(scan, mark, length);
  const stack = scan.emphasis.get(mark) ?? [];
  scan.emphasis.set(mark, stack);
  let left = length;
  while (closes && left > 0) {
    const place = stack.pop();
    if (place === undefined) break;
    const opener = scan.out[place] ?? '';
    const matched = Math.min(opener.length, left);
    scan.out[place] = opener.slice(matched);
    left -= matched;
    if (opener.length > matched) stack.push(place);
  }
  if (left > 0 && opens) stack.push(scan.out.length);
  put(scan, mark.repeat(left), length);
}

const WORD = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;

/** Whether a run of marks may begin or end something. Exactly read, `~5` is about five and `2*3` a product. */
function flanks({ text, at, reading }: Scan, mark: string, length: number): { opens: boolean; closes: boolean } {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + length);
  const inWord = mark === '_' && WORD.test(before) && WORD.test(after);
  const sign = reading.exact && (mark === '~' ? length !== 2 : DIGIT.test(before) && DIGIT.test(after));
  const may = !inWord && !sign;
  // a word’s own underscore, as in a_{1}
  const strict = reading.exact && mark === '_';
  return {
    opens: may && /\S/.test(after) && !(strict && WORD.test(before)),
    closes: may && /\S/.test(before) && !(strict && WORD.test(after)),
  };
}
