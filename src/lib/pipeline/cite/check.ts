/**
 * An answer and its sources → what of it is cited, each citation checked. The one rule: bounded work, in slices; what is
 * beyond the bounds is not looked up and counts as missing.
 */
import { slices } from '../text/slice.ts';
import { alignClose, alignVerbatim } from './align.ts';
import { quotesIn } from './links.ts';
import { type CheckedQuote, quotedOneByOne } from './own-words.ts';
import type { Source } from './source.ts';

export interface CheckOptions {
  /** How the answer cites: by links, as a model is told to, or by being its sources' own sentences. */
  readonly form: 'links' | 'sentences';
  readonly signal?: AbortSignal;
}

/** Citations that are looked up in one answer. */
export const MOST_QUOTES = 60;

/**
 * All citations of an answer in order; those of `links` are as many as `quotesIn` finds, and in its order. Rejects with the
 * signal's reason once it is aborted.
 */
export async function checkQuotes(
  answer: string,
  sources: readonly Source[],
  { form, signal }: CheckOptions,
): Promise<readonly CheckedQuote[]> {
  const turns = slices(signal);
  const checked: CheckedQuote[] = [];
  await turns.turn();
  if (form === 'sentences') {
    for (const source of sources) await source.prepare('verbatim', signal);
    for (const quote of quotedOneByOne(answer, sources)) {
      if (checked.push(quote) === MOST_QUOTES) break;
      await turns.turn();
    }
    return checked;
  }
  const quotes = quotesIn(answer);
  if (quotes.length > 0) for (const source of sources) await source.prepare('verbatim', signal);
  for (const [i, quote] of quotes.entries()) {
    await turns.turn();
    const words = i < MOST_QUOTES ? quote.quote : '';
    let alignment = alignVerbatim(words, sources, quote.ref);
    if (alignment.verdict === 'missing' && words !== '') {
      for (const source of sources) await source.prepare('close', signal); // done once, for the first that needs it
      alignment = alignClose(words, sources, quote.ref);
    }
    checked.push({ ...quote, alignment });
  }
  return checked;
}
