/**
 * Cuts text into o200k_base's pieces, inside which alone tokens merge. The one rule: exactly the pieces of the
 * encoding's own pattern, by a scan that looks at a character at most a few times. The pattern as a regular expression
 * backtracks and may run out of stack on long runs; each branch below names the alternative that it stands for.
 */

const UPPER = 1; // \p{Lu}\p{Lt}
const LOWER = 2; // \p{Ll}
const CASELESS = 4; // \p{Lm}\p{Lo}
const MARK = 8; // \p{M}
const NUMBER = 16; // \p{N}
const BREAK = 32; // \r\n
const SPACE = 64; // the rest of \s
const OTHER = 128; // what is left, lone surrogates included

const LETTER = UPPER | LOWER | CASELESS;
/** The two character classes of a word: what may stand at its head, and what may follow. */
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
  /** Where the piece that starts at `start` ends; `start` must itself be the start of a piece, and inside the text. */
  readonly pieceEnd: (text: string, start: number) => number;
  /** True when a cut before `index` never changes the pieces on either side, whatever text surrounds them. */
  readonly isSeam: (text: string, index: number) => boolean;
}

/** Remembers the class of each character it has met: about 1 MB of address space, of which little is touched. */
export function createSplitter(): Splitter {
  const classes = new Uint8Array(0x110000);

  function classOf(code: number): number {
    const known = classes[code] ?? 0;
    return known === 0 ? (classes[code] = classify(code)) : known;
  }

  /** Class of the character at `index`, 0 at the end of the text. */
  function classAt(text: string, index: number): number {
    const code = text.codePointAt(index);
    return code === undefined ? 0 : classOf(code);
  }

  function widthAt(text: string, index: number): number {
    return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }

  function runEnd(text: string, start: number, mask: number): number {
    let end = start;
    while (classAt(text, end) & mask) end += widthAt(text, end);
    return end;
  }

  /** `[^\r\n\p{L}\p{N}]?[HEAD]*[TAIL]+` and `[^\r\n\p{L}\p{N}]?[HEAD]+[TAIL]*`, without their ending; 0 for no match. */
  function wordEnd(text: string, start: number, first: number): number {
    const head = first & LETTER ? start : start + widthAt(text, start);
    let end = head;
    let lastShared = 0; // end of the last character that is in both classes: where `[HEAD]*` can give one to `[TAIL]+`
    for (let found; (found = classAt(text, end)) & HEAD;) {
      end += widthAt(text, end);
      if (found & TAIL) lastShared = end;
    }
    if (classAt(text, end) & LOWER) return runEnd(text, end, TAIL);
    if (lastShared) return lastShared;
    if (first & MARK) return head; // the mark is the word, since the prefix is optional
    return end > head ? end : 0;
  }

  /** `\p{N}{1,3}` */
  function numberEnd(text: string, start: number): number {
    let end = start;
    for (let i = 0; i < 3 && classAt(text, end) & NUMBER; i++) end += widthAt(text, end);
    return end;
  }

  /** ` ?[^\s\p{L}\p{N}]+[\r\n/]*`; 0 for no match. */
  function symbolsEnd(text: string, start: number): number {
    const first = text[start] === ' ' ? start + 1 : start;
    let end = runEnd(text, first, MARK | OTHER);
    if (end === first) return 0;
    while (text[end] === '\n' || text[end] === '\r' || text[end] === '/') end++;
    return end;
  }

  /** `\s*[\r\n]+`, else `\s+(?!\S)`, else `\s+` */
  function blankEnd(text: string, start: number): number {
    let end = start;
    let afterBreak = 0;
    for (let found; (found = classAt(text, end)) & (SPACE | BREAK);) {
      end++;
      if (found & BREAK) afterBreak = end;
    }
    if (afterBreak) return afterBreak;
    return end < text.length && end - start > 1 ? end - 1 : end;
  }

  return {
    pieceEnd(text, start) {
      const first = classAt(text, start);
      if (first & NUMBER) return numberEnd(text, start);
      const word = first & BREAK ? 0 : wordEnd(text, start, first);
      if (word) return contractionEnd(text, word);
      return symbolsEnd(text, start) || blankEnd(text, start);
    },
    isSeam(text, index) {
      // A letter or number never continues over a symbol or blank; an apostrophe may begin a contraction.
      // Half a surrogate pair says nothing: the other half may still come.
      if (index === 0 || (text.charCodeAt(index) & 0xf800) === 0xd800 || text[index] === "'") return false;
      const before = classOf(text.charCodeAt(index - 1));
      return !!(before & (LETTER | NUMBER)) && !!(classAt(text, index) & (OTHER | SPACE | BREAK));
    },
  };
}

/** `('s|'t|'re|'ve|'m|'ll|'d)?`, in either case. */
function contractionEnd(text: string, start: number): number {
  if (text[start] !== "'") return start;
  switch (text[start + 1]?.toLowerCase()) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return start + 2;
    case 'r':
    case 'v':
      return text[start + 2] === 'e' || text[start + 2] === 'E' ? start + 3 : start;
    case 'l':
      return text[start + 2] === 'l' || text[start + 2] === 'L' ? start + 3 : start;
    default:
      return start;
  }
}
