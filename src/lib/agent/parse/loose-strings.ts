/** Reads strings of damaged JSON, keeping unescaped quotation marks. Linear time. */
export interface StringPlace {
  readonly kind: 'key' | 'member' | 'item';
  readonly depth: number;
  readonly bareKeys: boolean;
}

export interface LooseString {
  readonly value: string;
  readonly end: number;
  /** The text ended first, or the string may include what follows. */
  readonly cut: boolean;
}

const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”“"',
  '”': '”“"',
  '„': '“”"',
  '‘': "’‘'",
  '’': "’‘'",
  '«': '»',
};

const BLANK_CLASS = '[\\s\\u0000-\\u001f\\u200b\\ufeff]';
const createStickyPattern = (source: string): RegExp => new RegExp(source.replaceAll('~', BLANK_CLASS), 'y');
const QUOTED_KEY = createStickyPattern('["\'`“”„‘’«][^"\'`“”„‘’«»\\n]{1,100}["\'`“”‘’»]~{0,20}(?:[:：]|=(?!=))');
const BARE_KEY = createStickyPattern('[A-Za-z_$][\\w$-]{0,60}["\']?~{0,20}[:：](?!//)');
const LITERAL = createStickyPattern(
  '(?:[-+.]?\\d[\\w.+-]{0,40}|[tT]rue|[fF]alse|[nN]ull|TRUE|FALSE|NULL|None|NaN|undefined)~{0,20}(?=[,，;\\]}]|$)',
);
const ITEM = createStickyPattern(
  '["\'“‘`](?:\\\\.|[^"\'`“”‘’\\n\\\\]){0,200}["\'`”’]~{0,20}(?=[,，\\]{["\'“‘`\\dtfnTFN-]|$)|[{[]',
);
const BULLET = /[-*•>][ \t]{1,4}(?=["'`“„‘{}[\]A-Za-z_$])/y;
const STRUCTURE =
  /["'`”’][ \t\r\n]{0,20}[:{}[\]]|[{[][ \t\r\n]{0,20}["'`“‘]|["'`”’][ \t\r\n]{0,20},?[ \t\r\n]{1,20}["'`“‘]/;

export const isQuote = (character: string | undefined): boolean =>
  character !== undefined && Object.hasOwn(CLOSERS, character);

export const isBlank = (character: string | undefined): boolean =>
  character !== undefined && /^[\s\p{Cc}\u200b\ufeff]$/u.test(character);

export function skipBlanks(text: string, at: number): number {
  let here = at;
  while (isBlank(text[here])) here += 1;
  return here;
}

/** -1 for no match. */
export function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

export function skipBullet(text: string, at: number): number {
  const after = matchAt(BULLET, text, at);
  return after === -1 ? at : after;
}

export function readString(text: string, at: number, place: StringPlace): LooseString {
  if (text.startsWith('"""', at)) return readTriple(text, at);
  const closers = CLOSERS[text[at] ?? ''] ?? '';
  const parts: string[] = [];
  let here = at + 1;
  let pieceStart = here;
  let inner = -1; // the first mark that was taken as part of the text
  while (here < text.length) {
    const character = text.charAt(here);
    if (character === '\\') {
      const escape = readEscape(text, here);
      if (escape === null) return { value: parts.join('') + text.slice(pieceStart, here), end: text.length, cut: true };
      parts.push(text.slice(pieceStart, here), escape.value);
      here = escape.end;
      pieceStart = here;
    } else if (closers.includes(character) && isClosingQuote(text, here, place)) {
      const cut = inner !== -1 && STRUCTURE.test(text.slice(inner, here));
      return { value: parts.join('') + text.slice(pieceStart, here), end: here + 1, cut };
    } else if (place.kind === 'member' && closers.includes(character) && isNextMemberStart(text, here)) {
      const end = findLastComma(text, here); // the closing mark is missing: the next member begins here
      if (end >= pieceStart) return { value: parts.join('') + text.slice(pieceStart, end), end, cut: false };
      here += 1;
    } else {
      if (inner === -1 && closers.includes(character)) inner = here;
      here += 1;
    }
  }
  return { value: parts.join('') + text.slice(pieceStart), end: text.length, cut: true };
}

function readTriple(text: string, at: number): LooseString {
  const close = text.indexOf('"""', at + 3);
  const parts: string[] = [];
  let here = at + 3;
  const end = close === -1 ? text.length : close;
  while (here < end) {
    const slash = text.indexOf('\\', here);
    const escape = slash === -1 || slash >= end ? null : readEscape(text, slash);
    if (escape === null) break;
    parts.push(text.slice(here, slash), escape.value);
    here = escape.end;
  }
  return { value: parts.join('') + text.slice(here, end), end: Math.min(end + 3, text.length), cut: close === -1 };
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Null if the text ends inside it. Unknown escapes keep the backslash. */
export function readEscape(text: string, at: number): { value: string; end: number } | null {
  const next = text[at + 1];
  if (next === undefined) return null;
  const length = next === 'u' || next === 'U' ? 4 : next === 'x' ? 2 : 0;
  if (length > 0) {
    const digits = text.slice(at + 2, at + 2 + length);
    if (/^[0-9a-fA-F]+$/.test(digits) && digits.length === length) {
      return { value: String.fromCharCode(parseInt(digits, 16)), end: at + 2 + length };
    }
    if (at + 2 + length > text.length) return null;
  }
  const control = ESCAPES[next];
  if (control !== undefined) return { value: control, end: at + 2 };
  return { value: /[\p{L}\p{N}]/u.test(next) ? `\\${next}` : next, end: at + 2 };
}

function isClosingQuote(text: string, at: number, place: StringPlace): boolean {
  if (place.kind === 'key') return true;
  const blank = skipBlanks(text, at + 1);
  const newLine = text.slice(at, blank).includes('\n');
  const after = newLine ? skipBullet(text, blank) : blank;
  const character = text[after];
  switch (character) {
    case undefined:
      return true;
    case '}':
    case ']':
      return hasClosersAfter(text, after, place.depth);
    case ',':
    case '，':
    case ';':
      return canFollowComma(text, skipBlanks(text, after + 1), place);
    case '/':
      return text[after + 1] === '/' || text[after + 1] === '*';
    case '#':
    case '…':
      return true;
    case '.':
      return text.startsWith('...', after);
    case '<':
      return text[after + 1] === '/';
    case '+':
      return isQuote(text[skipBlanks(text, after + 1)]);
    default:
      if (text.startsWith('```', after)) return true;
      if (place.kind === 'item') return blank > at + 1 && canFollowWithoutComma(text, after, newLine);
      return isKeyStart(text, after, place.bareKeys && newLine);
  }
}

const canFollowWithoutComma = (text: string, at: number, newLine: boolean): boolean =>
  newLine
    ? isQuote(text[at]) || /^(?:[{[]|[-+]?\d|[tfnTFN])/.test(text.slice(at, at + 2))
    : matchAt(ITEM, text, at) !== -1 || matchAt(LITERAL, text, at) !== -1;

function hasClosersAfter(text: string, at: number, depth: number): boolean {
  let count = 0;
  let here = at;
  while (text[here] === '}' || text[here] === ']') {
    count += 1;
    here = skipBullet(text, skipBlanks(text, here + 1));
  }
  const next = text[here];
  return count >= depth || next === undefined || ',，;/#<`…{[.'.includes(next) || isQuote(next);
}

function canFollowComma(text: string, from: number, place: StringPlace): boolean {
  const at = skipBullet(text, from);
  const next = text[at];
  if (next === undefined || '}],/#…'.includes(next) || text.startsWith('...', at)) return true;
  if (place.kind === 'member') return isKeyStart(text, at, place.bareKeys);
  return isQuote(next) || next === '{' || next === '[' || matchAt(LITERAL, text, at) !== -1;
}

const isKeyStart = (text: string, at: number, bare: boolean): boolean =>
  matchAt(QUOTED_KEY, text, at) !== -1 || (bare && matchAt(BARE_KEY, text, at) !== -1);

const isNextMemberStart = (text: string, at: number): boolean =>
  findLastComma(text, at) !== -1 && matchAt(QUOTED_KEY, text, at) !== -1;

/** Ignoring blanks; -1 for none. */
function findLastComma(text: string, at: number): number {
  const from = Math.max(0, at - 40);
  const before = text.slice(from, at).trimEnd();
  return before.endsWith(',') ? from + before.length - 1 : -1;
}
