/** Repairs what the library makes of Anthropic's events: counts, unknown events, missing ends, errors of order. */
import { InvalidResponseDataError, TypeValidationError } from '@ai-sdk/provider';
import { getProperty, omitUndefined, toCount, toText } from '../../base/loose.ts';
import { WireError } from '../http/call-errors.ts';
import type { FinishPart, PartStream, StreamPart } from '../http/wire-format.ts';
import type { ModelUsage } from '../model.ts';
import type { Fetch } from './ai-sdk.ts';

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

export async function* repairParts(parts: PartStream): PartStream {
  let [pingsLeft, stopReason, ended] = [PING_COUNT, '', false];
  let counts: UsageCounts = {};
  for await (const part of parts) {
    if (part.type === 'raw') {
      if (pingsLeft > 0) {
        pingsLeft -= 1;
        continue;
      }
      stopReason ||= getStopReason(part.rawValue);
      counts = { ...counts, ...readUsageCounts(part.rawValue) };
    }
    if (part.type === 'error' && isUnknownEvent(part.error)) continue;
    if (part.type === 'finish') ended = true;
    yield part.type === 'finish' ? createFinish(stopReason, counts) : convertOrderError(part);
  }
  // Some gateways drop the `message_stop` that the library waits for.
  if (!ended && stopReason !== '') yield createFinish(stopReason, counts);
}

export function getStopReason(event: unknown): string {
  switch (getProperty(event, 'type')) {
    case 'message_start':
      return toText(getProperty(event, 'message', 'stop_reason'));
    case 'message_delta':
      return toText(getProperty(event, 'delta', 'stop_reason'));
    default:
      return '';
  }
}

/** Cumulative: later events replace earlier counts, but may omit some. */
function readUsageCounts(event: unknown): UsageCounts {
  const type = getProperty(event, 'type');
  const holder = type === 'message_start' ? getProperty(event, 'message') : type === 'message_delta' ? event : null;
  return Object.fromEntries(Object.entries(getProperty(holder, 'usage') ?? {}).filter(([, figure]) => figure !== null));
}

const FINISHES: Readonly<Record<string, FinishPart['finish']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
};

function createFinish(stopReason: string, counts: UsageCounts): FinishPart {
  return { type: 'finish', finish: FINISHES[stopReason] ?? 'other', usage: toModelUsage(counts) };
}

/** The API's input count excludes tokens read from and written to its cache. */
function toModelUsage(counts: UsageCounts): ModelUsage {
  const fresh = toCount(counts['input_tokens']);
  const cached = toCount(counts['cache_read_input_tokens']);
  const written = toCount(counts['cache_creation_input_tokens']);
  return omitUndefined({
    input: fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0),
    output: toCount(counts['output_tokens']),
    cached,
    reasoning: toCount(getProperty(counts['output_tokens_details'], 'thinking_tokens')),
  });
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
  if (part.type !== 'error' || !InvalidResponseDataError.isInstance(part.error)) return part;
  return { type: 'error', error: new WireError('malformed', { cause: part.error }) };
}
