/** Checks each citation of an answer in slices; quotes beyond the bounds count as missing. */
import { createTimeSlicer } from '../text/time-slices.ts';
import { alignQuote, type Alignment } from './align.ts';
import { extractQuotes, type Quote } from './links.ts';
import type { Source } from './source.ts';
import { type Range, iterateSentences } from '../text/ranges.ts';
import { type Part, iterateParts } from './answer-parts.ts';
import { MAX_QUOTE_LENGTH } from './quote.ts';
import { renderVisibleInline } from './visible-markdown.ts';
import { countWords } from '../text/terms.ts';

export interface CheckOptions {
  /** `links`: cites by links. `sentences`: consists of source sentences. */
  readonly form: 'links' | 'sentences';
  readonly signal?: AbortSignal;
}

export const MAX_CHECKED_QUOTES = 60;

/** In order. Rejects with the signal's reason on abort. */
export async function checkQuotes(
  answer: string,
  sources: readonly Source[],
  { form, signal }: CheckOptions,
): Promise<readonly CheckedQuote[]> {
  const turns = createTimeSlicer(signal);
  const checked: CheckedQuote[] = [];
  await turns.yieldIfDue();
  if (form === 'sentences') {
    for (const source of sources) await source.prepare('verbatim', signal);
    for (const quote of iterateQuotedSentences(answer, sources)) {
      if (checked.push(quote) === MAX_CHECKED_QUOTES) break;
      await turns.yieldIfDue();
    }
    return checked;
  }
  const quotes = extractQuotes(answer);
  if (quotes.length > 0) for (const source of sources) await source.prepare('verbatim', signal);
  for (const [i, quote] of quotes.entries()) {
    await turns.yieldIfDue();
    const words = i < MAX_CHECKED_QUOTES ? quote.quote : '';
    let alignment = alignQuote(words, sources, quote.ref, 'verbatim');
    if (alignment.verdict !== 'verbatim' && words !== '') {
      for (const source of sources) await source.prepare('close', signal); // runs once, for the first quote that needs it
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
  const alignment = alignQuote(quote, sources, '', 'verbatim');
  return alignment.verdict === 'verbatim' ? { quote, ref: '', start, end, alignment } : null;
}
