/**
 * What an adapter knows of one wire format; everything else about a call over HTTP is in `http-model.ts`. The one rule: a
 * protocol holds no state of a call and makes no request of its own: it is handed a `fetch` that is good for one.
 */
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { HttpProvider, ModelConfig } from './config.ts';
import type { Dialect } from './dialect.ts';
import { present, property } from '../base/loose.ts';
import type { ModelRequest, ModelUsage } from './model.ts';

/** Parts of a reply, as the provider library's interface has them; `raw` ones carry each event as it came. */
export type StreamPart = LanguageModelV3StreamPart;
export type FinishPart = Extract<StreamPart, { type: 'finish' }>;

export interface Protocol {
  readonly provider: HttpProvider;
  /** What failures call it, such as `OpenAI chat completions`. */
  readonly name: string;
  /** A base URL as people should enter it. */
  readonly example: string;
  /** Path of the operation below the base URL, with `{model}` where the model stands; cut off where people paste it along. */
  readonly path: string;
  /** Other ends of addresses that people paste and no request is made under, longest first; cut off like `path`. */
  readonly pasted?: readonly string[];
  /** Media type of a streamed reply. */
  readonly streamType: 'text/event-stream' | 'application/x-ndjson';
  /** Headers of every request; none of them secret. The key is added elsewhere. */
  readonly headers: Readonly<Record<string, string>>;
  /** Makes the one request and opens the reply. Rejects with whatever the library throws. */
  open(opening: Opening): Promise<ReadableStream<StreamPart>>;
  /** Looks into one event of the wire, before the library's own reading of it counts. Never throws. */
  look(event: unknown): Look;
  /** The figures of a reply, absent where the server gave none. */
  usage(finish: FinishPart): ModelUsage;
  /** In which words its servers refuse an option, which is left out from then on. */
  readonly refusals?: readonly OptionRefusal[];
  /** How to speak after a refusal that leaving something out does not answer; null when it is about something else. */
  learn?(dialect: Dialect, refusal: { readonly status: number; readonly body: string }): Dialect | null;
  readonly models: Listing;
  /** Asks the server about one model; {} where it says nothing. Without it, nothing but the list is known. */
  about?(ask: Ask, model: string): Promise<About>;
}

export interface OptionRefusal {
  readonly option: 'json' | 'quiet' | 'streamOptions';
  readonly statuses: readonly number[];
  readonly words: RegExp;
}

export interface Opening {
  /** The base URL, without a trailing slash. */
  readonly base: string;
  readonly config: Pick<ModelConfig, 'model' | 'contextTokens' | 'keepAlive'>;
  readonly request: ModelRequest;
  readonly dialect: Dialect;
  /** Good for one request. Throws a `RefusedError` for every status but 2xx. */
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** What one event of the wire says that the library does not pass on, or passes on too late. */
export interface Look {
  /** Why the reply ends, in the server's own word; '' while it says nothing of the kind. */
  readonly finish: string;
  /** Fragments of tool calls in it. */
  readonly fragments: readonly Fragment[];
  /** Words of a refusal that stand apart from the text; '' for none. */
  readonly refusal: string;
}

export interface Fragment {
  /** The call's id as the server gave it; null where it gave none. */
  readonly id: string | null;
  /** A call begins here; null where the wire does not say. */
  readonly begins: boolean | null;
  /** Characters of arguments in it; null where they are no text on this wire. */
  readonly characters: number | null;
}

export const NOTHING_SEEN: Look = { finish: '', fragments: [], refusal: '' };

/** How the server lists its models: a GET below the base URL, and what the answer says. */
export interface Listing {
  readonly path: string;
  /** Null when the answer is no such list. */
  read(body: unknown): readonly Listed[] | null;
}

/** A model in a server's list, with what the list says of it. */
export interface Listed extends About {
  readonly id: string;
}

/** What a server says of a model; absent where it says nothing. */
export interface About {
  /** Largest window the model has. */
  readonly contextTokens?: number;
  /** Window the server serves right now, which may be less. */
  readonly servedTokens?: number;
  readonly tools?: boolean;
  readonly pictures?: boolean;
}

/** GET below the server's origin or base (a path beginning with `//` stands below the origin); POST where there is a body. */
export type Ask = (path: string, body?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The models under that name in an answer; null where there is no list. Those without an id are left out, as `read` may. */
export function listed(body: unknown, name: string, read: (entry: unknown) => Listed | null): readonly Listed[] | null {
  const entries = property(body, name);
  if (!Array.isArray(entries)) return null;
  return entries.flatMap((entry) => {
    const model = read(entry);
    return model === null || model.id === '' ? [] : [model];
  });
}

/** The library's own figures, for protocols in which absent stays absent. */
export function normalisedUsage({ usage: { inputTokens, outputTokens } }: FinishPart): ModelUsage {
  return present({
    input: inputTokens.total,
    output: outputTokens.total,
    cached: inputTokens.cacheRead,
    reasoning: outputTokens.reasoning,
  });
}
