/**
 * What stands around the library's reading of Anthropic's stream. The one rule: a reply has ended once the server has said
 * why and sends no more, and its figures are those that the server gave.
 */
import { InvalidResponseDataError, TypeValidationError } from '@ai-sdk/provider';
import { property, textOf, whole } from '../base/loose.ts';
import type { FinishPart, StreamPart } from './protocol.ts';
import { WireError } from './wire.ts';

type Fetch = typeof globalThis.fetch;
type Figures = Readonly<Record<string, unknown>>;

const PINGS = 2;
const PINGED = new TextEncoder().encode('data: {"type":"ping"}\n\n'.repeat(PINGS));

/**
 * Begins every reply with events that say nothing. The library does not give a reply out before it has read two parts of
 * it, and throws when the second is an error: so that a slow server would pass for one that is silent, and an error for
 * a request that was never taken up.
 */
export function withPings(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const pinging = new TransformStream<Uint8Array, Uint8Array>({ start: (reply) => reply.enqueue(PINGED) });
    return new Response(response.body?.pipeThrough(pinging) ?? null, response);
  };
}

/** The parts of a reply that began with those pings, as this product reads them. */
export function replyOf(parts: ReadableStream<StreamPart>): ReadableStream<StreamPart> {
  let [pings, stop, ended] = [PINGS, '', false];
  let figures: Figures = {};
  const following = new TransformStream<StreamPart, StreamPart>({
    transform(part, reply) {
      if (part.type === 'raw') {
        if (pings > 0) return void (pings -= 1);
        stop ||= stopReasonOf(part.rawValue);
        figures = { ...figures, ...figuresIn(part.rawValue) };
      }
      if (part.type === 'error' && isUnknownEvent(part.error)) return;
      if (part.type === 'finish') ended = true;
      reply.enqueue(part.type === 'finish' ? finishOf(stop, figures) : readable(part));
    },
    flush(reply) {
      // gateways lose the `message_stop` that the library waits for
      if (!ended && stop !== '') reply.enqueue(finishOf(stop, figures));
    },
  });
  return steady(parts).pipeThrough(following);
}

/** Over some events out of order the library stumbles, where it says of others what is wrong with them. */
function steady(parts: ReadableStream<StreamPart>): ReadableStream<StreamPart> {
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

/** Why the reply ends, as an event says it; '' where it says nothing of the kind. */
export function stopReasonOf(event: unknown): string {
  const { type, message, delta } = fieldsOf(event);
  if (type === 'message_delta') return textOf(property(delta, 'stop_reason'));
  return type === 'message_start' ? textOf(property(message, 'stop_reason')) : '';
}

/** Cumulative: those of a later event replace those of an earlier, which may give fewer. */
function figuresIn(event: unknown): Figures {
  const { type, message, usage } = fieldsOf(event);
  const given = type === 'message_start' ? property(message, 'usage') : type === 'message_delta' ? usage : null;
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, figure]) => figure !== null));
}

function fieldsOf(event: unknown): Readonly<Record<'type' | 'message' | 'delta' | 'usage', unknown>> {
  const [type, message, delta, usage] = ['type', 'message', 'delta', 'usage'].map((name) => property(event, name));
  return { type, message, delta, usage };
}

const FINISHES: Readonly<Record<string, FinishPart['finishReason']['unified']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
};

function finishOf(raw: string, figures: Figures): FinishPart {
  return { type: 'finish', finishReason: { unified: FINISHES[raw] ?? 'other', raw }, usage: usageOf(figures) };
}

/** The API counts apart from its input what it read from its cache, and what it wrote there. */
function usageOf(figures: Figures): FinishPart['usage'] {
  const fresh = whole(figures['input_tokens']);
  const read = whole(figures['cache_read_input_tokens']);
  const written = whole(figures['cache_creation_input_tokens']);
  const total = fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0);
  const reasoning = whole(property(figures['output_tokens_details'], 'thinking_tokens'));
  return {
    inputTokens: { total, noCache: fresh, cacheRead: read, cacheWrite: written },
    outputTokens: { total: whole(figures['output_tokens']), text: undefined, reasoning },
  };
}

const EVENTS: ReadonlySet<string> = new Set([
  'message_start',
  'message_delta',
  'message_stop',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'ping',
  'error',
]);

/** The API adds kinds of events and asks that unknown ones be passed over (https://docs.claude.com/en/api/versioning). */
function isUnknownEvent(error: unknown): boolean {
  if (!TypeValidationError.isInstance(error)) return false;
  const type = textOf(property(error.value, 'type'));
  return type !== '' && !EVENTS.has(type);
}

/** Events out of order are no fragments of a call, which is what such an error stands for elsewhere. */
function readable(part: StreamPart): StreamPart {
  const disordered = part.type === 'error' && InvalidResponseDataError.isInstance(part.error);
  return disordered ? { type: 'error', error: new WireError('malformed', { cause: part.error }) } : part;
}
