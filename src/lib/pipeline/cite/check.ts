/** Checks each citation of an answer in slices; quotes beyond the bounds count as missing. */
import { createTimeSlicer } from '../text/slice.ts';
import { alignClose, alignVerbatim } from './align.ts';
import { extractQuotes } from './links.ts';
import { type CheckedQuote, iterateQuotedSentences } from './own-words.ts';
import type { Source } from './source.ts';

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
    let alignment = alignVerbatim(words, sources, quote.ref);
    if (alignment.verdict === 'missing' && words !== '') {
      for (const source of sources) await source.prepare('close', signal); // runs once, for the first quote that needs it
      alignment = alignClose(words, sources, quote.ref);
    }
    checked.push({ ...quote, alignment });
  }
  return checked;
}
