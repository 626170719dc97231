/** Judges which quotation mark ends a string of damaged JSON, by what stands behind it. Linear time. */
export interface StringPlace {
  readonly kind: 'key' | 'member' | 'item';
  readonly depth: number;
  readonly bareKeys: boolean;
}

export const CLOSERS: Readonly<Record<string, string>> = {
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

export const isQuote = (character: string | undefined): boolean =>
  character !== undefined && Object.hasOwn(CLOSERS, character);

const isBlank = (character: string | undefined): boolean =>
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

export function isClosingQuote(text: string, at: number, place: StringPlace): boolean {
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

export const isNextMemberStart = (text: string, at: number): boolean =>
  findLastComma(text, at) !== -1 && matchAt(QUOTED_KEY, text, at) !== -1;

/** Ignoring blanks; -1 for none. */
export function findLastComma(text: string, at: number): number {
  const from = Math.max(0, at - 40);
  const before = text.slice(from, at).trimEnd();
  return before.endsWith(',') ? from + before.length - 1 : -1;
}
