/** Model calls. One goes on when the worker dies, and the next worker takes it up by its id, from its first event. */
import type { Model, ModelEvent } from '../lib/models/model.ts';
import { check } from '../lib/protocol/check.ts';
import type { ModelCallMessage, ModelEventsMessage } from '../lib/protocol/offscreen/model.ts';
import type { PortLike } from '../lib/protocol/offscreen/offscreen.ts';

interface ModelService {
  readonly serve: (line: PortLike) => void;
  /** Whether a reply is under way, may still be asked for, or was stored just now: its run asks for the next. */
  readonly isNeeded: () => boolean;
}

/** A reply is kept this long after its end, for a worker that died before it stored it. */
const KEPT_MS = 60_000;
/** A reply that nobody reads is ended after this time, so that it costs no more. */
const UNREAD_MS = 60_000;
const MAX_RECEIVED = 1000;
/** Between two calls of a run. A document that stays through it knows whether it was sent the second. */
const NEXT_CALL_MS = 5000;

interface HeldCall {
  readonly model: Model;
  readonly events: ModelEvent[];
  readonly controller: AbortController;
  line: PortLike | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export function createModelService(getModel: (call: Pick<ModelCallMessage, 'config' | 'mark'>) => Model): ModelService {
  const calls = new Map<string, HeldCall>();
  let received = new Set<string>();
  let receivedSince = Date.now();
  let forgottenAt = 0;

  /** Held, or certainly never received: nothing was sent for it. */
  const canResume = (id: string, at: number): boolean => calls.has(id) || (at > receivedSince && !received.has(id));

  function noteReceived(id: string): void {
    if (received.size >= MAX_RECEIVED) [received, receivedSince] = [new Set(), Date.now()];
    received.add(id);
  }

  function forget(id: string, call: HeldCall | undefined): void {
    if (call === undefined) return;
    clearTimeout(call.timer);
    call.controller.abort();
    forgottenAt = Date.now();
    if (calls.get(id) === call) calls.delete(id);
  }

  function begin({ id, request }: ModelCallMessage, model: Model): HeldCall {
    const call: HeldCall = {
      model,
      events: [],
      controller: new AbortController(),
      line: null,
      timer: undefined,
    };
    calls.set(id, call);
    noteReceived(id);
    void readReply(call, request).finally(() => {
      clearTimeout(call.timer);
      call.timer = setTimeout(() => forget(id, call), KEPT_MS);
    });
    return call;
  }

  function attach(line: PortLike, id: string, call: HeldCall): void {
    clearTimeout(call.timer);
    call.line = line;
    if (call.events.length > 0) post(call, call.events);
    line.onDisconnect.addListener(() => {
      if (call.line !== line) return;
      call.line = null;
      clearTimeout(call.timer);
      call.timer = setTimeout(() => forget(id, call), UNREAD_MS);
    });
    line.onMessage.addListener((message) => {
      if (!check('model.forget', message).ok) return;
      forget(id, call);
      line.disconnect();
    });
  }

  return {
    isNeeded: () => calls.size > 0 || Date.now() - forgottenAt < NEXT_CALL_MS,
    serve(line) {
      let isFirst = true;
      line.onMessage.addListener((message) => {
        if (!isFirst) return;
        isFirst = false;
        const lookup = check('model.lookup', message);
        const started = check('model.call', message);
        const forgotten = check('model.forget', message);
        if (forgotten.ok) {
          forget(forgotten.value.id, calls.get(forgotten.value.id));
          line.disconnect();
        } else if (lookup.ok)
          line.postMessage({ type: 'found', canResume: canResume(lookup.value.id, lookup.value.at) });
        else if (!started.ok) line.disconnect(); // the worker sees the disconnect
        else {
          const message = started.value as unknown as ModelCallMessage;
          const model = getModel(message); // also for a held call: its mark is of a worker that died
          attach(line, message.id, calls.get(message.id) ?? begin(message, model));
        }
      });
    },
  };
}

async function readReply(call: HeldCall, request: ModelCallMessage['request']): Promise<void> {
  for await (const event of call.model.stream(request, call.controller.signal)) {
    call.events.push(event);
    post(call, [event]);
  }
}

function post(call: HeldCall, events: readonly ModelEvent[]): void {
  const message: ModelEventsMessage = { type: 'events', events, toolCalling: call.model.toolCalling };
  try {
    call.line?.postMessage(message);
  } catch {
    call.line = null; // the port was already closed; its disconnect listener runs too
  }
}
