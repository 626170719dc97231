/**
 * The Model port: one request in, one stream of events out. The one rule: a stream never throws and always ends in
 * exactly one of `done`, `error` or `aborted`. Adapters make exactly one HTTP request per call; retries, time-outs
 * between attempts and persistence belong to the loop.
 */
import type { Trouble } from '../base/errors.ts';
import type { JsonSchema } from '../base/json.ts';

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

/** A picture, in a person's message alone. Only for a model whose `pictures` is true. */
export interface ImagePart {
  readonly type: 'image';
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  /** What the picture is, in words: what a model is told that cannot see it. */
  readonly alt: string;
  /** Of whoever knows; for weighing and naming a request, and never sent. */
  readonly of?: PictureOrigin;
}

export interface PictureOrigin {
  /** Of the picture that it was made from. */
  readonly hash: string;
  /** Of the page that it was taken from; '' for none. */
  readonly url: string;
  /** In pixels, as it is sent. */
  readonly width: number;
  readonly height: number;
}

/** A tool call that a model made earlier in the conversation. In `assistant` messages only. */
export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON text: an object. */
  readonly arguments: string;
}

/** What a tool returned to the call of that id. In `tool` messages only. */
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

/** A tool as a model is shown it. */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** Of the arguments: `type: object`. */
  readonly parameters: JsonSchema;
}

/**
 * What the call is for. Language models read the messages; the extractive engine, which has no language, reads this.
 * - `summarise`: the documents are the whole text; write the summary.
 * - `condense`: the document is one part of a longer text; keep what the whole summary will need.
 * - `combine`: the documents are condensed parts, in order; write the summary of the whole.
 * - `answer`: the documents are passages; say what they say to the question, which is the last user message's text.
 * - `decide`: choose the next step of a run: call tools, or answer. Never asked of a model that calls no tools.
 * - `reflect`: say why an action failed and what to do instead. Never asked of a model that calls no tools.
 * - `compact`: write notes on the decisions so far that can stand in their place. Never asked of such a model either.
 */
export type ModelTask = 'summarise' | 'condense' | 'combine' | 'answer' | 'decide' | 'reflect' | 'compact';

export interface ModelRequest {
  readonly task: ModelTask;
  readonly messages: readonly ModelMessage[];
  /** Upper bound of the reply, in tokens. */
  readonly maxOutputTokens: number;
  /** How freely the model chooses its words, 0 … 2; absent for its own way. A server that takes none is not told. */
  readonly temperature?: number;
  /** Tools it may call in this reply, for a model whose `toolCalling` is `native`; absent or empty for none. */
  readonly tools?: readonly ToolSchema[];
  /** The reply is to be one JSON value of this schema; a server that can is asked to hold the model to it. */
  readonly json?: JsonSchema;
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

/** `other`: the server gave a reason that is none of these. A reply without any reason is an error (`model.cut`). */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';

export interface ModelFailure extends Trouble {
  /** The same request may succeed later without anybody changing anything. */
  readonly retryable: boolean;
  /** The server's own wish, in milliseconds from the reply. */
  readonly retryAfterMs?: number;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  /** A whole call; its arguments are the model's own JSON text, well formed or not. Nothing may act on it before `done`. */
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly arguments: string }
  | { readonly type: 'done'; readonly finish: FinishReason; readonly usage: ModelUsage }
  /** `refused`: the server never took the request up, so nothing was spent. */
  | { readonly type: 'error'; readonly failure: ModelFailure; readonly refused?: boolean }
  | { readonly type: 'aborted' };

export type ToolCalling = 'native' | 'json' | 'text' | 'none';

export interface Model {
  /** `name:model` as in its configuration, for people and for frames; never a key, never a query string. */
  readonly id: string;
  /** What the panel calls it: `gpt-4o-mini at api.openai.com`, `extractive, no model`. */
  readonly label: string;
  /** Size of the window that input and output share, in tokens. */
  readonly contextTokens: number;
  /** Whether tokens cost money or leave the machine's own engine: false for the extractive engine. */
  readonly metered: boolean;
  /** How it calls tools: over the wire, in replies held to a JSON schema, in its text, or not at all. */
  readonly toolCalling: ToolCalling;
  /** Whether its messages may hold pictures. */
  readonly pictures: boolean;
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
