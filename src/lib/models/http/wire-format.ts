/**
 * What an adapter implements for one wire format. `http-model.ts` does the rest of an HTTP call.
 * A protocol holds no state of a call and makes no requests of its own: each call gets a `fetch` for one request.
 */
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { HttpProvider, ModelConfig } from '../config.ts';
import type { Dialect } from './dialect.ts';
import { omitUndefined, getProperty } from '../../base/loose.ts';
import type { ModelRequest, ModelUsage } from '../model.ts';

export type StreamPart = LanguageModelV3StreamPart;
export type FinishPart = Extract<StreamPart, { type: 'finish' }>;

export interface Protocol {
  readonly provider: HttpProvider;
  /** Name in error messages, such as `OpenAI chat completions`. */
  readonly name: string;
  /** Example of a base URL. */
  readonly example: string;
  /** Path of the operation below the base URL, with `{model}` for the model. Removed when a user pastes it. */
  readonly path: string;
  /** Other suffixes that users paste and that are not part of the base URL, longest first; removed like `path`. */
  readonly pasted?: readonly string[];
  readonly streamType: 'text/event-stream' | 'application/x-ndjson';
  /** Headers of every request; none may be secret. The key is added elsewhere. */
  readonly headers: Readonly<Record<string, string>>;
  /** Makes the one request and opens the reply. Rejects with the library's error. */
  openStream(options: OpenStreamOptions): Promise<ReadableStream<StreamPart>>;
  /** Inspects one wire event before the library's part for it is handled. Must not throw. */
  look(event: unknown): EventInfo;
  /** Returns the usage of a reply, with absent counts absent. */
  readUsage(finish: FinishPart): ModelUsage;
  /** How its servers word the refusal of an option, which is then left out. */
  readonly refusals?: readonly OptionRefusal[];
  /**
   * Returns the next dialect for a refusal that leaving an option out does not solve; null when it has another reason.
   */
  learnDialect?(dialect: Dialect, refusal: { readonly status: number; readonly body: string }): Dialect | null;
  readonly models: ModelListing;
  /** Asks the server about one model; {} when it reports nothing. Without this method only the list is used. */
  fetchModelInfo?(ask: ServerRequest, model: string): Promise<ModelInfo>;
}

export interface OptionRefusal {
  readonly option: 'json' | 'quiet' | 'streamOptions';
  readonly statuses: readonly number[];
  readonly pattern: RegExp;
}

export interface OpenStreamOptions {
  /** The base URL, without a trailing slash. */
  readonly base: string;
  readonly config: Pick<ModelConfig, 'model' | 'contextTokens' | 'keepAlive'>;
  readonly request: ModelRequest;
  readonly dialect: Dialect;
  /** For one request only. Throws a `RefusedError` for every status but 2xx. */
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** Facts in one wire event that the library does not pass on, or passes on too late. */
export interface EventInfo {
  /** The server's reason for the end of the reply; '' for none. */
  readonly finish: string;
  readonly fragments: readonly CallFragment[];
  /** Text of a refusal sent outside the reply's text; '' for none. */
  readonly refusal: string;
}

export interface CallFragment {
  /** The call's id as the server gave it; null for none. */
  readonly id: string | null;
  /** Whether a call starts here; null where the wire does not say. */
  readonly begins: boolean | null;
  /** Characters of arguments in it; null where the wire does not send them as text. */
  readonly characters: number | null;
}

export const EMPTY_EVENT_INFO: EventInfo = { finish: '', fragments: [], refusal: '' };

/** How the server lists its models: a GET below the base URL, and how to read the answer. */
export interface ModelListing {
  readonly path: string;
  /** Null when the answer is not such a list. */
  read(body: unknown): readonly ServerModel[] | null;
}

export interface ServerModel extends ModelInfo {
  readonly id: string;
}

/** What a server reports about a model; absent where it reports nothing. */
export interface ModelInfo {
  /** Largest window of the model, in tokens. */
  readonly contextTokens?: number;
  /** Window that the server serves now, in tokens, which may be less. */
  readonly servedTokens?: number;
  readonly tools?: boolean;
  readonly pictures?: boolean;
}

/** Sends a GET, or a POST if there is a body, below the base URL, or below the origin if the path begins with `//`. */
export type ServerRequest = (path: string, body?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/**
 * Reads the models under that name; null when there is no list. Models without an id and those `read` skips are left
 * out.
 */
export function readModelList(
  body: unknown,
  name: string,
  read: (entry: unknown) => ServerModel | null,
): readonly ServerModel[] | null {
  const entries = getProperty(body, name);
  if (!Array.isArray(entries)) return null;
  return entries.flatMap((entry) => {
    const model = read(entry);
    return model === null || model.id === '' ? [] : [model];
  });
}

/** Converts the library's counts, for protocols where it keeps absent counts absent. */
export function toModelUsage({ usage: { inputTokens, outputTokens } }: FinishPart): ModelUsage {
  return omitUndefined({
    input: inputTokens.total,
    output: outputTokens.total,
    cached: inputTokens.cacheRead,
    reasoning: outputTokens.reasoning,
  });
}
