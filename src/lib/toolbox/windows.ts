/** How a model's window is shared between a prompt, its document and the reply. All figures are tokens. */
import type { Model } from '../agent/ports.ts';

/** Instructions, titles and the frames of messages. */
const OVERHEAD = 500;
/** Other models count otherwise than our counter: leave them a tenth. */
const MARGIN = 0.9;

export interface Windows {
  /** Longest answer. */
  readonly answer: number;
  /** Longest condensed part. */
  readonly note: number;
  /** Largest document that fits beside the prompt and the longest answer. */
  readonly document: number;
}

export function windowsOf(model: Model): Windows {
  const usable = Math.floor((model.contextTokens - OVERHEAD) * MARGIN);
  const answer = Math.min(1500, Math.floor(usable / 4));
  return { answer, note: Math.min(700, Math.floor(usable / 8)), document: usable - answer };
}

/** Most a call over documents of that many tokens can send. */
export function inputBound(documentTokens: number): number {
  return documentTokens + OVERHEAD;
}
