/** The Model port over HTTP: one request per call, exactly one terminal event. `fetch` adds the keys. */
import { normaliseBaseUrl } from '../address.ts';
import { describeModel } from '../describe-model.ts';
import { createCallCollector, type CallCollector } from './tool-call-assembly.ts';
import type { ModelConfig } from '../config.ts';
import { type Dialect, createInitialDialect, findNextDialect } from './dialect.ts';
import { RefusedError, ReplyError, StreamedError, WireError } from './call-errors.ts';
import { toModelFailure } from './failures.ts';
import type { Model, ModelEvent, ModelFailure, ModelRequest, ModelUsage } from '../model.ts';
import type { Protocol, StreamPart, FinishPart } from './wire-format.ts';
import { createThinkingFilter } from './thinking-filter.ts';
import { CallAbortedError, ModelTimeoutError, startCallTimeouts } from './timeouts.ts';
import { openWire } from './http-exchange.ts';
import { parseUrl } from '../../base/urls.ts';

export interface HttpModelConfig extends Omit<ModelConfig, 'provider'> {
  readonly protocol: Protocol;
  readonly fetch: typeof globalThis.fetch;
  readonly extensionOrigin: string;
}

/** In characters, calls included; a longer answer is repetition. */
const MAX_ANSWER_CHARACTERS = 2_000_000;
/** More than this is not shown. */
const MAX_THOUGHT_CHARACTERS = 200_000;
/** Wait for the usage after the finish reason and what follows it: some servers keep the connection open. */
const SETTLE_MS = 5_000;

export function createHttpModel(config: HttpModelConfig): Model {
  const { protocol } = config;
  const base = normaliseBaseUrl(config.endpoint, protocol);
  let dialect = createInitialDialect(base, config.toolCalling === 'native');

  function handleFailure(thrown: unknown, sentDialect: Dialect, request: ModelRequest): ModelFailure {
    const failure = toModelFailure(thrown, { ...config, endpoint: base, now: Date.now() });
    const next = thrown instanceof RefusedError ? findNextDialect(protocol, sentDialect, thrown, request) : null;
    if (next === null) return failure;
    if (dialect === sentDialect) dialect = next; // otherwise a concurrent call has already changed it
    return {
      code: 'model.dialect',
      message: `${failure.message} The next attempt leaves out what the server doesn’t know.`,
      hint: 'Try again.',
      retryable: true,
      retryAfterMs: 0,
    };
  }

  async function* stream(request: ModelRequest, caller: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    const call = startCallTimeouts(config.timeouts, caller);
    const wire = openWire(config.fetch, protocol);
    const answer = createThinkingFilter();
    const sentDialect = dialect;
    const offersTools = sentDialect.tools && (request.tools ?? []).length > 0;
    const calls = createCallCollector(request.messages);
    let [length, thoughtLength, accepted, thought, finish] = [0, 0, false, false, ''];
    let settling: ReturnType<typeof setTimeout> | undefined;
    let usage: ModelUsage | undefined;
    try {
      if (!parseUrl(base)) throw new WireError('bad-address');
      const opening = protocol.openStream({
        base,
        config,
        request,
        dialect: sentDialect,
        fetch: wire.fetch,
        signal: call.signal,
      });
      const parts = await call.waitFor('connect', opening);
      accepted = true;
      for (let hasEvent = false; ;) {
        const kind = hasEvent ? 'gap' : 'firstChunk';
        const next = await call.waitFor(kind, parts.next());
        if (next.done === true) throw new ReplyError('no-finish');
        const part: StreamPart = next.value;
        let delta = '';
        if (part.type === 'raw') {
          hasEvent = true; // an event without text is a sign of life too
          const info = protocol.look(part.rawValue);
          calls.addFragments(info.fragments ?? []);
          finish ||= info.finish ?? '';
          delta = info.refusal ?? '';
          clearTimeout(settling); // some servers give the reason in every event
          if (finish !== '') settling = setTimeout(wire.end, Math.min(SETTLE_MS, config.timeouts.gap / 2));
        }
        if (part.type === 'error') throw toStreamError(part);
        let thoughts = '';
        if (part.type === 'reasoning-delta') {
          thought = true;
          thoughts = part.delta;
        }
        if (part.type === 'tool-call') calls.addCall(part);
        if (part.type === 'finish') {
          usage = part.usage;
          const remainder = answer.flush();
          if (remainder !== '') yield { type: 'text', text: remainder };
          if (finish === '') throw new ReplyError('no-finish');
          const contents = {
            text: length + remainder.length > 0,
            thought: thought || answer.hasThoughts || (part.usage.reasoning ?? 0) > 0,
            calls: offersTools ? calls : null,
          };
          yield* buildFinalEvents(finish === 'error' ? 'error' : part.finish, usage, contents);
          return;
        }
        if (part.type === 'text-delta') delta = part.delta;
        const text = answer.push(delta);
        thoughts += answer.takeThoughts();
        thoughtLength += thoughts.length;
        if (thoughts !== '' && thoughtLength <= MAX_THOUGHT_CHARACTERS) yield { type: 'thought', text: thoughts };
        length += text.length;
        if (length + calls.argumentLength > MAX_ANSWER_CHARACTERS) throw new WireError('too-long');
        if (text !== '') yield { type: 'text', text };
      }
    } catch (thrown) {
      if (thrown instanceof CallAbortedError) yield { type: 'aborted' };
      // After a time-out the server may still be working, so it does not count as refused.
      else {
        const refused = !accepted && !(thrown instanceof ModelTimeoutError);
        const failure = handleFailure(thrown, sentDialect, request);
        yield { type: 'error', failure, refused, ...(usage ? { usage } : {}) };
      }
    } finally {
      clearTimeout(settling);
      call.close();
    }
  }

  return {
    ...describeModel({ ...config, provider: protocol.provider }),
    get toolCalling() {
      if (dialect.tools) return 'native';
      return config.toolCalling === 'json' && dialect.json ? 'json' : 'text';
    },
    stream,
  };
}

/** The library passes the server's errors as plain values. */
function toStreamError({ error }: Extract<StreamPart, { type: 'error' }>): Error {
  return error instanceof Error ? error : new StreamedError(error);
}

interface ReplyContents {
  readonly text: boolean;
  readonly thought: boolean;
  /** Null when no tools were offered; calls are then ignored. */
  readonly calls: CallCollector | null;
}

/** Throws `ReplyError` or `BadCallError` for a bad reply. */
function buildFinalEvents(
  finish: FinishPart['finish'],
  usage: ModelUsage,
  { text, thought, calls }: ReplyContents,
): readonly ModelEvent[] {
  if (finish === 'error') throw new ReplyError('finished-in-error');
  if (!text && calls?.hasStarted !== true && finish !== 'content-filter')
    throw new ReplyError(thought ? 'only-thoughts' : 'empty');
  if (calls === null) return [{ type: 'done', finish: finish === 'tool-calls' ? 'other' : finish, usage }];
  return [...calls.resolveCalls(finish), { type: 'done', finish, usage }];
}
