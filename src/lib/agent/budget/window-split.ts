/** Splits a model's window between prompt, document and reply, in tokens. */
import type { Model } from '../ports.ts';

const OVERHEAD = 500;
/** Safety margin: models count differently from our counter. */
const MARGIN = 0.9;

export interface TokenBudget {
  readonly answer: number;
  readonly note: number;
  /** Fits next to the prompt and the longest answer. */
  readonly document: number;
  readonly prompt: number;
}

/** `share`: usable share of the window; below 1 if it proved smaller than configured. */
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

export function computeMaxInput(documentTokens: number): number {
  return documentTokens + OVERHEAD;
}
