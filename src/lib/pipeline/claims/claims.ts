/** The sentences of an answer that cite: what each says in its own words, and the citations that back it. */
import { iterateParts, type Part } from '../cite/answer-parts.ts';
import { getReading, joinRanges } from '../cite/visible-markdown.ts';
import { toInlineWords } from '../text/inline.ts';
import { iterateSentences, type Range } from '../text/ranges.ts';

export interface Claim {
  /** Without the quotes of its citations. */
  readonly text: string;
  /** Indices of its citations, each with its place in the text. */
  readonly citations: readonly { readonly index: number; readonly at: number }[];
  /** End of a label such as "Cost of living:", or 0. */
  readonly labelEnd: number;
}

interface Quote extends Range {
  readonly index: number;
}

/** In UTF-16 units. */
const MAX_CLAIM = 2000;

/** `quotes`: in order. A citation behind a full stop belongs to the sentence before it. Linear. */
export function splitIntoClaims(answer: string, quotes: readonly Range[]): readonly Claim[] {
  const claims: Claim[] = [];
  let next = 0;
  for (const part of iterateParts(answer)) {
    const end = part.ranges.at(-1)?.end ?? 0;
    const inPart: Quote[] = [];
    for (; next < quotes.length; next += 1) {
      const quote = quotes[next];
      if (quote === undefined || quote.start >= end) break;
      inPart.push({ index: next, ...quote });
    }
    if (inPart.length > 0 && part.kind !== 'code') claims.push(...splitPart(answer, part, inPart));
  }
  return claims;
}

function splitPart(answer: string, part: Part, quotes: readonly Quote[]): readonly Claim[] {
  const { text: markdown, place } = joinRanges(answer, part.ranges);
  const { pieces, starts } = toInlineWords(markdown, getReading(part, 'dropped'));
  let text = '';
  const cites: { readonly index: number; readonly at: number }[] = [];
  let next = 0;
  for (const [k, piece] of pieces.entries()) {
    const at = place(starts[k] ?? 0);
    while (next < quotes.length && at >= (quotes[next]?.end ?? Infinity)) next += 1;
    const quote = quotes[next];
    if (quote === undefined || at < quote.start) text += piece;
    else if (cites.at(-1)?.index !== quote.index) cites.push({ index: quote.index, at: text.length });
  }
  for (const { index } of quotes)
    if (!cites.some((cite) => cite.index === index)) cites.push({ index, at: text.length });
  const sentences = [...iterateSentences(text, { start: 0, end: text.length }, '')];
  return sentences.flatMap(({ start, end }, i) => {
    const until = sentences[i + 1]?.start ?? Infinity;
    const own = cites.filter(({ at }) => (i === 0 || at > start) && at <= until);
    const sentence = text.slice(start, Math.min(end, start + MAX_CLAIM));
    if (own.length === 0) return [];
    const label = /^[^.!?:]{1,60}:(?=\s)/.exec(sentence)?.[0].length ?? 0;
    return [
      {
        text: sentence,
        citations: own.map(({ index, at }) => ({ index, at: Math.max(0, at - start) })),
        labelEnd: label,
      },
    ];
  });
}
