/** Converts Ollama's reply events to stream parts and checks them, which the client does not. */
import { StreamedError } from '../http/failures.ts';
import { toList, getProperty, toText, toCount } from '../../base/loose.ts';
import type { FinishPart, StreamPart } from '../http/wire-format.ts';
import { WireError } from '../http/http-exchange.ts';

/** Rejects on a failure or an invalid event. Without the server's last event there is no finish part. */
export async function* readOllamaParts(replies: AsyncIterable<unknown>): AsyncGenerator<StreamPart, void, undefined> {
  let hasCalls = false;
  try {
    for await (const event of replies) {
      if (!isOllamaEvent(event)) throw new WireError('malformed');
      const message = getProperty(event, 'message');
      yield { type: 'raw', rawValue: event };
      const thought = toText(getProperty(message, 'thinking'));
      if (thought !== '') yield { type: 'reasoning-delta', id: 'thoughts', delta: thought };
      const text = toText(getProperty(message, 'content'));
      if (text !== '') yield { type: 'text-delta', id: 'text', delta: text };
      for (const call of toList(getProperty(message, 'tool_calls'))) {
        hasCalls = true;
        yield* readToolCall(call);
      }
      if (getProperty(event, 'done') === true) yield createOllamaFinish(event, hasCalls);
    }
  } catch (thrown) {
    const failure = findStreamFailure(thrown);
    if (failure !== null) throw failure;
  }
}

const CLIENT_CUT_MESSAGE = 'Did not receive done or success response in stream.';

/** Null for a stream that ended without a last event. */
function findStreamFailure(thrown: unknown): Error | null {
  if (!(thrown instanceof Error)) return new WireError('cut', { cause: thrown });
  // A bare Error comes from the client.
  if (Object.getPrototypeOf(thrown) !== Error.prototype) return thrown;
  if (thrown.message === CLIENT_CUT_MESSAGE) return null;
  // The client turned an error object into this text.
  return new StreamedError(thrown.message === '[object Object]' ? {} : thrown.message);
}

function isOllamaEvent(event: unknown): boolean {
  const message = getProperty(event, 'message');
  if (typeof message !== 'object' || message === null)
    return message === undefined && getProperty(event, 'done') === true;
  return ['content', 'thinking'].every((name) => ['string', 'undefined'].includes(typeof getProperty(message, name)));
}

function* readToolCall(call: unknown): Generator<StreamPart> {
  const toolName = toText(getProperty(getProperty(call, 'function'), 'name'));
  const toolCallId = toText(getProperty(call, 'id'));
  if (toolName !== '') yield { type: 'tool-call', toolCallId, toolName, input: serialiseArguments(call) };
}

export function serialiseArguments(call: unknown): string {
  const args = getProperty(getProperty(call, 'function'), 'arguments');
  return typeof args === 'string' ? args : JSON.stringify(args ?? {});
}

const UNIFIED_FINISHES: Readonly<Record<string, FinishPart['finishReason']['unified']>> = {
  stop: 'stop',
  length: 'length',
};

/** The server reports `stop` after calls, too. Absent counts stay undefined. */
function createOllamaFinish(event: unknown, hasCalls: boolean): FinishPart {
  const raw = toText(getProperty(event, 'done_reason'));
  const input = toCount(getProperty(event, 'prompt_eval_count'));
  const output = toCount(getProperty(event, 'eval_count'));
  return {
    type: 'finish',
    finishReason: { raw, unified: hasCalls && raw === 'stop' ? 'tool-calls' : (UNIFIED_FINISHES[raw] ?? 'other') },
    usage: {
      inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: undefined, reasoning: undefined },
    },
  };
}
