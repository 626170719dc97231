/** The sentences that a quote stands in, and a few around them. */
import { iterateBlocksInContext, splitIntoParts, type Part } from '../cite/answer-parts.ts';
import type { Source } from '../cite/source.ts';
import { renderVisible } from '../cite/visible-markdown.ts';
import { isDelimiterRow, type BlockKind } from '../text/blocks.ts';
import { findLastAtMost, iterateSentences, type Range } from '../text/ranges.ts';
import { countWords } from '../text/terms.ts';

export interface Evidence {
  /** What the claim is held against. */
  readonly sentences: readonly string[];
  /** What the claim may take names, dates and numbers from where the sentences have none of the kind. */
  readonly around: string;
  /** First cells of the quoted rows of tables, and of the rows beside them. */
  readonly rows?: { readonly own: readonly string[]; readonly others: readonly string[] };
}

/** On each side. */
const NEAR_SENTENCES = 3;
const MAX_SENTENCES = 40;

/** `start`, `end`: in the Markdown. Reads the passages of the place and the ones beside them. */
export function findEvidence(source: Source, { start, end }: Range, language: string): Evidence {
  const passages = source.getPassages();
  const first = findLastAtMost(passages, (passage) => passage.start, start);
  const last = findLastAtMost(passages, (passage) => passage.start, Math.max(start, end - 1));
  const above = passages[Math.max(0, first - 1)];
  const from = above?.start ?? 0;
  const to = passages[Math.min(passages.length - 1, last + 1)]?.end ?? source.markdown.length;
  const sentences = listSentences(source.markdown.slice(from, to), language, above?.tableHead ?? '');
  const core: Range = { start: start - from, end: end - from };
  const isCore = (range: Range): boolean => range.start < core.end && range.end > core.start;
  const begin = sentences.findIndex(isCore);
  const stop = sentences.findLastIndex(isCore) + 1;
  if (begin === -1) return { sentences: [source.markdown.slice(start, end)], around: '' };
  const quoted = sentences.slice(begin, Math.min(stop, begin + MAX_SENTENCES));
  const tables = new Set(quoted.flatMap(({ row }) => row?.table ?? []));
  const near = [
    ...sentences.slice(Math.max(0, begin - NEAR_SENTENCES), begin),
    ...sentences.slice(stop, stop + NEAR_SENTENCES),
  ].filter(({ row }) => row === undefined || !tables.has(row.table)); // other rows say nothing of this one
  const own = quoted.flatMap(({ row }) => row?.cells[0]?.text ?? []);
  const others = sentences.flatMap(({ row }) =>
    row?.isBody === true && tables.has(row.table) ? (row.cells[0]?.text ?? []) : [],
  );
  return {
    ...(own.length > 0 ? { rows: { own, others } } : {}),
    sentences: quoted.map((sentence, i) => readSentence(sentence, core, sentences, begin + i)),
    around: [
      ...quoted.flatMap(({ row }) => (row ? [listOtherCells(row, core)] : [])),
      ...near.map(({ text }) => text),
    ].join('\n'),
  };
}

interface Cell extends Range {
  readonly text: string;
  readonly heading: string;
}

interface Row {
  /** The place at which its table begins. */
  readonly table: number;
  readonly isBody: boolean;
  readonly cells: readonly Cell[];
}

interface Sentence extends Range {
  readonly text: string;
  readonly kind: BlockKind;
  readonly row?: Row;
}

/** Lists sentences of the visible text, with places in the Markdown. The cells of a table's row are one sentence. */
function listSentences(markdown: string, language: string, tableHead: string): readonly Sentence[] {
  const found: Sentence[] = [];
  for (const block of iterateBlocksInContext(markdown)) {
    const parts = splitIntoParts(markdown, block);
    if (block.kind === 'table') {
      const hasHead = isDelimiterRow(block.text.split('\n', 2)[1] ?? '');
      const headings = readHeadings(hasHead ? block.text : tableHead);
      for (const [i, cells] of groupRows(markdown, parts, headings).entries())
        found.push({
          start: cells[0]?.start ?? block.start,
          end: cells.at(-1)?.end ?? block.end,
          text: cells.map(({ text }) => text).join(' | '),
          kind: block.kind,
          row: { table: block.start, isBody: i > 0 || !hasHead, cells },
        });
    } else
      for (const part of parts) {
        const { text, at, ends } = renderVisible(markdown, 'dropped', [part]);
        for (const range of iterateSentences(text, { start: 0, end: text.length }, language))
          found.push({
            start: at[range.start] ?? 0,
            end: ends[range.end - 1] ?? 0,
            text: text.slice(range.start, range.end),
            kind: part.kind === 'title' ? 'heading' : block.kind,
          });
      }
  }
  return found;
}

/** Returns the cells of a table's first row, by column. */
function readHeadings(table: string): ReadonlyMap<number, string> {
  const [row = ''] = table.split('\n', 1);
  const [block] = iterateBlocksInContext(`${row}\n| --- |`);
  const parts = block?.kind === 'table' ? splitIntoParts(row, { ...block, end: row.length }) : [];
  return new Map(parts.map((part) => [part.column ?? 0, renderVisible(row, 'dropped', [part]).text.trim()]));
}

function groupRows(
  markdown: string,
  parts: readonly Part[],
  headings: ReadonlyMap<number, string>,
): readonly (readonly Cell[])[] {
  const rows: Cell[][] = [];
  for (const part of parts) {
    const { text, at, ends } = renderVisible(markdown, 'dropped', [part]);
    const cell = {
      start: at[0] ?? 0,
      end: ends.at(-1) ?? 0,
      text: text.trim(),
      heading: headings.get(part.column ?? 0) ?? '',
    };
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row === undefined || last === undefined || markdown.slice(last.end, cell.start).includes('\n'))
      rows.push([cell]);
    else row.push(cell);
  }
  return rows;
}

/** A quote of its first cell alone is of the whole row. */
function listQuotedCells({ cells }: Row, core: Range): readonly Cell[] {
  const quoted = cells.filter((cell, i) => i > 0 && cell.start < core.end && cell.end > core.start);
  return quoted.length === 0 ? cells : [...cells.slice(0, 1), ...quoted];
}

/** In words; a longer line does not only lead on to the list below it. */
const MAX_LEAD = 16;

/** A cell with its row's and its column's heading; an item with the line that leads on to its list. */
function readSentence({ text, kind, row }: Sentence, core: Range, all: readonly Sentence[], index: number): string {
  if (row !== undefined) {
    const cells = listQuotedCells(row, core);
    return cells
      .map((cell) => (cell.heading === cell.text ? cell.text : `${cell.heading} ${cell.text}`.trim()))
      .join(' | ');
  }
  if (kind !== 'list') return text;
  let lead = index - 1;
  while (all[lead]?.kind === 'list') lead -= 1;
  const before = all[lead];
  const leadsOn = before !== undefined && (before.kind === 'heading' || /[:：]\s*$/u.test(before.text));
  if (!leadsOn || before.row !== undefined || countWords(before.text) > MAX_LEAD) return text;
  return `${before.text.replace(/\s*[:：]?\s*$/u, '')} ${text}`;
}

/** What the claim may take from the rest of a row. */
function listOtherCells(row: Row, core: Range): string {
  const quoted = listQuotedCells(row, core);
  return row.cells
    .filter((cell) => !quoted.includes(cell))
    .map(({ text }) => text)
    .join(' | ');
}
