/**
 * The events of a reply in Ollama's own words, as parts of a reply. The one rule: what the client gives is a type it never
 * checked; only an event that is one counts.
 */
import { StreamedError } from './failures.ts';
import { list, property, textOf, whole } from '../base/loose.ts';
import type { FinishPart, StreamPart } from './protocol.ts';
import { WireError } from './wire.ts';

/** Rejects when the server says that it failed, or something that is no event; ends without a finish where the server did. */
export async function* partsOf(replies: AsyncIterable<unknown>): AsyncGenerator<StreamPart, void, undefined> {
  let called = false;
  try {
    for await (const event of replies) {
      if (!isEvent(event)) throw new WireError('malformed');
      const message = property(event, 'message');
      yield { type: 'raw', rawValue: event };
      const thought = textOf(property(message, 'thinking'));
      if (thought !== '') yield { type: 'reasoning-delta', id: 'thoughts', delta: thought };
      const text = textOf(property(message, 'content'));
      if (text !== '') yield { type: 'text-delta', id: 'text', delta: text };
      for (const call of list(property(message, 'tool_calls'))) {
        called = true;
        yield* callIn(call);
      }
      if (property(event, 'done') === true) yield finishOf(event, called);
    }
  } catch (thrown) {
    const failure = failureIn(thrown);
    if (failure !== null) throw failure;
  }
}

/** The client's own words for a stream that ended before its last event. */
const CUT = 'Did not receive done or success response in stream.';

/** What was thrown; null for the end of a stream that has no last event. */
function failureIn(thrown: unknown): Error | null {
  if (!(thrown instanceof Error)) return new WireError('cut', { cause: thrown });
  // bare errors are the client's: of the words under `error`, or of the missing end
  if (Object.getPrototypeOf(thrown) !== Error.prototype) return thrown;
  if (thrown.message === CUT) return null;
  // where they were no words but an object, none are left
  return new StreamedError(thrown.message === '[object Object]' ? {} : thrown.message);
}

function isEvent(event: unknown): boolean {
  const message = property(event, 'message');
  if (typeof message !== 'object' || message === null) return message === undefined && property(event, 'done') === true;
  return ['content', 'thinking'].every((name) => ['string', 'undefined'].includes(typeof property(message, name)));
}

/** A call without a name is none; that it is lost will be noticed. */
function* callIn(call: unknown): Generator<StreamPart> {
  const toolName = textOf(property(property(call, 'function'), 'name'));
  const toolCallId = textOf(property(call, 'id'));
  if (toolName !== '') yield { type: 'tool-call', toolCallId, toolName, input: argumentsIn(call) };
}

/** The arguments of a call as JSON text. The server parses what the model wrote, and sends an object. */
export function argumentsIn(call: unknown): string {
  const given = property(property(call, 'function'), 'arguments');
  return typeof given === 'string' ? given : JSON.stringify(given ?? {});
}

const FINISHES: Readonly<Record<string, FinishPart['finishReason']['unified']>> = { stop: 'stop', length: 'length' };

/** The server says `stop` after calls, too. Figures it does not send are not zero. */
function finishOf(event: unknown, called: boolean): FinishPart {
  const raw = textOf(property(event, 'done_reason'));
  const input = whole(property(event, 'prompt_eval_count'));
  const output = whole(property(event, 'eval_count'));
  return {
    type: 'finish',
    finishReason: { raw, unified: called && raw === 'stop' ? 'tool-calls' : (FINISHES[raw] ?? 'other') },
    usage: {
      inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: undefined, reasoning: undefined },
    },
  };
}
