/**
 * The Model port over any server that speaks OpenAI's chat completions, through a provider library that knows the
 * protocol. The one rule: one call is one HTTP request and ends in one terminal event, whatever the server does.
 * Keys are the business of the `fetch` that is passed in; this file never sees one.
 */
import './no-eval.ts'; // before the provider library
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, type LanguageModelV3StreamPart, type LanguageModelV3Usage } from '@ai-sdk/provider';
import { baseOf, hostOf } from './address.ts';
import { firstDialect, nextDialect, speak } from './dialect.ts';
import { failureOf, ReplyError, StreamedError } from './failures.ts';
import { count, property } from './loose.ts';
import type {
  FinishReason,
  Model,
  ModelEvent,
  ModelFailure,
  ModelRequest,
  ModelTimeouts,
  ModelUsage,
} from './model.ts';
import { promptOf } from './render.ts';
import { thinkingFilter } from './thinking.ts';
import { CallAbortedError, ModelTimeoutError, watch } from './timeouts.ts';
import { openWire, WireError } from './wire.ts';

export interface OpenAICompatibleConfig {
  /** Base URL up to and including the version segment, such as `http://localhost:11434/v1`. */
  readonly endpoint: string;
  readonly model: string;
  readonly contextTokens: number;
  readonly timeouts: ModelTimeouts;
  /** Adds the key, if there is one. */
  readonly fetch: typeof globalThis.fetch;
  /** `chrome-extension://…`, for cures that name it. */
  readonly extensionOrigin: string;
}

/** Characters of one answer; a model that passes them is repeating itself. */
const MAX_ANSWER = 2_000_000;
/** After the finish reason only the usage is awaited; a server that keeps the connection is not waited for. */
const SETTLE_MS = 5_000;

export function openAICompatible(config: OpenAICompatibleConfig): Model {
  const base = baseOf(config.endpoint);
  let dialect = firstDialect(base);

  /** The failure; when the server refused how it was spoken to, the next attempt speaks otherwise. */
  function settle(thrown: unknown): ModelFailure {
    const failure = failureOf(thrown, { ...config, endpoint: base, now: Date.now() });
    const next = APICallError.isInstance(thrown)
      ? nextDialect(dialect, thrown.statusCode ?? 0, thrown.responseBody ?? '')
      : null;
    if (next === null) return failure;
    dialect = next;
    return {
      code: 'model.dialect',
      message: `${failure.message} The next attempt leaves out what the server does not know.`,
      cure: 'Try again.',
      retryable: true,
      retryAfterMs: 0,
    };
  }

  async function* stream(request: ModelRequest, caller: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    const call = watch(config.timeouts, caller);
    const wire = openWire(config.fetch);
    const answer = thinkingFilter();
    let length = 0;
    let taken = false;
    let settling: ReturnType<typeof setTimeout> | undefined;
    try {
      if (!URL.canParse(base)) throw new WireError('bad-address');
      const provider = createOpenAICompatible({
        name: 'openaiCompatible',
        baseURL: base,
        fetch: wire.fetch,
        includeUsage: true,
        transformRequestBody: (body) => speak(dialect, body),
      });
      const opening = provider.chatModel(config.model).doStream({
        prompt: promptOf(request.messages),
        maxOutputTokens: request.maxOutputTokens,
        abortSignal: call.signal,
        includeRawChunks: true, // an event without text is a sign of life too
      });
      const reader = (await call.within('connect', opening)).stream.getReader();
      taken = true;
      for (let heard = false; ;) {
        const next: ReadableStreamReadResult<LanguageModelV3StreamPart> = await call.within(
          heard ? 'gap' : 'firstChunk',
          reader.read(),
        );
        if (next.done) throw new ReplyError('no-finish');
        const part: LanguageModelV3StreamPart = next.value;
        heard ||= part.type === 'raw';
        if (part.type === 'raw' && settling === undefined && isFinish(part.rawValue)) {
          settling = setTimeout(wire.end, Math.min(SETTLE_MS, config.timeouts.gap / 2));
        }
        if (part.type === 'error') throw errorIn(part);
        if (part.type === 'finish') {
          const rest = answer.flush();
          if (rest !== '') yield { type: 'text', text: rest };
          yield finished(part, length + rest.length > 0, answer.thought);
          return;
        }
        const text = part.type === 'text-delta' ? answer.push(part.delta) : '';
        length += text.length;
        if (length > MAX_ANSWER) throw new WireError('too-long');
        if (text !== '') yield { type: 'text', text };
      }
    } catch (thrown) {
      if (thrown instanceof CallAbortedError) yield { type: 'aborted' };
      // a server that is slow to answer may be at work already
      else yield { type: 'error', failure: settle(thrown), refused: !taken && !(thrown instanceof ModelTimeoutError) };
    } finally {
      clearTimeout(settling);
      call.close();
    }
  }

  return {
    id: `openai-compatible:${config.model}`,
    label: `${config.model} at ${hostOf(base)}`,
    contextTokens: config.contextTokens,
    metered: true,
    stream,
  };
}

function isFinish(event: unknown): boolean {
  const choices = property(event, 'choices');
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return typeof property(first, 'finish_reason') === 'string';
}

/** The library passes on its own errors, and the server's as a bare value. */
function errorIn({ error }: Extract<LanguageModelV3StreamPart, { type: 'error' }>): Error {
  return error instanceof Error ? error : new StreamedError(error);
}

/** The end of a reply that came to its end. Throws a `ReplyError` when there is nothing in it. */
function finished(
  { finishReason, usage }: Extract<LanguageModelV3StreamPart, { type: 'finish' }>,
  written: boolean,
  thought: boolean,
): ModelEvent {
  if (finishReason.raw === 'error') throw new ReplyError('finished-in-error');
  const finish = FINISHES[finishReason.unified] ?? 'other';
  const reasoned = thought || (usage.outputTokens.reasoning ?? 0) > 0;
  if (!written && finish !== 'content-filter') throw new ReplyError(reasoned ? 'only-thoughts' : 'empty');
  return { type: 'done', finish, usage: usageOf(usage) };
}

const FINISHES: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content-filter',
};

/** From the server's own object: the library fills what is absent with zero. */
function usageOf({ raw }: LanguageModelV3Usage): ModelUsage {
  const figures = {
    input: count(property(raw, 'prompt_tokens')),
    output: count(property(raw, 'completion_tokens')),
    cached: count(property(property(raw, 'prompt_tokens_details'), 'cached_tokens')),
    reasoning: count(property(property(raw, 'completion_tokens_details'), 'reasoning_tokens')),
  };
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined));
}
