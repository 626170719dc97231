/** Splits a model's window between prompt, document and reply. All figures are tokens. */
import type { Model } from '../ports.ts';

/** Instructions, titles and message framing. */
const OVERHEAD = 500;
/** Safety margin of one tenth, because models count differently from our counter. */
const MARGIN = 0.9;

export interface TokenBudget {
  /** Longest answer. */
  readonly answer: number;
  /** Longest condensed part. */
  readonly note: number;
  /** Largest document that fits next to the prompt and the longest answer. */
  readonly document: number;
  /** Largest prompt that leaves room for the longest answer. */
  readonly prompt: number;
}

/** `share`: usable share of the window; less than 1 if the window proved smaller than configured. */
export function computeTokenBudget(model: Pick<Model, 'contextTokens'>, share = 1): TokenBudget {
  const window = Math.floor(model.contextTokens * share);
  const usable = Math.floor((window - OVERHEAD) * MARGIN);
  const answer = Math.max(1, Math.min(1500, Math.floor(usable / 4)));
  return {
    answer,
    note: Math.max(1, Math.min(700, Math.floor(usable / 8))),
    document: usable - answer,
    prompt: window - answer,
  };
}

/** Returns the maximum input of a call over documents of that many tokens. */
export function computeMaxInput(documentTokens: number): number {
  return documentTokens + OVERHEAD;
}
