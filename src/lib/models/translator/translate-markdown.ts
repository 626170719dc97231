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
    const mark = FENCE.exec(line)?.[1] ?? '';
    const isCode = fence !== '' || mark !== '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    yield (isCode ? line : await translateLine(line, translate)) + end;
  }
}

const FENCE = /^\s*(?:[>*+-]\s+)*(`{3,}|~{3,}|\$\$)(?!.*\1)/;
/** What a line is: a heading, a quote, an item, a task. */
const BLOCK_MARKS = /^\s*(?:(?:#{1,6}|[*+-]|\d{1,9}[.)])\s+|>\s?|\[[ xX]\]\s+)*/;
const TABLE_RULE = /^[\s|:-]+$/;
/** Between the cells of a row. */
const CELL_EDGE = /((?<!\\)\|)/;

async function translateLine(line: string, translate: TranslateLine): Promise<string> {
  if (!/\p{L}/u.test(line)) return line;
  const marks = BLOCK_MARKS.exec(line)?.[0] ?? '';
  const rest = line.slice(marks.length);
  if (!rest.startsWith('|') || TABLE_RULE.test(rest)) return marks + (await translateWords(rest, translate));
  const cells: string[] = [];
  for (const cell of rest.split(CELL_EDGE)) cells.push(await translateWords(cell, translate));
  return marks + cells.join('');
}

async function translateWords(text: string, translate: TranslateLine): Promise<string> {
  const words = text.trim();
  const { text: plain } = toInlineText(words);
  if (!/\p{L}/u.test(plain)) return text;
  const start = text.indexOf(words);
  return text.slice(0, start) + escapeMarks(await translate(plain)) + text.slice(start + words.length);
}

/** So that no words of a page become a link, a picture or a cell. */
const escapeMarks = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]|<]/g, '\\$&')
    .replace(/^(\d*)([#>+.)-])/, '$1\\$2');
