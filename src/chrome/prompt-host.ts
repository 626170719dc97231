/**
 * The worker's side of the built-in model: one line to the offscreen document for each question. The one rule: nothing the
 * document says is used before its schema has accepted it, and a line ends when its signal does.
 */
import type { ChromeHost, PromptEvent } from '../lib/models/prompt-api/wire.ts';
import { check } from '../lib/protocol/check.ts';
import type { Line, OffscreenService } from '../lib/protocol/offscreen.ts';
import type { CheckResult } from '../lib/schema/validator.ts';

type Open = (service: OffscreenService) => Promise<Line>;

export function promptHost(open: Open): ChromeHost {
  return {
    prompt: (call, signal) => told({ type: 'call', ...call }, promptEvent, isLast, open, signal),
    async state(signal) {
      const states = told(
        { type: 'question' },
        (said) => check<'prompt.state'>('prompt.state', said),
        () => true,
        open,
        signal,
      );
      const { value } = await states.getReader().read();
      if (value === undefined) throw new Error('The page that asks for Chrome’s model was closed before it answered.');
      return value;
    },
  };
}

// named, or the compiler tries every schema there is
const EVENTS: Readonly<Record<PromptEvent['type'], (said: unknown) => CheckResult<PromptEvent>>> = {
  ready: (said) => check<'prompt.ready'>('prompt.ready', said),
  text: (said) => check<'prompt.text'>('prompt.text', said),
  done: (said) => check<'prompt.done'>('prompt.done', said),
  fault: (said) => check<'prompt.fault'>('prompt.fault', said),
};

function promptEvent(said: unknown): CheckResult<PromptEvent> {
  const type = typeof said === 'object' && said !== null && 'type' in said ? said.type : null;
  const reads = Object.entries(EVENTS).find(([name]) => name === type)?.[1] ?? EVENTS.text;
  return reads(said);
}

const isLast = ({ type }: PromptEvent): boolean => type === 'done' || type === 'fault';

/**
 * What the document says to a question, up to its last word. The stream ends early when the line does, and errors when
 * there is no line, when the signal aborts, or when the document says what it cannot mean.
 */
function told<T>(
  question: Readonly<Record<string, unknown>>,
  read: (said: unknown) => CheckResult<T>,
  isLast: (event: T) => boolean,
  open: Open,
  signal: AbortSignal,
): ReadableStream<T> {
  return new ReadableStream<T>({
    async start(controller) {
      signal.throwIfAborted();
      const line = await open('prompt');
      let ended = false;
      const end = (last: () => void): void => {
        if (ended) return;
        ended = true;
        signal.removeEventListener('abort', stop);
        last();
        line.disconnect();
      };
      const stop = (): void => end(() => controller.error(signal.reason));
      line.onDisconnect.addListener(() => end(() => controller.close()));
      line.onMessage.addListener((said) => {
        if (ended) return;
        const event = read(said);
        if (event.ok) controller.enqueue(event.value);
        else end(() => controller.error(new Error(event.message)));
        if (event.ok && isLast(event.value)) end(() => controller.close());
      });
      signal.addEventListener('abort', stop);
      if (signal.aborted) {
        stop();
        return;
      }
      try {
        line.postMessage(question);
      } catch {
        end(() => controller.close()); // it closed under our hands
      }
    },
  });
}
