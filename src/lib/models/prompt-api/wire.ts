/** JSON messages between worker and offscreen document. Without a final `done` or `fault` a stream was cut. */
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
  readonly system: string;
  readonly messages: readonly PromptMessage[];
  readonly languages: readonly string[];
  readonly json?: Readonly<Record<string, unknown>>;
  readonly temperature?: number;
}

export type PromptEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'done'; readonly input?: number; readonly output?: number }
  | { readonly type: 'fault'; readonly fault: PromptFault };

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

export interface PromptState {
  readonly type: 'state';
  readonly state: Availability | 'absent';
  readonly contextTokens?: number;
  readonly pictures: boolean;
  /** Why there is no model; '' otherwise. */
  readonly why: string;
}

export interface ChromeHost {
  /** Ends without a terminal event when the document closes; errors when it cannot be opened. */
  prompt(call: PromptCall, signal: AbortSignal): ReadableStream<PromptEvent>;
  /** Rejects when the document cannot be reached. */
  state(signal: AbortSignal): Promise<PromptState>;
}
