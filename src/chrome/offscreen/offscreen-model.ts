/** The worker's side of a model whose calls run in the offscreen document. A call ends in exactly one terminal event. */
import { UserFacingError } from '../../lib/base/errors.ts';
import { describeModel } from '../../lib/models/describe-model.ts';
import type { ModelConfig } from '../../lib/models/config.ts';
import type { Model, ModelEvent, ModelFailure } from '../../lib/models/model.ts';
import { check } from '../../lib/protocol/check.ts';
import type { ModelCallMessage, ModelEventsMessage } from '../../lib/protocol/offscreen/model.ts';
import type { PortLike } from '../../lib/protocol/offscreen/offscreen.ts';
import type { KeyedAccess, OpenKeyedAccess } from '../storage/keys.ts';
import { createTextRedactor, MIN_REDACTED_LENGTH, redactText } from '../storage/redact-key.ts';
import type { Offscreen } from './offscreen.ts';

export interface OffscreenModelDeps {
  readonly offscreen: Pick<Offscreen, 'open' | 'openExisting'>;
  readonly openAccess: OpenKeyedAccess;
}

export function createOffscreenModel(config: ModelConfig, { offscreen, openAccess }: OffscreenModelDeps): Model {
  const description = describeModel(config);
  let { toolCalling } = description;
  /** Lines of replies that have ended and are not stored yet, by call. */
  const ended = new Map<string, PortLike>();

  /** Returns the terminal event when all is cleaned up, because nobody asks a stream for more after it. */
  async function* readReply(
    request: ModelCallMessage['request'],
    signal: AbortSignal,
    callId: string | undefined,
  ): AsyncGenerator<ModelEvent, ModelEvent, undefined> {
    let access: KeyedAccess | null = null;
    let line: PortLike | null = null;
    const id = callId ?? crypto.randomUUID();
    try {
      const opening = offscreen.open('model');
      opening.catch(() => undefined);
      access = await openAccess(config.provider, config.endpoint);
      line = await opening;
      const redact = createEventRedactor(access.secret);
      const call: ModelCallMessage = { type: 'call', id, config, mark: access.mark, request };
      for await (const message of readMessages(line, call, signal)) {
        toolCalling = message.toolCalling;
        for (const event of message.events.flatMap(redact)) {
          if (event.type !== 'done' && event.type !== 'error' && event.type !== 'aborted') {
            yield event;
            continue;
          }
          if (callId === undefined) return event;
          ended.set(callId, line);
          line = null;
          return event;
        }
      }
      return signal.aborted ? { type: 'aborted' } : { type: 'error', failure: CUT_FAILURE };
    } catch (thrown) {
      return signal.aborted
        ? { type: 'aborted' }
        : { type: 'error', failure: toFailure(thrown), refused: line === null };
    } finally {
      if (line) forget(line, id);
      access?.release();
    }
  }

  return {
    ...description,
    get toolCalling() {
      return toolCalling;
    },
    async *stream(request, signal, callId) {
      yield yield* readReply(request, signal, callId);
    },
    canResume: (callId, at) => askCanResume(offscreen, callId, at),
    forgetReply(callId) {
      const line = ended.get(callId);
      ended.delete(callId);
      if (line) forget(line, callId);
      // a call of a worker that died
      else
        void offscreen.openExisting('model').then(
          (opened) => forget(opened, callId),
          () => undefined,
        );
    },
  };
}

async function askCanResume(offscreen: OffscreenModelDeps['offscreen'], id: string, at: number): Promise<boolean> {
  const line = await offscreen.openExisting('model').catch(() => null);
  if (line === null) return false;
  const answer = new Promise<boolean>((resolve) => {
    line.onDisconnect.addListener(() => resolve(false));
    line.onMessage.addListener((message) => {
      const found = check('model.found', message);
      resolve(found.ok && found.value.canResume);
    });
  });
  line.postMessage({ type: 'lookup', id, at });
  return answer.finally(() => line.disconnect());
}

/** Ends early when the document is closed or the signal aborts. */
async function* readMessages(
  line: PortLike,
  call: ModelCallMessage,
  signal: AbortSignal,
): AsyncGenerator<ModelEventsMessage, void, undefined> {
  const received: ModelEventsMessage[] = [];
  const closed = new AbortController();
  let wake = (): void => undefined;
  const close = (): void => {
    closed.abort();
    wake();
  };
  line.onDisconnect.addListener(close);
  line.onMessage.addListener((message) => {
    const events = check('model.events', message);
    if (events.ok) received.push(events.value as unknown as ModelEventsMessage);
    wake();
  });
  signal.addEventListener('abort', close);
  try {
    if (signal.aborted) return;
    line.postMessage(call);
    for (;;) {
      for (const message of received.splice(0)) yield message;
      if (closed.signal.aborted) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (closed.signal.aborted || received.length > 0) resolve();
      });
    }
  } finally {
    signal.removeEventListener('abort', close);
  }
}

function forget(line: PortLike | null, id: string): void {
  try {
    line?.postMessage({ type: 'forget', id }); // the document closes the port
  } catch {
    // the port was already closed
  }
}

/** Some servers repeat the key. */
function createEventRedactor(secret: string | null): (event: ModelEvent) => readonly ModelEvent[] {
  if (secret === null) return (event) => [event];
  const createRedactor = () => (secret.length < MIN_REDACTED_LENGTH ? null : createTextRedactor(secret));
  const redactor = createRedactor();
  const thoughtRedactor = createRedactor();
  return (event) => {
    if (event.type === 'text' || event.type === 'thought') {
      const own = event.type === 'text' ? redactor : thoughtRedactor;
      const text = own ? own.push(event.text) : event.text;
      return text === '' ? [] : [{ type: event.type, text }];
    }
    if (event.type === 'progress') return [event];
    if (event.type === 'tool-call') return [{ ...event, arguments: event.arguments.replaceAll(secret, '[key]') }];
    const rest = redactor?.flush() ?? '';
    const last: ModelEvent =
      event.type === 'error' ? { ...event, failure: redactFailure(event.failure, secret) } : event;
    return [...(rest === '' ? [] : [{ type: 'text', text: rest } as const]), last];
  };
}

const redactFailure = (failure: ModelFailure, secret: string): ModelFailure => ({
  ...failure,
  message: redactText(failure.message, secret),
  hint: redactText(failure.hint, secret),
});

function toFailure(thrown: unknown): ModelFailure {
  if (thrown instanceof UserFacingError) return { ...thrown.error, retryable: true };
  return { ...CUT_FAILURE, message: `The model couldn’t be called: ${String(thrown).slice(0, 300)}` };
}

const CUT_FAILURE: ModelFailure = {
  code: 'model.cut',
  message: 'The answer broke off, because the hidden page that speaks with the model was closed.',
  hint: 'Try again. If it keeps happening, restart Chrome: it may be short of memory.',
  retryable: true,
};
