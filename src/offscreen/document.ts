/** Starts services on request of the worker; with its port the document goes too. */
import { getErrorMessage } from '../lib/base/errors.ts';
import { readPromptState } from '../lib/models/prompt-api/prompt-state.ts';
import type { LanguageModelApi } from '../lib/models/prompt-api/api.ts';
import { servePrompt } from '../lib/models/prompt-api/prompt-server.ts';
import { extractEvidence } from '../lib/models/prompt-api/prompt-session.ts';
import type { PromptEvent, PromptState } from '../lib/models/prompt-api/prompt-messages.ts';
import { readFetched } from '../lib/pipeline/page/fetched/read-fetched.ts';
import { check } from '../lib/protocol/check.ts';
import { createFetchedMessage } from '../lib/protocol/offscreen/convert-events.ts';
import type { FetchedEvent } from '../lib/protocol/offscreen/fetched.ts';
import { OFFSCREEN_PORT, type OffscreenService, type PortLike } from '../lib/protocol/offscreen/offscreen.ts';

export function serveFetched(line: PortLike): void {
  let received = false;
  line.onMessage.addListener((message) => {
    if (received) return;
    received = true;
    try {
      line.postMessage(createFetchedMessage(readBody(message)));
    } catch {
      // the port was already closed
    }
  });
}

function readBody(message: unknown): FetchedEvent {
  const body = check('page.body', message);
  if (!body.ok) return { type: 'fault', message: body.message };
  try {
    const { kind, text, url } = body.value;
    return { type: 'done', reading: readFetched(kind, text, url) };
  } catch (thrown) {
    return { type: 'fault', message: getErrorMessage(thrown) };
  }
}

/** `api`: null if the browser has none. */
export function servePrompts(api: LanguageModelApi | null, line: PortLike): void {
  const controller = new AbortController();
  let received = false;
  const post = (event: PromptEvent | PromptState): void => {
    if (controller.signal.aborted) return;
    try {
      line.postMessage(event);
    } catch {
      controller.abort(); // the port was already closed; its disconnect listener runs too
    }
  };
  line.onDisconnect.addListener(() => controller.abort());
  line.onMessage.addListener((message) => {
    if (received) return;
    received = true;
    const call = check('prompt.call', message);
    if (call.ok) return void servePrompt(api, call.value, post, controller.signal);
    if (check('prompt.question', message).ok) return void postModelState(api, post, controller.signal);
    line.disconnect(); // the worker sees the disconnect
  });
}

async function postModelState(
  api: LanguageModelApi | null,
  post: (state: PromptState) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    post(await readPromptState(api, signal));
  } catch (thrown) {
    post({ type: 'state', state: 'unavailable', pictures: false, why: extractEvidence(thrown, null).message });
  }
}

type Services = Readonly<Record<OffscreenService, (line: PortLike) => void>>;

interface DocumentDeps {
  readonly connect: (name: string) => PortLike;
  readonly close: () => void;
  readonly services: Services;
}

export function runOffscreenDocument({ connect, close, services }: DocumentDeps): void {
  const control = connect(OFFSCREEN_PORT);
  control.onDisconnect.addListener(close);
  control.onMessage.addListener((message) => {
    const request = check('offscreen.open', message);
    if (request.ok) services[request.value.service](connect(request.value.name));
  });
}
