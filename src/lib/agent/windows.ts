/** How a model's window is shared between a prompt, its document and the reply. All figures are tokens. */
import type { Model } from './ports.ts';

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
  /** All that a prompt may hold beside the longest answer. */
  readonly prompt: number;
}

/** `share`: of the window that may be used at all; less than 1 for a model whose window proved smaller than said. */
export function windowsOf(model: Pick<Model, 'contextTokens'>, share = 1): Windows {
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

/** Most a call over documents of that many tokens can send. */
export function inputBound(documentTokens: number): number {
  return documentTokens + OVERHEAD;
}
