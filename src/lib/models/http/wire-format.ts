/** What an adapter implements for one wire format. Protocols hold no state and make no requests of their own. */
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { HttpProvider, ModelConfig } from '../config.ts';
import type { Dialect } from './dialect.ts';
import { getProperty } from '../../base/loose.ts';
import type { FinishReason, ModelRequest, ModelUsage } from '../model.ts';

export type StreamPart = Exclude<LanguageModelV3StreamPart, { type: 'finish' }> | FinishPart;

export interface FinishPart {
  readonly type: 'finish';
  readonly finish: FinishReason | 'error';
  readonly usage: ModelUsage;
}

export type PartStream = AsyncGenerator<StreamPart, void, undefined>;

export interface Protocol {
  readonly provider: HttpProvider;
  readonly name: string;
  readonly example: string;
  /** Below the base URL, with `{model}`. Removed when a user pastes it. */
  readonly path: string;
  readonly pasted?: readonly string[];
  readonly streamType: 'text/event-stream' | 'application/x-ndjson';
  /** None may be secret. The key is added elsewhere. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves once the server has responded. */
  openStream(options: OpenStreamOptions): Promise<PartStream>;
  /** Called before the library's part for the event is handled. Must not throw. */
  look(event: unknown): EventInfo;
  readonly refusals?: readonly OptionRefusal[];
  /** Null when the refusal has another reason than the dialect. */
  learnDialect?(dialect: Dialect, refusal: { readonly status: number; readonly body: string }): Dialect | null;
  readonly models: ModelListing;
  /** {} when the server reports nothing; without this method only the list is used. */
  fetchModelInfo?(ask: ServerRequest, model: string): Promise<ModelInfo>;
  /** Absent where the server gives no vectors of texts. */
  readonly embed?: EmbeddingWire;
}

export interface EmbeddingWire {
  /** Below the base URL. */
  readonly path: string;
  build(texts: readonly string[], config: Pick<ModelConfig, 'model' | 'keepAlive'>): Readonly<Record<string, unknown>>;
  /** Vectors in the order of the texts, unchecked. */
  read(answer: unknown): { readonly vectors: readonly unknown[]; readonly tokens: number | undefined };
}

interface OptionRefusal {
  readonly option: 'json' | 'quiet' | 'streamOptions';
  readonly statuses: readonly number[];
  readonly pattern: RegExp;
}

export interface OpenStreamOptions {
  /** Without a trailing slash. */
  readonly base: string;
  readonly config: Pick<ModelConfig, 'model' | 'contextTokens' | 'keepAlive'>;
  readonly request: ModelRequest;
  readonly dialect: Dialect;
  /** For one request. Throws a `RefusedError` for every status but 2xx. */
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

export interface EventInfo {
  /** Why the reply ends; '' or absent while it goes on. */
  readonly finish?: string;
  readonly fragments?: readonly CallFragment[];
  /** Refusal sent outside the reply's text. */
  readonly refusal?: string;
}

export interface CallFragment {
  /** As the server gave it; '' for none. */
  readonly id: string;
  /** Null where the wire does not say. */
  readonly begins: boolean | null;
  /** Null where the wire does not send arguments as text. */
  readonly characters: number | null;
}

interface ModelListing {
  readonly path: string;
  /** The list's name in the server's answer. */
  readonly list: 'data' | 'models';
  /** Null for a model to leave out. */
  readonly read: (entry: unknown) => ServerModel | null;
}

export interface ServerModel extends ModelInfo {
  readonly id: string;
}

export interface ModelInfo {
  readonly contextTokens?: number;
  /** Tokens that the server serves now, which may be less. */
  readonly servedTokens?: number;
  readonly tools?: boolean;
  readonly pictures?: boolean;
}

/** POST if there is a body, else GET; below the origin if the path begins with `//`. */
export type ServerRequest = (path: string, body?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Null when there is no list. Skips models without an id. */
export function readModelList({ list, read }: ModelListing, body: unknown): readonly ServerModel[] | null {
  const entries = getProperty(body, list);
  if (!Array.isArray(entries)) return null;
  return entries.map(read).filter((model): model is ServerModel => model !== null && model.id !== '');
}
