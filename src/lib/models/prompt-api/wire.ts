/**
 * Messages between worker and offscreen document about the built-in model, all JSON. A call's events end in exactly one
 * of `done` and `fault`; a stream that ends without either was cut.
 */
import type { Availability } from './api.ts';

export type PromptPart =
  | { readonly type: 'text'; readonly text: string }
  /** Base64. */
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string };

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly PromptPart[];
}

export interface PromptCall {
  /** '' for none. */
  readonly system: string;
  readonly messages: readonly PromptMessage[];
  /** BCP 47, without regions, of the messages' documents. */
  readonly languages: readonly string[];
  /** JSON Schema that the reply must follow. */
  readonly json?: Readonly<Record<string, unknown>>;
  readonly temperature?: number;
}

export type PromptEvent =
  /** The session exists and the model is loaded. */
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'done'; readonly input?: number; readonly output?: number }
  | { readonly type: 'fault'; readonly fault: PromptFault };

/** Evidence of a fault; `failures.ts` converts it. */
export interface PromptFault {
  /** `absent`: this browser has no such API. */
  readonly state: Availability | 'absent';
  readonly during: 'create' | 'prompt';
  /** The exception's name and message; '' where nothing was thrown. */
  readonly name: string;
  readonly message: string;
  /** Of a `QuotaExceededError`: tokens of the request, and tokens available. */
  readonly requested?: number;
  readonly quota?: number;
  /** The session's whole window in tokens, where there was a session. */
  readonly contextTokens?: number;
  /** The model is available for text, but not for pictures. */
  readonly blind?: boolean;
}

/** State of the built-in model. */
export interface PromptState {
  readonly type: 'state';
  readonly state: Availability | 'absent';
  /** Window in tokens, where a model is available and reports it. */
  readonly contextTokens?: number;
  readonly pictures: boolean;
  /** Chrome's reason why there is no model; '' for none. */
  readonly why: string;
}

/** The worker's connection to the offscreen document. */
export interface ChromeHost {
  /**
   * Returns one call's events. Ends without a terminal event when the document closes; errors when it cannot be opened.
   */
  prompt(call: PromptCall, signal: AbortSignal): ReadableStream<PromptEvent>;
  /** Rejects when the document cannot be reached. */
  state(signal: AbortSignal): Promise<PromptState>;
}
