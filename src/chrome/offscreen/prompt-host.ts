/** The worker's side of the built-in model: one port per question, replies validated by schema. */
import { check } from '../../lib/protocol/check.ts';
import type { CheckResult } from '../../lib/schema/validate.ts';
import type { ChromeHost, PromptEvent } from '../../lib/models/prompt-api/prompt-messages.ts';
import type { OpenLine } from './line.ts';

export function createPromptHost(openLine: OpenLine): ChromeHost {
  return {
    prompt: (call, signal) => streamReplies({ type: 'call', ...call }, parsePromptEvent, isLastEvent, openLine, signal),
    async state(signal) {
      const states = streamReplies(
        { type: 'question' },
        (message) => check<'prompt.state'>('prompt.state', message),
        () => true,
        openLine,
        signal,
      );
      const { value } = await states.getReader().read();
      if (value === undefined) throw new Error('The page that asks for Chrome’s model was closed before it answered.');
      return value;
    },
  };
}

// one schema per type, or the compiler tries every schema
const EVENT_CHECKS: Readonly<Record<PromptEvent['type'], (said: unknown) => CheckResult<PromptEvent>>> = {
  ready: (said) => check<'prompt.ready'>('prompt.ready', said),
  text: (said) => check<'prompt.text'>('prompt.text', said),
  done: (said) => check<'prompt.done'>('prompt.done', said),
  fault: (said) => check<'prompt.fault'>('prompt.fault', said),
};

function parsePromptEvent(message: unknown): CheckResult<PromptEvent> {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : null;
  const parseEvent = Object.entries(EVENT_CHECKS).find(([name]) => name === type)?.[1] ?? EVENT_CHECKS.text;
  return parseEvent(message);
}

const isLastEvent = ({ type }: PromptEvent): boolean => type === 'done' || type === 'fault';

/** Closes early when the port disconnects; errors without a port, on abort or an invalid message. */
function streamReplies<T>(
  question: Readonly<Record<string, unknown>>,
  parseReply: (said: unknown) => CheckResult<T>,
  isLast: (event: T) => boolean,
  openLine: OpenLine,
  signal: AbortSignal,
): ReadableStream<T> {
  return new ReadableStream<T>({
    async start(controller) {
      signal.throwIfAborted();
      const line = await openLine('prompt');
      let ended = false;
      const finish = (last: () => void): void => {
        if (ended) return;
        ended = true;
        signal.removeEventListener('abort', stop);
        last();
        line.disconnect();
      };
      const stop = (): void => finish(() => controller.error(signal.reason));
      line.onDisconnect.addListener(() => finish(() => controller.close()));
      line.onMessage.addListener((message) => {
        if (ended) return;
        const event = parseReply(message);
        if (event.ok) controller.enqueue(event.value);
        else finish(() => controller.error(new Error(event.message)));
        if (event.ok && isLast(event.value)) finish(() => controller.close());
      });
      signal.addEventListener('abort', stop);
      if (signal.aborted) {
        stop();
        return;
      }
      try {
        line.postMessage(question);
      } catch {
        finish(() => controller.close()); // the port was already closed
      }
    },
  });
}
