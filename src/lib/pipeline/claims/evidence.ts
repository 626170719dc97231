/** The sentences that a quote stands in, and a few around them. */
import { iterateParts } from '../cite/answer-parts.ts';
import type { Source } from '../cite/source.ts';
import { renderVisible } from '../cite/visible-markdown.ts';
import { findLastAtMost, iterateSentences, type Range } from '../text/ranges.ts';

export interface Evidence {
  /** What the claim is held against. */
  readonly sentences: readonly string[];
  /** What the claim may take names, dates and numbers from where the sentences have none of the kind. */
  readonly around: string;
}

/** On each side. */
const NEAR_SENTENCES = 3;
const MAX_SENTENCES = 40;

/** `start`, `end`: in the Markdown. Reads the passages of the place and the ones beside them. */
export function findEvidence(source: Source, { start, end }: Range, language: string): Evidence {
  const passages = source.getPassages();
  const first = findLastAtMost(passages, (passage) => passage.start, start);
  const last = findLastAtMost(passages, (passage) => passage.start, Math.max(start, end - 1));
  const from = passages[Math.max(0, first - 1)]?.start ?? 0;
  const to = passages[Math.min(passages.length - 1, last + 1)]?.end ?? source.markdown.length;
  const sentences = listSentences(source.markdown.slice(from, to), language);
  const isCore = (range: Range): boolean => range.start + from < end && range.end + from > start;
  const begin = sentences.findIndex(isCore);
  const stop = sentences.findLastIndex(isCore) + 1;
  if (begin === -1) return { sentences: [source.markdown.slice(start, end)], around: '' };
  const core = sentences.slice(begin, Math.min(stop, begin + MAX_SENTENCES));
  const near = [
    ...sentences.slice(Math.max(0, begin - NEAR_SENTENCES), begin),
    ...sentences.slice(stop, stop + NEAR_SENTENCES),
  ];
  return { sentences: core.map(({ text }) => text), around: near.map(({ text }) => text).join('\n') };
}

interface Sentence extends Range {
  readonly text: string;
}

/** Lists sentences of the visible text, with places in the Markdown. The cells of a table's row are one sentence. */
function listSentences(markdown: string, language: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let row: Sentence | null = null;
  for (const part of iterateParts(markdown)) {
    const { text, at, ends } = renderVisible(markdown, 'dropped', [part]);
    const start = at[0] ?? 0;
    if (part.kind === 'cell') {
      const isSameRow: boolean = row !== null && !markdown.slice(row.end, start).includes('\n');
      const cell: Sentence = {
        start: isSameRow ? (row?.start ?? start) : start,
        end: ends.at(-1) ?? start,
        text: isSameRow ? `${row?.text ?? ''} | ${text.trim()}` : text.trim(),
      };
      if (isSameRow) found.pop();
      found.push(cell);
      row = cell;
      continue;
    }
    row = null;
    for (const range of iterateSentences(text, { start: 0, end: text.length }, language))
      found.push({
        start: at[range.start] ?? start,
        end: ends[range.end - 1] ?? start,
        text: text.slice(range.start, range.end),
      });
  }
  return found;
}
