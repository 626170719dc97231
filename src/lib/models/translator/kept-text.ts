/** Code and formulas within a line, which no translator may see. */

/** Stands for a piece; its number is between two. */
const PLACE = '\uFFFC';
const PLACES = new RegExp(`${PLACE}(\\d+)${PLACE}`);

const CODE = '(?<![\\\\`])(?<ticks>`+)(?!`)[^]*?[^`]\\k<ticks>(?!`)';
const DISPLAYED = '(?<![\\\\$])\\$\\$(?:\\\\.|[^$\\\\])+\\$\\$(?!\\$)';
/** A dollar behind a letter or a number, and one before a number, belong to prices. */
const FORMULA = '(?<![\\p{L}\\p{N}$\\\\])\\$(?=\\S)(?:\\\\.|[^$\\\\])+(?<=\\S)\\$(?![\\p{L}\\p{N}$])';
const KEPT = new RegExp(`${CODE}|${DISPLAYED}|${FORMULA}`, 'gu');

/** A number, a relation or a command, or a name of one letter. */
const SIGN = /[\\^_=<>+*\d]|(?<!\p{L})\p{L}(?!\p{L})/u;
const PROSE = /\p{L}{3,}\s+\p{L}{2,}|\p{L}{2,}\s+\p{L}{3,}/u;
const AMOUNT_WITH_WORD = /^\s*\d[^]*\p{L}{2}/u;

/** What stands between prices is text. */
function isFormula(source: string): boolean {
  const bare = source
    .replace(/^\$+|\$+$/g, '')
    .replace(/\\\p{L}+|\\./gu, '\\ ')
    .replace(/\{[^{}]*\}/g, ' ');
  return SIGN.test(bare) && !PROSE.test(bare) && !AMOUNT_WITH_WORD.test(bare);
}

interface KeptText {
  /** With a mark for every piece. */
  readonly marked: string;
  /** What of `marked` is left, in turn: text, piece, text … text. */
  split(plain: string): readonly string[];
}

export function keepCodeAndFormulas(text: string): KeptText {
  const pieces: string[] = [];
  const marked = text
    .replaceAll(PLACE, '')
    .replace(KEPT, (piece) =>
      piece.startsWith('`') || isFormula(piece) ? `${PLACE}${String(pieces.push(piece) - 1)}${PLACE}` : piece,
    );
  return {
    marked,
    split: (plain) => plain.split(PLACES).map((part, i) => (i % 2 === 1 ? (pieces[Number(part)] ?? '') : part)),
  };
}
