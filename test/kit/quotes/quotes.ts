/**
 * Quotes of a page as its reader's Markdown shows them: every sentence, line and cell row, and every passage. The one
 * rule: a quote is what a reader sees, and it knows the 80 visible characters on either side.
 */
import { getHeadingText, parseBlocks, type Block } from '../../../src/lib/pipeline/text/blocks.ts';
import { toInlineText } from '../../../src/lib/pipeline/text/inline.ts';
import { splitIntoPassages } from '../../../src/lib/pipeline/text/passages.ts';
import { iterateLines, type Range } from '../../../src/lib/pipeline/text/ranges.ts';
import { splitSentences } from '../../../src/lib/pipeline/text/sentences.ts';

export interface TestQuote {
  readonly exact: string;
  readonly before: string;
  readonly after: string;
  readonly kind: Block['kind'] | 'passage';
}

/** What a reader takes in at once: a paragraph, a heading, an item, a row, a line of code. */
interface Unit extends Range {
  readonly kind: Block['kind'];
  readonly text: string;
}

const AROUND = 80;

export function quotesOf(markdown: string, language: string): readonly TestQuote[] {
  const units = [...unitsOf(markdown)].filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const visible = units.map(({ text }) => text).join('\n');
  const at = (exact: string, kind: TestQuote['kind'], start: number): TestQuote => ({
    exact,
    kind,
    before: visible.slice(Math.max(0, start - AROUND), start),
    after: visible.slice(start + exact.length, start + exact.length + AROUND),
  });
  const quotes: TestQuote[] = [];
  const starts: number[] = [];
  let start = 0;
  for (const { text, kind } of units) {
    starts.push(start);
    let from = start;
    for (const sentence of kind === 'code' ? [text] : splitSentences(text, language)) {
      from = visible.indexOf(sentence, from);
      quotes.push(at(sentence, kind, from));
      from += sentence.length;
    }
    start += text.length + 1;
  }
  for (const passage of splitIntoPassages(markdown, language)) {
    const first = units.findIndex((unit) => unit.start >= passage.start && unit.end <= passage.end);
    const inside = units.filter((unit) => unit.start >= passage.start && unit.end <= passage.end);
    if (first !== -1) quotes.push(at(inside.map(({ text }) => text).join('\n'), 'passage', starts[first] ?? 0));
  }
  return quotes;
}

function* unitsOf(markdown: string): Generator<Unit, void, undefined> {
  for (const block of parseBlocks(markdown)) {
    const { start, end } = block;
    if (block.kind === 'heading')
      yield { kind: block.kind, start, end, text: toInlineText(getHeadingText(block)).text };
    else if (block.kind === 'paragraph') yield { kind: block.kind, start, end, text: toInlineText(block.text).text };
    else if (block.kind === 'quote')
      yield { kind: block.kind, start, end, text: toInlineText(unquoted(block.text)).text };
    else
      for (const line of iterateLines(markdown, { start, end }))
        yield { kind: block.kind, ...line, text: lineOf(block.kind, markdown.slice(line.start, line.end)) };
  }
}

const unquoted = (text: string): string => text.replace(/^[ >]+/gm, '').replace(/^(?:#{1,6}|[-+*]|\d+\.) /gm, '');

function lineOf(kind: Block['kind'], line: string): string {
  if (kind === 'code') return /^[ >]*`{3,}/.test(line) ? '' : line.trim();
  if (kind === 'list') return toInlineText(line.replace(/^\s*(?:[-+*]|\d+[.)])\s+(?:\[[ x]\] )?/, '')).text;
  if (kind === 'table' && /^[|\s:-]+$/.test(line)) return '';
  if (kind === 'table')
    return line
      .split(/(?<!\\)\|/)
      .map((cell) => toInlineText(cell).text)
      .filter((cell) => cell !== '')
      .join(' ');
  return kind === 'rule' ? '' : toInlineText(line).text;
}
