/** The citations of an answer: Markdown links `[words](#k3f9a2b)`; those in code are ignored. */
import { splitIntoParts } from './answer-parts.ts';
import { iterateBlocksInContext, listPartLinks } from './visible-markdown.ts';

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
  for (const { located, inList } of iterateBlocksInContext(answer))
    for (const part of splitIntoParts(answer, located, inList))
      for (const { start, end, from, to, target } of listPartLinks(answer, part)) {
        const ref = parseCitationRef(target);
        if (ref !== null) quotes.push({ quote: answer.slice(from, to), ref, start, end });
      }
  return quotes;
}
