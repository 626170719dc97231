/** What is asked of Chrome's built-in model, and what it answers. */
import type { Json } from '../../base/json.ts';
import type { Availability } from './api.ts';

export type PromptPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; /** Base64. */ readonly data: string };

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly PromptPart[];
}

export interface PromptCall {
  readonly system: string;
  readonly messages: readonly PromptMessage[];
  /** BCP 47, without region. */
  readonly languages: readonly string[];
  readonly json?: Readonly<Record<string, Json>>;
  readonly temperature?: number;
}

export interface PromptFault {
  /** `absent`: this browser has no such API. */
  readonly state: Availability | 'absent';
  readonly during: 'create' | 'prompt';
  /** '' where nothing was thrown. */
  readonly name: string;
  readonly message: string;
  readonly requested?: number;
  readonly quota?: number;
  readonly contextTokens?: number;
  readonly blind?: boolean;
}

/** In order: `ready`, any number of `text`, then `done` or `fault`. */
export type PromptEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'done'; readonly input?: number; readonly output?: number }
  | { readonly type: 'fault'; readonly fault: PromptFault };

export interface PromptState {
  readonly state: Availability | 'absent';
  readonly pictures: boolean;
  /** Why there is no model; '' otherwise. */
  readonly why: string;
  readonly contextTokens?: number;
}

export interface ChromeHost {
  prompt(call: PromptCall, signal: AbortSignal): ReadableStream<PromptEvent>;
  /** Rejects once aborted. */
  state(signal: AbortSignal): Promise<PromptState>;
}
