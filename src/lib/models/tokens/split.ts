/** Splits text into o200k_base's pieces. A regular expression may overflow the stack on long runs. */

const UPPER = 1; // \p{Lu}\p{Lt}
const LOWER = 2; // \p{Ll}
const CASELESS = 4; // \p{Lm}\p{Lo}
const MARK = 8; // \p{M}
const NUMBER = 16; // \p{N}
const BREAK = 32; // \r\n
const SPACE = 64; // the rest of \s
const OTHER = 128; // the rest, including lone surrogates

const LETTER = UPPER | LOWER | CASELESS;
const HEAD = UPPER | CASELESS | MARK;
const TAIL = LOWER | CASELESS | MARK;

function classify(code: number): number {
  const char = String.fromCodePoint(code);
  if (/[\p{Lu}\p{Lt}]/u.test(char)) return UPPER;
  if (/\p{Ll}/u.test(char)) return LOWER;
  if (/\p{L}/u.test(char)) return CASELESS;
  if (/\p{M}/u.test(char)) return MARK;
  if (/\p{N}/u.test(char)) return NUMBER;
  if (/[\r\n]/.test(char)) return BREAK;
  return /\s/.test(char) ? SPACE : OTHER;
}

export interface Splitter {
  readonly findPieceEnd: (text: string, start: number) => number;
  /** Whether a cut before `index` never changes the pieces on either side. */
  readonly isSeam: (text: string, index: number) => boolean;
  /**
   * The kind of run that all of the text from `index` is, 0 for none. A piece that reaches the text's end with such a run of
   * {@link MIN_RUN} characters reaches it again when text of the same kind is appended.
   */
  readonly findRunKind: (text: string, index: number) => number;
}

/** Longer than what ends a piece early: a contraction. */
export const MIN_RUN = 8;

/** The cache takes about 1 MB of address space, mostly untouched. */
export function createSplitter(): Splitter {
  const classes = new Uint8Array(0x110000);

  function getCodeClass(code: number): number {
    const cached = classes[code] ?? 0;
    return cached === 0 ? (classes[code] = classify(code)) : cached;
  }

  function getClassAt(text: string, index: number): number {
    const code = text.codePointAt(index);
    return code === undefined ? 0 : getCodeClass(code);
  }

  function getWidthAt(text: string, index: number): number {
    return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }

  function findRunEnd(text: string, start: number, mask: number): number {
    let end = start;
    while (getClassAt(text, end) & mask) end += getWidthAt(text, end);
    return end;
  }

  /** `[^\r\n\p{L}\p{N}]?[HEAD]*[TAIL]+` and `[^\r\n\p{L}\p{N}]?[HEAD]+[TAIL]*`; 0 for no match. */
  function findWordEnd(text: string, start: number, first: number): number {
    const head = first & LETTER ? start : start + getWidthAt(text, start);
    let end = head;
    let lastShared = 0; // end of the last character in both classes, which `[HEAD]*` can give back to `[TAIL]+`
    for (let found; (found = getClassAt(text, end)) & HEAD;) {
      end += getWidthAt(text, end);
      if (found & TAIL) lastShared = end;
    }
    if (getClassAt(text, end) & LOWER) return findRunEnd(text, end, TAIL);
    if (lastShared) return lastShared;
    if (first & MARK) return head; // the mark is the word, since the prefix is optional
    return end > head ? end : 0;
  }

  /** `\p{N}{1,3}` */
  function findNumberEnd(text: string, start: number): number {
    let end = start;
    for (let i = 0; i < 3 && getClassAt(text, end) & NUMBER; i++) end += getWidthAt(text, end);
    return end;
  }

  /** ` ?[^\s\p{L}\p{N}]+[\r\n/]*`; 0 for no match. */
  function findSymbolsEnd(text: string, start: number): number {
    const first = text[start] === ' ' ? start + 1 : start;
    let end = findRunEnd(text, first, MARK | OTHER);
    if (end === first) return 0;
    while (text[end] === '\n' || text[end] === '\r' || text[end] === '/') end++;
    return end;
  }

  /** `\s*[\r\n]+`, else `\s+(?!\S)`, else `\s+` */
  function findBlankEnd(text: string, start: number): number {
    let end = start;
    let afterBreak = 0;
    for (let found; (found = getClassAt(text, end)) & (SPACE | BREAK);) {
      end++;
      if (found & BREAK) afterBreak = end;
    }
    if (afterBreak) return afterBreak;
    return end < text.length && end - start > 1 ? end - 1 : end;
  }

  return {
    findPieceEnd(text, start) {
      const first = getClassAt(text, start);
      if (first & NUMBER) return findNumberEnd(text, start);
      const word = first & BREAK ? 0 : findWordEnd(text, start, first);
      if (word) return findContractionEnd(text, word);
      return findSymbolsEnd(text, start) || findBlankEnd(text, start);
    },
    isSeam(text, index) {
      // An apostrophe may begin a contraction; the other half of a surrogate pair may follow.
      if (index === 0 || (text.charCodeAt(index) & 0xf800) === 0xd800 || text[index] === "'") return false;
      const before = getCodeClass(text.charCodeAt(index - 1));
      const after = getClassAt(text, index);
      if (after & (OTHER | SPACE | BREAK)) return (before & (LETTER | NUMBER)) > 0;
      if (after & NUMBER) return (before & LETTER) > 0;
      if (before & NUMBER) return (after & LETTER) > 0;
      return before === LOWER && after === UPPER && text[index - 2] !== "'";
    },
    findRunKind(text, index) {
      if (isSurrogateHalf(text, index, 0xdc00) || isSurrogateHalf(text, text.length - 1, 0xd800)) return 0;
      const kind = RUN_KINDS.find((mask) => getClassAt(text, index) & mask) ?? 0;
      return kind > 0 && findRunEnd(text, index, kind) === text.length ? kind : 0;
    },
  };
}

const RUN_KINDS = [TAIL, UPPER, OTHER, SPACE];

const isSurrogateHalf = (text: string, index: number, first: number): boolean =>
  (text.charCodeAt(index) & 0xfc00) === first;

const CONTRACTION = /'(?:[stmd]|re|ve|ll)/iy;

function findContractionEnd(text: string, start: number): number {
  CONTRACTION.lastIndex = start;
  return CONTRACTION.test(text) ? CONTRACTION.lastIndex : start;
}
