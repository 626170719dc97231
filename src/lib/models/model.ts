/**
 * The Model port: one request in, one stream of events out. The one rule: a stream never throws and always ends in
 * exactly one of `done`, `error` or `aborted`. Adapters make exactly one HTTP request per call; retries, time-outs
 * between attempts and persistence belong to the loop.
 */
import type { Trouble } from '../base/errors.ts';

/** A page or another source handed to the model as data, never as instructions. */
export interface DocumentPart {
  readonly type: 'document';
  readonly title: string;
  readonly url: string;
  /** BCP 47 tag of the text, or '' when unknown. */
  readonly language: string;
  /** Markdown. */
  readonly text: string;
}

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: readonly (TextPart | DocumentPart)[];
}

/**
 * What the call is for. Language models read the messages; the extractive engine, which has no language, reads this.
 * - `summarise`: the documents are the whole text; write the summary.
 * - `condense`: the document is one part of a longer text; keep what the whole summary will need.
 * - `combine`: the documents are condensed parts, in order; write the summary of the whole.
 */
export type ModelTask = 'summarise' | 'condense' | 'combine';

export interface ModelRequest {
  readonly task: ModelTask;
  readonly messages: readonly ModelMessage[];
  /** Upper bound of the reply, in tokens. */
  readonly maxOutputTokens: number;
}

/** Tokens as the provider reports them. Absent figures are absent, never zero. */
export interface ModelUsage {
  readonly input?: number;
  readonly output?: number;
  /** Part of `input` that was read from the provider's cache. */
  readonly cached?: number;
  /** Part of `output` that was spent on reasoning. */
  readonly reasoning?: number;
}

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'other';

export interface ModelFailure extends Trouble {
  /** The same request may succeed later without anybody changing anything. */
  readonly retryable: boolean;
  /** The server's own wish, in milliseconds from the reply. */
  readonly retryAfterMs?: number;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'done'; readonly finish: FinishReason; readonly usage: ModelUsage }
  /** `refused`: the server never took the request up, so nothing was spent. */
  | { readonly type: 'error'; readonly failure: ModelFailure; readonly refused?: boolean }
  | { readonly type: 'aborted' };

export interface Model {
  /** `provider:model`, for people and for frames; never a key, never a query string. */
  readonly id: string;
  /** What the panel calls it: `gpt-4o-mini at api.openai.com`, `extractive, no model`. */
  readonly label: string;
  /** Size of the window that input and output share, in tokens. */
  readonly contextTokens: number;
  /** Whether tokens cost money or leave the machine's own engine: false for the extractive engine. */
  readonly metered: boolean;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** Four bounds on one call, in milliseconds: until the response's head, its first event, between events, and overall. */
export interface ModelTimeouts {
  readonly connect: number;
  readonly firstChunk: number;
  readonly gap: number;
  readonly total: number;
}

export const DEFAULT_TIMEOUTS: ModelTimeouts = {
  connect: 180_000, // many local servers send the head only with the first token
  firstChunk: 180_000,
  gap: 120_000,
  total: 900_000,
};
