/** Checks each citation of an answer in slices; quotes beyond the bounds count as missing. */
import { createTimeSlicer } from '../text/time-slices.ts';
import { alignQuote, type Alignment } from './align.ts';
import type { Source } from './source.ts';
import { type Range, iterateSentences } from '../text/ranges.ts';
import { type Part, iterateParts } from './answer-parts.ts';
import { MAX_QUOTE_LENGTH } from './quote.ts';
import { renderVisibleInline, getReading, joinRanges } from './visible-markdown.ts';
import { countWords } from '../text/terms.ts';
import { toInlineWords } from '../text/inline.ts';

interface CheckOptions {
  /** `links`: cites by links. `sentences`: consists of source sentences. */
  readonly form: 'links' | 'sentences';
}

export const MAX_CHECKED_QUOTES = 60;

/** In order. */
export async function checkQuotes(
  answer: string,
  sources: readonly Source[],
  { form }: CheckOptions,
): Promise<readonly CheckedQuote[]> {
  const turns = createTimeSlicer();
  const checked: CheckedQuote[] = [];
  await turns.yieldIfDue();
  if (form === 'sentences') {
    for (const source of sources) await source.prepare('verbatim');
    for (const quote of iterateQuotedSentences(answer, sources)) {
      if (checked.push(quote) === MAX_CHECKED_QUOTES) break;
      await turns.yieldIfDue();
    }
    return checked;
  }
  const quotes = extractQuotes(answer);
  if (quotes.length > 0) for (const source of sources) await source.prepare('verbatim');
  for (const [i, quote] of quotes.entries()) {
    await turns.yieldIfDue();
    const words = i < MAX_CHECKED_QUOTES ? quote.quote : '';
    let alignment = alignQuote(words, sources, quote.ref, 'verbatim');
    if (alignment.verdict !== 'verbatim' && words !== '') {
      for (const source of sources) await source.prepare('close'); // runs once, for the first quote that needs it
      const close = alignQuote(words, sources, quote.ref, 'close');
      if (alignment.place === null || close.verdict === 'close') alignment = close;
    }
    checked.push({ ...quote, alignment });
  }
  return checked;
}

interface CheckedQuote extends Quote {
  readonly alignment: Alignment;
}

const MIN_QUOTE_WORDS = 3;
/** Between cells of a row and items of a list that the extractive engine quotes. */
const CELL_GAP = ' · ';

/** In order, without overlaps; one per paragraph or item. */
export function* iterateQuotedSentences(
  answer: string,
  sources: readonly Source[],
): Generator<CheckedQuote, void, undefined> {
  for (const part of iterateParts(answer))
    if (isRunningText(answer, part)) yield* iterateQuotedRuns(answer, part, sources);
}

function isRunningText(answer: string, { kind, ranges }: Part): boolean {
  const first = ranges[0];
  if (kind !== 'words' || first === undefined) return false;
  return ranges.length > 1 || !/^\s*\*\*[^*]*\*\*:?\s*$/.test(answer.slice(first.start, first.end));
}

function* iterateQuotedRuns(
  answer: string,
  { ranges }: Part,
  sources: readonly Source[],
): Generator<CheckedQuote, void, undefined> {
  const whole = { start: ranges[0]?.start ?? 0, end: ranges.at(-1)?.end ?? 0 };
  const sentences = ranges.length === 1 ? [...iterateSentences(answer, whole)] : [whole];
  const wholeQuote = sentences.length > 1 ? matchSentences(answer, sentences, sources) : null;
  if (wholeQuote !== null) {
    yield wholeQuote;
    return;
  }
  let run: Range[] = [];
  let found: CheckedQuote | null = null;
  for (const sentence of sentences) {
    const longer = matchSentences(answer, [...run, sentence], sources);
    if (longer === null && found !== null) yield found;
    run = longer === null ? [sentence] : [...run, sentence];
    found = longer ?? (found === null ? null : matchSentences(answer, run, sources));
    if (found === null) run = [];
  }
  if (found !== null) yield found;
}

/** Null unless they occur consecutively in one source. */
function matchSentences(answer: string, sentences: readonly Range[], sources: readonly Source[]): CheckedQuote | null {
  const start = sentences[0]?.start ?? 0;
  const end = sentences.at(-1)?.end ?? start;
  if (end - start > MAX_QUOTE_LENGTH) return null;
  const quote = answer.slice(start, end);
  if (countWords(renderVisibleInline(quote)) < MIN_QUOTE_WORDS) return null;
  const alignment = alignQuote(quote.replaceAll(CELL_GAP, ' '), sources, '', 'verbatim');
  return alignment.verdict === 'verbatim' ? { quote, ref: '', start, end, alignment } : null;
}

interface Quote {
  readonly quote: string;
  readonly ref: string;
  /** In UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The target of a Markdown link `[words](#k3f9a2b)`; those in code are ignored. */
const CITATION_TARGET = /^\s*(?:<#([A-Za-z0-9/-]{0,24})>|#([A-Za-z0-9/-]{0,24}))(?:\s+(?:"[^]*"|'[^]*'|\([^]*\)))?\s*$/;

/** '' for `#` alone; null if the link is no citation. */
export function parseCitationRef(target: string): string | null {
  const found = CITATION_TARGET.exec(target.slice(0, 600));
  return found === null ? null : (found[1] ?? found[2] ?? '');
}

/** In order, without overlaps. Linear in the answer. */
export function extractQuotes(answer: string): readonly Quote[] {
  const quotes: Quote[] = [];
  for (const part of iterateParts(answer)) {
    const { text, place } = joinRanges(answer, part.ranges);
    if (part.kind === 'code' || !text.includes('](')) continue;
    for (const { start, end, from, to, target } of toInlineWords(text, getReading(part, 'kept')).links) {
      const ref = parseCitationRef(target);
      const quote = answer.slice(place(from), place(to));
      if (ref !== null) quotes.push({ quote, ref, start: place(start), end: place(end - 1) + 1 });
    }
  }
  return quotes;
}
