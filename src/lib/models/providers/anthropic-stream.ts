/** Works around the library's reading of Anthropic's stream. */
import { InvalidResponseDataError, TypeValidationError } from '@ai-sdk/provider';
import { getProperty, toText, toCount } from '../../base/loose.ts';
import type { FinishPart, StreamPart } from '../http/wire-format.ts';
import { WireError } from '../http/http-exchange.ts';

type Fetch = typeof globalThis.fetch;
type UsageCounts = Readonly<Record<string, unknown>>;

const PING_COUNT = 2;
const PING_BYTES = new TextEncoder().encode('data: {"type":"ping"}\n\n'.repeat(PING_COUNT));

/** Adds pings: the library buffers two parts before returning, so errors would look like refusals. */
export function prependPings(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const prefix = new TransformStream<Uint8Array, Uint8Array>({ start: (reply) => reply.enqueue(PING_BYTES) });
    return new Response(response.body?.pipeThrough(prefix) ?? null, response);
  };
}

export function repairAnthropicStream(parts: ReadableStream<StreamPart>): ReadableStream<StreamPart> {
  let [pingsLeft, stopReason, ended] = [PING_COUNT, '', false];
  let counts: UsageCounts = {};
  const repair = new TransformStream<StreamPart, StreamPart>({
    transform(part, reply) {
      if (part.type === 'raw') {
        if (pingsLeft > 0) return void (pingsLeft -= 1);
        stopReason ||= getStopReason(part.rawValue);
        counts = { ...counts, ...readUsageCounts(part.rawValue) };
      }
      if (part.type === 'error' && isUnknownEvent(part.error)) return;
      if (part.type === 'finish') ended = true;
      reply.enqueue(part.type === 'finish' ? createAnthropicFinish(stopReason, counts) : convertOrderError(part));
    },
    flush(reply) {
      // Some gateways drop the `message_stop` that the library waits for.
      if (!ended && stopReason !== '') reply.enqueue(createAnthropicFinish(stopReason, counts));
    },
  });
  return convertTypeErrors(parts).pipeThrough(repair);
}

/** Events out of order make the library throw a TypeError. */
function convertTypeErrors(parts: ReadableStream<StreamPart>): ReadableStream<StreamPart> {
  const reader = parts.getReader();
  return new ReadableStream<StreamPart>({
    async pull(reply) {
      try {
        const next = await reader.read();
        if (next.done) reply.close();
        else reply.enqueue(next.value);
      } catch (thrown) {
        reply.error(thrown instanceof TypeError ? new WireError('malformed', { cause: thrown }) : thrown);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

export function getStopReason(event: unknown): string {
  const { type, message, delta } = pickEventFields(event);
  if (type === 'message_delta') return toText(getProperty(delta, 'stop_reason'));
  return type === 'message_start' ? toText(getProperty(message, 'stop_reason')) : '';
}

/** Cumulative: later events replace earlier counts, but may omit some. */
function readUsageCounts(event: unknown): UsageCounts {
  const { type, message, usage } = pickEventFields(event);
  const given = type === 'message_start' ? getProperty(message, 'usage') : type === 'message_delta' ? usage : null;
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, figure]) => figure !== null));
}

function pickEventFields(event: unknown): Readonly<Record<'type' | 'message' | 'delta' | 'usage', unknown>> {
  const [type, message, delta, usage] = ['type', 'message', 'delta', 'usage'].map((name) => getProperty(event, name));
  return { type, message, delta, usage };
}

const UNIFIED_FINISHES: Readonly<Record<string, FinishPart['finishReason']['unified']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
};

function createAnthropicFinish(raw: string, counts: UsageCounts): FinishPart {
  return {
    type: 'finish',
    finishReason: { unified: UNIFIED_FINISHES[raw] ?? 'other', raw },
    usage: toFinishUsage(counts),
  };
}

/** The API's input count excludes tokens read from and written to its cache. */
function toFinishUsage(counts: UsageCounts): FinishPart['usage'] {
  const fresh = toCount(counts['input_tokens']);
  const read = toCount(counts['cache_read_input_tokens']);
  const written = toCount(counts['cache_creation_input_tokens']);
  const total = fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0);
  const reasoning = toCount(getProperty(counts['output_tokens_details'], 'thinking_tokens'));
  return {
    inputTokens: { total, noCache: fresh, cacheRead: read, cacheWrite: written },
    outputTokens: { total: toCount(counts['output_tokens']), text: undefined, reasoning },
  };
}

const KNOWN_EVENTS: ReadonlySet<string> = new Set([
  'message_start',
  'message_delta',
  'message_stop',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'ping',
  'error',
]);

/** Clients must ignore unknown event types: https://docs.claude.com/en/api/versioning */
function isUnknownEvent(error: unknown): boolean {
  if (!TypeValidationError.isInstance(error)) return false;
  const type = toText(getProperty(error.value, 'type'));
  return type !== '' && !KNOWN_EVENTS.has(type);
}

/** Here this error means events out of order, elsewhere fragments that cannot be placed. */
function convertOrderError(part: StreamPart): StreamPart {
  const disordered = part.type === 'error' && InvalidResponseDataError.isInstance(part.error);
  return disordered ? { type: 'error', error: new WireError('malformed', { cause: part.error }) } : part;
}
