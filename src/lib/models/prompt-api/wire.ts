/**
 * What worker and offscreen document say to each other about the built-in model: a call and its events, all JSON. The one
 * rule: a call's events end in exactly one of `done` and `fault`; a line that ends without either was cut.
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
  /** BCP 47, without regions, of what the messages hold. */
  readonly languages: readonly string[];
  /** JSON Schema that the reply is held to. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** As in the request. */
  readonly temperature?: number;
}

export type PromptEvent =
  /** There is a session: the model is loaded. */
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'done'; readonly input?: number; readonly output?: number }
  | { readonly type: 'fault'; readonly fault: PromptFault };

/** What went wrong, as evidence; what to make of it is said in `failures.ts`. */
export interface PromptFault {
  /** `absent`: this browser has no such API. */
  readonly state: Availability | 'absent';
  readonly during: 'create' | 'prompt';
  /** The exception's name and words; '' where nothing was thrown. */
  readonly name: string;
  readonly message: string;
  /** Of a `QuotaExceededError`: tokens of the request, and those there were. */
  readonly requested?: number;
  readonly quota?: number;
  /** The session's whole window, where there was a session. */
  readonly contextTokens?: number;
  /** Text alone would have found a model. */
  readonly blind?: boolean;
}

/** How it is with the built-in model. */
export interface PromptState {
  readonly type: 'state';
  readonly state: Availability | 'absent';
  /** Window in tokens, where the model is there and says so. */
  readonly contextTokens?: number;
  readonly pictures: boolean;
  /** Why there is none, in Chrome's own words; '' where it said nothing. */
  readonly why: string;
}

/** The worker's way to the document. */
export interface ChromeHost {
  /** One call's events. Ends early, without a terminal event, when the document goes; errors when there can be none. */
  prompt(call: PromptCall, signal: AbortSignal): ReadableStream<PromptEvent>;
  /** Rejects when nobody could be asked. */
  state(signal: AbortSignal): Promise<PromptState>;
}
