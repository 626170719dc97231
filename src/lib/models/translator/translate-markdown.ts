/**
 * Markdown in another language, for a translator that knows plain text alone: its blocks stay what they are. Links and
 * emphasis become their words, because addresses would be translated, and marks lost.
 */
import { toInlineText } from '../../pipeline/text/inline.ts';

/** Resolves with the translation of a line without marks. */
type TranslateLine = (text: string) => Promise<string>;

/** The translated lines, each with its end, as they come. Code, formulas and the rules of tables stay as they are. */
export async function* translateMarkdown(markdown: string, translate: TranslateLine): AsyncGenerator<string> {
  const lines = markdown.split('\n');
  let fence = '';
  for (const [index, line] of lines.entries()) {
    const end = index < lines.length - 1 ? '\n' : '';
    const isCode = fence !== '';
    if (isCode) fence = CLOSING.exec(line)?.[1]?.startsWith(fence) === true ? '' : fence;
    else fence = findOpening(lines, index);
    yield (isCode || fence !== '' ? line : await translateLine(line, translate)) + end;
  }
}

/** Behind the marks of quotes, items and tasks. */
const OPENING = /^\s*(?:(?:[>*+-]|\d{1,9}[.)])\s+|>)*(?:\[[ xX]\]\s+)?(`{3,}|~{3,}|\$\$(?=\s*$))(?!.*\1)/;
const CLOSING = /^[\s>]*(`{3,}|~{3,}|\$\$)\s*$/;

/** '' if no block begins. Two dollars that none close before the paragraph ends are a mark of prices. */
function findOpening(lines: readonly string[], index: number): string {
  const mark = OPENING.exec(lines[index] ?? '')?.[1] ?? '';
  if (mark !== '$$') return mark;
  for (let next = index + 1; /[^\s>]/.test(lines[next] ?? ''); next += 1)
    if (CLOSING.exec(lines[next] ?? '')?.[1] === mark) return mark;
  return '';
}

/** What a line is: a heading, a quote, an item, a task. */
const BLOCK_MARKS = /^\s*(?:(?:#{1,6}|[*+-]|\d{1,9}[.)])\s+|>\s?|\[[ xX]\]\s+)*/;
const TABLE_RULE = /^[\s|:-]+$/;
/** Between the cells of a row. */
const CELL_EDGE = /((?<!\\)\|)/;

async function translateLine(line: string, translate: TranslateLine): Promise<string> {
  if (!HAS_WORDS.test(line)) return line;
  const marks = BLOCK_MARKS.exec(line)?.[0] ?? '';
  const rest = line.slice(marks.length);
  if (!rest.startsWith('|') || TABLE_RULE.test(rest)) return marks + (await translateWords(rest, translate));
  const cells: string[] = [];
  for (const cell of rest.split(CELL_EDGE)) cells.push(await translateWords(cell, translate));
  return marks + cells.join('');
}

async function translateWords(text: string, translate: TranslateLine): Promise<string> {
  const words = text.trim();
  const kept = keepCodeAndFormulas(words);
  const pieces = kept.split(toInlineText(kept.marked).text);
  if (!pieces.some((piece, i) => i % 2 === 0 && HAS_WORDS.test(piece))) return text;
  const start = text.indexOf(words);
  let all = text.slice(0, start);
  for (const [i, piece] of pieces.entries()) {
    const translated = i % 2 === 1 ? piece : escapeMarks(await translatePiece(piece, translate));
    all += i === 0 ? translated.replace(BLOCK_START, '$1\\$2') : translated;
  }
  return all + text.slice(start + words.length);
}

const HAS_WORDS = /\p{L}/u;

/** Keeps the space around the piece, which parts it from its neighbours. */
async function translatePiece(piece: string, translate: TranslateLine): Promise<string> {
  if (!HAS_WORDS.test(piece)) return piece;
  const [before = '', after = ''] = [/^\s*/.exec(piece)?.[0], /\s*$/.exec(piece)?.[0]];
  return before + (await translate(piece.trim())) + after;
}

/** So that no words of a page become a link, a picture, a cell, code or a formula. */
const escapeMarks = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]|<~$]/g, '\\$&');
const BLOCK_START = /^(\d*)([#>+=.)-])/;

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

/** Code and formulas within a line, which no translator may see. */
function keepCodeAndFormulas(text: string): KeptText {
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
