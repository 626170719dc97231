/**
 * The Model port over a server that speaks one of the protocols. The one rule: one call is one HTTP request and ends in
 * one terminal event, whatever the server does. Keys are the business of the `fetch` that is passed in; nothing here sees
 * one.
 */
import { baseOf, hostOf } from './address.ts';
import { collectCalls } from './calls.ts';
import type { ModelConfig } from './config.ts';
import { type Asked, type Dialect, firstDialect, nextDialect } from './dialect.ts';
import { endOf } from './ending.ts';
import { failureOf, ReplyError, StreamedError } from './failures.ts';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from './model.ts';
import type { Protocol, StreamPart } from './protocol.ts';
import { thinkingFilter } from './thinking.ts';
import { CallAbortedError, ModelTimeoutError, watch } from './timeouts.ts';
import { openWire, RefusedError, WireError } from './wire.ts';

export interface HttpModelConfig extends Omit<ModelConfig, 'provider'> {
  readonly protocol: Protocol;
  /** Adds the key, if there is one. */
  readonly fetch: typeof globalThis.fetch;
  /** `chrome-extension://…`, for cures that name it. */
  readonly extensionOrigin: string;
}

/** Characters of one answer, its calls included; a model that passes them is repeating itself. */
const MAX_ANSWER = 2_000_000;
/** After the finish reason only the usage is awaited; a server that keeps the connection is not waited for. */
const SETTLE_MS = 5_000;

export function httpModel(config: HttpModelConfig): Model {
  const { protocol } = config;
  const base = baseOf(config.endpoint, protocol);
  let dialect = firstDialect(base, config.toolCalling === 'native');

  /** The failure; when the server refused how it was spoken to, the next attempt speaks otherwise. */
  function settle(thrown: unknown, spoken: Dialect, asked: Asked): ModelFailure {
    const failure = failureOf(thrown, { ...config, endpoint: base, now: Date.now() });
    const next = thrown instanceof RefusedError ? nextDialect(protocol, spoken, thrown, asked) : null;
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
    const wire = openWire(config.fetch, protocol);
    const answer = thinkingFilter();
    const spoken = dialect;
    const asked = {
      tools: spoken.tools && (request.tools ?? []).length > 0,
      json: request.json !== undefined,
      temperature: request.temperature !== undefined,
    };
    const calls = collectCalls(request.messages);
    let [length, taken, thought, finish] = [0, false, false, ''];
    let settling: ReturnType<typeof setTimeout> | undefined;
    try {
      if (!URL.canParse(base)) throw new WireError('bad-address');
      const opening = protocol.open({ base, config, request, dialect: spoken, fetch: wire.fetch, signal: call.signal });
      const reader = (await call.within('connect', opening)).getReader();
      taken = true;
      for (let heard = false; ;) {
        const kind = heard ? 'gap' : 'firstChunk';
        const next: ReadableStreamReadResult<StreamPart> = await call.within(kind, reader.read());
        if (next.done) throw new ReplyError('no-finish');
        const part: StreamPart = next.value;
        let delta = '';
        if (part.type === 'raw') {
          heard = true; // an event without text is a sign of life too
          const seen = protocol.look(part.rawValue);
          calls.hear(seen.fragments);
          finish ||= seen.finish;
          delta = seen.refusal;
          if (finish !== '') settling ??= setTimeout(wire.end, Math.min(SETTLE_MS, config.timeouts.gap / 2));
        }
        if (part.type === 'error') throw errorIn(part);
        if (part.type === 'reasoning-delta') thought = true;
        if (part.type === 'tool-call') calls.add(part);
        if (part.type === 'finish') {
          const rest = answer.flush();
          if (rest !== '') yield { type: 'text', text: rest };
          const written = { text: length + rest.length > 0, thought: thought || answer.thought };
          yield* endOf(part, finish, { ...written, calls: asked.tools ? calls : null }, protocol.usage(part));
          return;
        }
        if (part.type === 'text-delta') delta = part.delta;
        const text = answer.push(delta);
        length += text.length;
        if (length + calls.length > MAX_ANSWER) throw new WireError('too-long');
        if (text !== '') yield { type: 'text', text };
      }
    } catch (thrown) {
      if (thrown instanceof CallAbortedError) yield { type: 'aborted' };
      // a server that is slow to answer may be at work already
      else {
        const refused = !taken && !(thrown instanceof ModelTimeoutError);
        yield { type: 'error', failure: settle(thrown, spoken, asked), refused };
      }
    } finally {
      clearTimeout(settling);
      call.close();
    }
  }

  return {
    id: config.id,
    label: `${config.model} at ${hostOf(base)}`,
    contextTokens: config.contextTokens,
    metered: true,
    pictures: config.pictures,
    get toolCalling() {
      if (dialect.tools) return 'native';
      return config.toolCalling === 'json' && dialect.json ? 'json' : 'text';
    },
    stream,
  };
}

/** The library passes on its own errors, and the server's as a bare value. */
function errorIn({ error }: Extract<StreamPart, { type: 'error' }>): Error {
  return error instanceof Error ? error : new StreamedError(error);
}
