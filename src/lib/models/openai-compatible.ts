/**
 * The Model port over any server that speaks OpenAI's chat completions, through a provider library that knows the
 * protocol. The one rule: one call is one HTTP request and ends in one terminal event, whatever the server does.
 * Keys are the business of the `fetch` that is passed in; this file never sees one.
 */
import './no-eval.ts'; // before the provider library
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, type LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { baseOf, hostOf } from './address.ts';
import { collectCalls } from './calls.ts';
import { type Dialect, firstDialect, nextDialect, speak } from './dialect.ts';
import { endOf } from './ending.ts';
import { isFinish } from './event.ts';
import { failureOf, ReplyError, StreamedError } from './failures.ts';
import type { Model, ModelEvent, ModelFailure, ModelRequest, ModelTimeouts } from './model.ts';
import { promptOf, toolsOf } from './render.ts';
import { thinkingFilter } from './thinking.ts';
import { CallAbortedError, ModelTimeoutError, watch } from './timeouts.ts';
import { openWire, WireError } from './wire.ts';

export interface OpenAICompatibleConfig {
  /** Base URL up to and including the version segment, such as `http://localhost:11434/v1`. */
  readonly endpoint: string;
  readonly model: string;
  readonly contextTokens: number;
  /** How to begin; a server that refuses tools is spoken to in text from then on. */
  readonly toolCalling: 'native' | 'text';
  readonly timeouts: ModelTimeouts;
  /** Adds the key, if there is one. */
  readonly fetch: typeof globalThis.fetch;
  /** `chrome-extension://…`, for cures that name it. */
  readonly extensionOrigin: string;
}

/** Characters of one answer, its calls included; a model that passes them is repeating itself. */
const MAX_ANSWER = 2_000_000;
/** After the finish reason only the usage is awaited; a server that keeps the connection is not waited for. */
const SETTLE_MS = 5_000;

export function openAICompatible(config: OpenAICompatibleConfig): Model {
  const base = baseOf(config.endpoint);
  let dialect = firstDialect(base, config.toolCalling === 'native');

  /** The failure; when the server refused how it was spoken to, the next attempt speaks otherwise. */
  function settle(thrown: unknown, spoken: Dialect, hadTools: boolean): ModelFailure {
    const failure = failureOf(thrown, { ...config, endpoint: base, now: Date.now() });
    const next = APICallError.isInstance(thrown)
      ? nextDialect(spoken, thrown.statusCode ?? 0, thrown.responseBody ?? '', hadTools)
      : null;
    if (next === null) return failure;
    if (dialect === spoken) dialect = next; // otherwise a call beside this one has learned already
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
    const spoken = dialect;
    const tools = toolsOf(spoken.tools ? (request.tools ?? []) : []);
    const calls = collectCalls(request.messages);
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
        transformRequestBody: (body) => speak(spoken, body),
      });
      const opening = provider.chatModel(config.model).doStream({
        prompt: promptOf(request.messages),
        maxOutputTokens: request.maxOutputTokens,
        ...(tools.length > 0 ? { tools, toolChoice: { type: 'auto' } } : {}),
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
        if (part.type === 'raw') {
          heard = true;
          calls.hear(part.rawValue);
          if (isFinish(part.rawValue)) settling ??= setTimeout(wire.end, Math.min(SETTLE_MS, config.timeouts.gap / 2));
        }
        if (part.type === 'error') throw errorIn(part);
        if (part.type === 'tool-call') calls.add(part);
        if (part.type === 'finish') {
          const rest = answer.flush();
          if (rest !== '') yield { type: 'text', text: rest };
          const text = length + rest.length > 0;
          yield* endOf(part, { text, thought: answer.thought, calls: tools.length > 0 ? calls : null });
          return;
        }
        const text = part.type === 'text-delta' ? answer.push(part.delta) : '';
        length += text.length;
        if (length + calls.length > MAX_ANSWER) throw new WireError('too-long');
        if (text !== '') yield { type: 'text', text };
      }
    } catch (thrown) {
      if (thrown instanceof CallAbortedError) yield { type: 'aborted' };
      // a server that is slow to answer may be at work already
      else {
        const refused = !taken && !(thrown instanceof ModelTimeoutError);
        yield { type: 'error', failure: settle(thrown, spoken, tools.length > 0), refused };
      }
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
    get toolCalling() {
      return dialect.tools ? 'native' : 'text';
    },
    stream,
  };
}

/** The library passes on its own errors, and the server's as a bare value. */
function errorIn({ error }: Extract<LanguageModelV3StreamPart, { type: 'error' }>): Error {
  return error instanceof Error ? error : new StreamedError(error);
}
