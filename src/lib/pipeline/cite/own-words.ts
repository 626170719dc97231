/**
 * An answer that cites nothing, but is made of its sources' own sentences (the embedded engine's): which of them stand
 * where. The one rule: a run of sentences is cited only where it stands as a whole, word for word.
 */
import { type Range, sentencesIn } from '../text/ranges.ts';
import { wordCount } from '../text/words.ts';
import { type Alignment, alignVerbatim } from './align.ts';
import type { Quote } from './links.ts';
import { type Part, partsOf } from './parts.ts';
import { LONGEST_QUOTE } from './quote.ts';
import type { Source } from './source.ts';
import { blocksIn, visibleInline } from './visible.ts';

export interface CheckedQuote extends Quote {
  readonly alignment: Alignment;
}

/** Fewer words are a title, or could stand anywhere. */
const LEAST_WORDS = 3;

/** In order, without overlap; one for each paragraph or item whose sentences follow each other in a source. */
export function quotedSentences(answer: string, sources: readonly Source[]): readonly CheckedQuote[] {
  return [...quotedOneByOne(answer, sources)];
}

/** The same, found one by one. */
export function* quotedOneByOne(answer: string, sources: readonly Source[]): Generator<CheckedQuote, void, undefined> {
  for (const { located, inList } of blocksIn(answer))
    for (const part of partsOf(answer, located, inList))
      if (isRunning(answer, part)) yield* runsIn(answer, part, sources);
}

/** Words in running text: no heading, no cell, no line that is all emphasis, as a title in a list of points is. */
function isRunning(answer: string, { kind, ranges }: Part): boolean {
  const first = ranges[0];
  if (kind !== 'words' || first === undefined) return false;
  return ranges.length > 1 || !/^\s*\*\*[^*]*\*\*:?\s*$/.test(answer.slice(first.start, first.end));
}

function* runsIn(
  answer: string,
  { ranges }: Part,
  sources: readonly Source[],
): Generator<CheckedQuote, void, undefined> {
  const whole = { start: ranges[0]?.start ?? 0, end: ranges.at(-1)?.end ?? 0 };
  const sentences = ranges.length === 1 ? [...sentencesIn(answer, whole)] : [whole];
  const all = sentences.length > 1 ? asQuote(answer, sentences, sources) : null;
  if (all !== null) {
    yield all;
    return;
  }
  let run: Range[] = [];
  let found: CheckedQuote | null = null;
  for (const sentence of sentences) {
    const longer = asQuote(answer, [...run, sentence], sources);
    if (longer === null && found !== null) yield found;
    run = longer === null ? [sentence] : [...run, sentence];
    found = longer ?? (found === null ? null : asQuote(answer, run, sources));
    if (found === null) run = [];
  }
  if (found !== null) yield found;
}

/** The sentences as one quote, where they stand like this in a source. */
function asQuote(answer: string, sentences: readonly Range[], sources: readonly Source[]): CheckedQuote | null {
  const start = sentences[0]?.start ?? 0;
  const end = sentences.at(-1)?.end ?? start;
  if (end - start > LONGEST_QUOTE) return null;
  const quote = answer.slice(start, end);
  if (wordCount(visibleInline(quote, 'kept').text) < LEAST_WORDS) return null;
  const alignment = alignVerbatim(quote, sources, '');
  return alignment.verdict === 'verbatim' ? { quote, ref: '', start, end, alignment } : null;
}
