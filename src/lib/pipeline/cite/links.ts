/**
 * The citations of an answer: links whose words are the quote and whose target is a passage's id, `[words](#k3f9a2b)`. The
 * one rule: what a Markdown reader takes for such a link is one, and nothing else; words in code cite nothing.
 */
import { partsOf } from './parts.ts';
import { blocksIn, linksOf } from './visible.ts';

export interface Quote {
  /** Markdown, as it stands between the brackets. */
  readonly quote: string;
  /** The id that the model named; '' for none. */
  readonly ref: string;
  /** The whole link in the answer, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

const CITING = /^\s*(?:<#([A-Za-z0-9/-]{0,24})>|#([A-Za-z0-9/-]{0,24}))(?:\s+(?:"[^]*"|'[^]*'|\([^]*\)))?\s*$/;

/** The id that a link's target names, '' for `#` alone; null where the link is no citation. */
export function refOf(target: string): string | null {
  const found = CITING.exec(target.slice(0, 600));
  return found === null ? null : (found[1] ?? found[2] ?? '');
}

/** In order, without overlap. Linear in the answer. */
export function quotesIn(answer: string): readonly Quote[] {
  const quotes: Quote[] = [];
  for (const { located, inList } of blocksIn(answer))
    for (const part of partsOf(answer, located, inList))
      for (const { start, end, from, to, target } of linksOf(answer, part)) {
        const ref = refOf(target);
        if (ref !== null) quotes.push({ quote: answer.slice(from, to), ref, start, end });
      }
  return quotes;
}

/** The answer with every citation replaced: by its words, for a copy; by words and a number, for an export. */
export function withoutLinks(answer: string, replace: (quote: Quote, index: number) => string): string {
  let out = '';
  let from = 0;
  for (const [index, quote] of quotesIn(answer).entries()) {
    out += answer.slice(from, quote.start) + replace(quote, index);
    from = quote.end;
  }
  return out + answer.slice(from);
}
