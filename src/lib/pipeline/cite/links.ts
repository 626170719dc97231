/** The citations of an answer: Markdown links `[words](#k3f9a2b)`; those in code are ignored. */
import { toInlineWords } from '../text/inline.ts';
import { iterateParts } from './answer-parts.ts';
import { getReading, joinRanges } from './visible-markdown.ts';

export interface Quote {
  readonly quote: string;
  readonly ref: string;
  /** In UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

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
