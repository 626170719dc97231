import { alignQuote as alignAt, type Alignment } from '../../../../src/lib/pipeline/cite/align.ts';
import type { Source } from '../../../../src/lib/pipeline/cite/source.ts';

/** Word for word, else closely, as `checkQuotes` does it. */
export function alignQuote(quote: string, sources: readonly Source[], ref: string): Alignment {
  const verbatim = alignAt(quote, sources, ref, 'verbatim');
  if (verbatim.verdict === 'verbatim') return verbatim;
  const close = alignAt(quote, sources, ref, 'close');
  return verbatim.place === null || close.verdict === 'close' ? close : verbatim;
}
