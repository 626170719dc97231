/**
 * The Model port: one request in, one stream of events out.
 * A stream never throws and always ends in exactly one of `done`, `error` or `aborted`. Adapters make exactly one HTTP
 * request per call; retries, delays between attempts and persistence belong to the loop.
 */
import type { UserError } from '../base/errors.ts';
import type { JsonSchema } from '../base/json.ts';

/** A page or another source, passed to the model as data, never as instructions. */
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

/** A picture. Only in user messages, and only for a model whose `pictures` is true. */
export interface ImagePart {
  readonly type: 'image';
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  /** Description for a model that takes no pictures. */
  readonly alt: string;
  /** Used to estimate and identify a request where the origin is known; never sent. */
  readonly of?: PictureOrigin;
}

export interface PictureOrigin {
  /** Of the picture that this one was made from. */
  readonly hash: string;
  /** Of the page; '' for none. */
  readonly url: string;
  /** In pixels, as it is sent. */
  readonly width: number;
  readonly height: number;
}

/** A tool call made earlier in the conversation. In `assistant` messages only. */
export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON text: an object. */
  readonly arguments: string;
}

/** The result of the tool call with that id. In `tool` messages only. */
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
  /** Schema of the arguments: `type: object`. */
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
 * The last three are never requested from a model that calls no tools.
 */
export type ModelTask = 'summarise' | 'condense' | 'combine' | 'answer' | 'decide' | 'reflect' | 'compact';

export interface ModelRequest {
  readonly task: ModelTask;
  readonly messages: readonly ModelMessage[];
  /** Upper bound of the reply, in tokens. */
  readonly maxOutputTokens: number;
  /** 0 … 2; absent for the server's default. Not sent to a server that refuses it. */
  readonly temperature?: number;
  /** Tools it may call in this reply. Only for a model whose `toolCalling` is `native`; absent or empty for none. */
  readonly tools?: readonly ToolSchema[];
  /** The reply must be one JSON value of this schema. Servers that can are asked to enforce it. */
  readonly json?: JsonSchema;
}

/** Tokens as the provider reports them. Counts it does not report are absent, never zero. */
export interface ModelUsage {
  readonly input?: number;
  readonly output?: number;
  /** Part of `input` that was read from the provider's cache. */
  readonly cached?: number;
  /** Part of `output` that was spent on reasoning. */
  readonly reasoning?: number;
}

/** `other`: the server gave another reason. A reply without any reason is an error (`model.cut`). */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';

export interface ModelFailure extends UserError {
  /** The same request may succeed later without any change. */
  readonly retryable: boolean;
  /** Requested by the server, in milliseconds from the reply. */
  readonly retryAfterMs?: number;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  /**
   * A whole call. Its arguments are the model's own JSON text, well formed or not, and must not be acted on before
   * `done`.
   */
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: string }
  | { readonly type: 'done'; readonly finish: FinishReason; readonly usage: ModelUsage }
  /** `refused`: the server did not accept the request, so nothing was spent. */
  | { readonly type: 'error'; readonly failure: ModelFailure; readonly refused?: boolean }
  | { readonly type: 'aborted' };

export type ToolCalling = 'native' | 'json' | 'text' | 'none';

export interface Model {
  /** `name:model` as in its configuration; never a key or a query string. */
  readonly id: string;
  /** Label in the panel: `gpt-4o-mini at api.openai.com`, `extractive, no model`. */
  readonly label: string;
  /** Size of the window that input and output share, in tokens. */
  readonly contextTokens: number;
  /** Whether tokens cost money or leave this machine: false for the extractive engine. */
  readonly metered: boolean;
  /** How it calls tools: over the wire, in replies constrained to a JSON schema, in its text, or not at all. */
  readonly toolCalling: ToolCalling;
  readonly pictures: boolean;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/**
 * Limits of one call, in milliseconds: until the response's head, until its first event, between events, and overall.
 */
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
