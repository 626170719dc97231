/**
 * Inline Markdown → the words a reader sees. The one rule: one pass, time linear in the text whatever it holds.
 * Links become their text; images, footnote marks and tags go. (A full Markdown parser costs about 1.4 ms per KB and
 * grows quadratically on hostile nesting; a summary of a whole page has no need of a tree.)
 */
export interface InlineText {
  /** White space collapsed, trimmed. */
  readonly text: string;
  /** How many characters of the text were inside links. */
  readonly linked: number;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
};
const FOOTNOTE = /^\[?(?:\d{1,3}|[a-z]|note \d{1,3}|nb \d{1,3}|[↑↩*†‡])\]?$/i;

interface Bracket {
  readonly at: number;
  readonly image: boolean;
}

/** One scan's state. `out` holds pieces; an opening mark keeps its place so that it can be taken out later. */
class Scan {
  readonly out: string[] = [];
  readonly brackets: Bracket[] = [];
  readonly emphasis = new Map<string, number[]>();
  linked = 0;
  at = 0;
  readonly text: string;
  readonly ticks: Map<number, number[]>;
  constructor(text: string) {
    this.text = text;
    this.ticks = backtickRuns(text);
  }
}

/** What a reader sees of a paragraph, a heading, a cell or a list item. */
export function inlineText(markdown: string): InlineText {
  const scan = new Scan(markdown);
  while (scan.at < markdown.length) step(scan);
  return { text: scan.out.join('').replace(/\s+/g, ' ').trim(), linked: scan.linked };
}

function step(scan: Scan): void {
  const { text, at } = scan;
  const character = text.charAt(at);
  switch (character) {
    case '\\': {
      escape(scan);
      return;
    }
    case '`': {
      code(scan);
      return;
    }
    case '!':
      if (text.charAt(at + 1) === '[') {
        open(scan, true);
        return;
      }
      {
        take(scan, 1);
        return;
      }
    case '[': {
      open(scan, false);
      return;
    }
    case ']': {
      close(scan);
      return;
    }
    case '<': {
      tag(scan);
      return;
    }
    case '&': {
      entity(scan);
      return;
    }
    case '*':
    case '_':
    case '~': {
      emphasis(scan, character);
      return;
    }
    default: {
      plain(scan);
      return;
    }
  }
}

function take(scan: Scan, length: number): void {
  scan.out.push(scan.text.slice(scan.at, scan.at + length));
  scan.at += length;
}

const SPECIAL = /[\\`![\]<&*_~]/g;

function plain(scan: Scan): void {
  SPECIAL.lastIndex = scan.at;
  const next = SPECIAL.exec(scan.text)?.index ?? scan.text.length;
  take(scan, next - scan.at);
}

/** A footnote's mark whose link is gone: `fact.\\[12\\]`. */
const BARE_MARK = /^\\\[(?:\d{1,3}|[a-z])\\\]/;

function escape(scan: Scan): void {
  const mark = BARE_MARK.exec(scan.text.slice(scan.at, scan.at + 8));
  if (mark !== null && /\S$/u.test(scan.out.at(-1) ?? '')) {
    scan.at += mark[0].length;
    return;
  }
  const next = scan.text.charAt(scan.at + 1);
  scan.out.push(PUNCTUATION.test(next) ? next : next === '\n' ? ' ' : `\\${next}`);
  scan.at += 2;
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
  scan.out.push(scan.text.slice(scan.at + length, end));
  scan.at = end + length;
}

/** Deeper brackets are text: it keeps the work on nested ones linear. */
const BRACKET_DEPTH = 32;

function open(scan: Scan, image: boolean): void {
  const mark = /^\[\^[^\]\s]{1,60}\]/.exec(scan.text.slice(scan.at, scan.at + 64));
  if (!image && mark !== null) {
    scan.at += mark[0].length; // a footnote's mark
    return;
  }
  if (scan.brackets.length < BRACKET_DEPTH) scan.brackets.push({ at: scan.out.length, image });
  take(scan, image ? 2 : 1);
}

function close(scan: Scan): void {
  const bracket = scan.brackets.pop();
  const end = bracket === undefined ? undefined : targetEnd(scan.text, scan.at + 1);
  if (bracket === undefined || end === undefined) {
    literalClose(scan, bracket);
    return;
  }
  const target = scan.text.slice(scan.at + 1, end);
  scan.at = end;
  if (bracket.image) {
    drop(scan, bracket.at);
    return;
  }
  scan.out[bracket.at] = '';
  const label = scan.out.slice(bracket.at).join('');
  if (FOOTNOTE.test(label.trim()) && target.includes('#')) drop(scan, bracket.at);
  else scan.linked += label.trim().length;
}

/** A bracket that is no link stays as written, unless it is a number set against a word: `fact[12]`. */
function literalClose(scan: Scan, bracket: Bracket | undefined): void {
  take(scan, 1);
  if (bracket === undefined || bracket.image || scan.out.length - bracket.at > 3) return;
  const label = scan.out.slice(bracket.at).join('');
  const before = scan.out[bracket.at - 1] ?? '';
  if (/^\[\d{1,3}\]$/.test(label) && /[^\s([]$/u.test(before)) drop(scan, bracket.at);
}

/** Takes back everything from a place on, and the marks that opened there. */
function drop(scan: Scan, from: number): void {
  scan.out.length = from;
  for (const stack of scan.emphasis.values()) while ((stack.at(-1) ?? -1) >= from) stack.pop();
}

const DESTINATION_DEPTH = 32;

/** Where `(url "title")` or `[ref]` ends; undefined when the text at `at` is neither. Bounded by CommonMark's depth. */
function targetEnd(text: string, at: number): number | undefined {
  if (text.charAt(at) === '[') {
    const label = /^\[[^[\]]{0,200}\]/.exec(text.slice(at, at + 202));
    return label === null ? undefined : at + label[0].length;
  }
  if (text.charAt(at) !== '(') return undefined;
  let depth = 0;
  for (let i = at; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (character === '\\') i += 1;
    else if (character === '(' && ++depth > DESTINATION_DEPTH) return undefined;
    else if (character === ')' && --depth === 0) return i + 1;
    else if (character === '\n' || character === ' ') return titleEnd(text, i);
  }
  return undefined;
}

function titleEnd(text: string, at: number): number | undefined {
  const title = /^\s+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^)\n]{0,500}\))?\s*\)/.exec(text.slice(at, at + 520));
  return title === null ? undefined : at + title[0].length;
}

const ANGLE = /[<>]/g;

/** A tag or an autolink, when `>` comes before the next `<`; else the sign itself. */
function tag(scan: Scan): void {
  const { text, at } = scan;
  ANGLE.lastIndex = at + 1;
  const end = /[a-z/!]/i.test(text.charAt(at + 1)) ? ANGLE.exec(text) : null;
  if (end?.[0] !== '>') {
    take(scan, 1);
    return;
  }
  const inside = text.slice(at + 1, end.index);
  if (/^(?:https?:|mailto:)\S+$/i.test(inside)) scan.out.push(inside);
  else if (/^(?:br|\/p|\/div|\/li|\/td)\b/i.test(inside)) scan.out.push(' ');
  scan.at = end.index + 1;
}

function entity(scan: Scan): void {
  const found = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/.exec(
    scan.text.slice(scan.at, scan.at + 12),
  );
  const [whole = '', decimal, hex, name] = found ?? [];
  const point = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
  const said = point !== undefined ? fromPoint(point) : ENTITIES[name ?? ''];
  if (said === undefined) {
    take(scan, 1);
    return;
  }
  scan.out.push(said);
  scan.at += whole.length;
}

function fromPoint(point: number): string {
  return point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
    ? '\ufffd'
    : String.fromCodePoint(point);
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** A run of marks that opens keeps its place; the run that closes takes both out; what stays unmatched is text. */
function emphasis(scan: Scan, mark: string): void {
  const { text, at } = scan;
  let length = 1;
  while (text.charAt(at + length) === mark) length += 1;
  const before = text.charAt(at - 1);
  const after = text.charAt(at + length);
  const inWord = mark === '_' && isWord(before) && isWord(after);
  const opens = /\S/.test(after) && !inWord;
  const closes = /\S/.test(before) && !inWord;
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
  if (left > 0) {
    if (opens) stack.push(scan.out.length);
    scan.out.push(mark.repeat(left));
  }
  scan.at += length;
}
