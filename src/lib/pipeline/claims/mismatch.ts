/** What a claim says otherwise than its evidence. */
import { alignBothWays, type Alignment } from './alignment.ts';
import type { TextReading } from './reading.ts';
import { sliceTokens } from './tokens.ts';

type MismatchKind = 'number' | 'unit' | 'date' | 'name' | 'negation' | 'quantifier' | 'hedge' | 'direction';

export interface Finding {
  readonly kind: MismatchKind;
  /** A few words of the claim, and those of the evidence in their place: '' where it has none. */
  readonly claim: string;
  readonly source: string;
  /** In the claim, in UTF-16 units. */
  readonly at: number;
}

/** A claim beside the evidence it is held against. */
export interface Pair {
  readonly claim: TextReading;
  readonly evidence: TextReading;
  readonly toEvidence: Alignment;
  readonly toClaim: Alignment;
}

export function pairTexts(claim: TextReading, evidence: TextReading): Pair {
  const [toEvidence, toClaim] = alignBothWays(claim.tokens, evidence.tokens);
  return { claim, evidence, toEvidence, toClaim };
}

/** A word more than the cue and its anchor, so that "is" stands beside "is not". */
const MAX_WORDS = 6;

export function sliceAround({ text, tokens }: TextReading, from: number, to: number): string {
  const [first, last] = from <= to ? [from, to] : [to, from];
  return sliceTokens(text, tokens, first, Math.min(last, first + MAX_WORDS));
}
