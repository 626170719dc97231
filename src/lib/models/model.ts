/** The Model port. A stream never throws and ends in exactly one of `done`, `error` or `aborted`. */
import type { UserError } from '../base/errors.ts';
import type { JsonSchema } from '../base/json.ts';

/** Passed to the model as data, never as instructions. */
export interface DocumentPart {
  readonly type: 'document';
  readonly title: string;
  readonly url: string;
  /** BCP 47, or '' when unknown. */
  readonly language: string;
  readonly text: string;
}

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** In user messages only, for a model whose `pictures` is true. */
export interface ImagePart {
  readonly type: 'image';
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  readonly alt: string;
  /** For estimates and request identity; never sent. */
  readonly of?: PictureOrigin;
}

interface PictureOrigin {
  readonly hash: string;
  readonly url: string;
  /** In pixels, as sent. */
  readonly width: number;
  readonly height: number;
}

/** In `assistant` messages only. */
export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** In `tool` messages only. */
export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly id: string;
  readonly name: string;
  readonly isError: boolean;
  readonly content: readonly (TextPart | DocumentPart)[];
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: readonly (TextPart | DocumentPart | ImagePart | ToolCallPart | ToolResultPart)[];
}

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/**
 * The purpose of the call. Language models read the messages; the extractive engine reads this instead.
 * - `summarise`: the documents are the whole text; write the summary.
 * - `condense`: the document is one part of a longer text; keep what the whole summary will need.
 * - `combine`: the documents are condensed parts, in order; write the summary of the whole.
 * - `answer`: the documents are passages; answer the question, which is the last user message's text, from them.
 * - `decide`: choose the next step of a run: call tools, or answer.
 * - `reflect`: say why an action failed and what to do instead.
 * - `compact`: write notes on the decisions so far that can replace them.
 * - `translate`: write the document in `language`.
 * - `rank`: say which documents are nearest in meaning to the last text: a JSON list of their indices, best first.
 * `decide`, `reflect` and `compact` are never requested from a model that calls no tools.
 */
export type ModelTask =
  | 'summarise'
  | 'condense'
  | 'combine'
  | 'answer'
  | 'decide'
  | 'reflect'
  | 'compact'
  | 'translate'
  | 'rank';

export interface ModelRequest {
  readonly task: ModelTask;
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens: number;
  /** A BCP 47 tag, for `translate`; the messages say it as well. */
  readonly language?: string;
  /** For `translate`: of the whole text, of which the document is a part, to find out its language. */
  readonly sample?: string;
  /** For `rank`: nothing of it is kept for another request. */
  readonly ephemeral?: boolean;
  /** 0 … 2; absent for the server's default. Not sent to a server that refuses it. */
  readonly temperature?: number;
  /** Only for a model whose `toolCalling` is `native`. */
  readonly tools?: readonly ToolSchema[];
  /** The reply must be one JSON value of this schema. Servers that can are asked to enforce it. */
  readonly json?: JsonSchema;
}

/** In tokens. Counts that the provider does not report are absent, never zero. */
export interface ModelUsage {
  readonly input?: number;
  readonly output?: number;
  readonly cached?: number;
  readonly reasoning?: number;
}

/** A reply without any reason is an error (`model.cut`). */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';

export interface ModelFailure extends UserError {
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  /** Share of the work that is done, 0 … 1; of `rank` alone. */
  | { readonly type: 'progress'; readonly share: number }
  /** What the model thinks before it answers: shown and counted, not kept. */
  | { readonly type: 'thought'; readonly text: string }
  /** Arguments may be malformed, and must not be acted on before `done`. */
  | ToolCallPart
  | { readonly type: 'done'; readonly finish: FinishReason; readonly usage: ModelUsage }
  /** `refused`: the server did not accept the request; nothing was spent. `usage`: of a reply that cannot be used. */
  | { readonly type: 'error'; readonly failure: ModelFailure; readonly refused?: boolean; readonly usage?: ModelUsage }
  | { readonly type: 'aborted' };

export type ToolCalling = 'native' | 'json' | 'text' | 'none';

export interface Model {
  /** `name:model`; never a key or a query string. */
  readonly id: string;
  readonly label: string;
  readonly contextTokens: number;
  /** Whether tokens cost money or leave this machine. */
  readonly metered: boolean;
  /** Over the wire, in replies constrained to a JSON schema, in its text, or not at all. */
  readonly toolCalling: ToolCalling;
  readonly pictures: boolean;
  /**
   * A call with the id of one that is held takes up that one's reply from its first event; nothing is requested again.
   * Such a reply is held until it is forgotten or the signal aborts. Default: it ends with its caller.
   */
  stream(request: ModelRequest, signal: AbortSignal, callId?: string): AsyncIterable<ModelEvent>;
  /**
   * Whether a call that began at `at` (milliseconds since the epoch) can be made again without being paid twice: its reply
   * is held, or nothing was sent. Absent: a call ends with its caller.
   */
  canResume?(callId: string, at: number): Promise<boolean>;
  /** To be called once the reply is stored. */
  forgetReply?(callId: string): void;
}

/** In milliseconds: until the response's head, its first event, between events, and overall. */
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
