/** Serves calls to the built-in model in the offscreen document. Closing the port ends the call and its session. */
import { readPromptState } from '../lib/models/prompt-api/about.ts';
import type { LanguageModelApi } from '../lib/models/prompt-api/api.ts';
import { extractEvidence, servePrompt } from '../lib/models/prompt-api/serve.ts';
import type { PromptEvent, PromptState } from '../lib/models/prompt-api/wire.ts';
import { check } from '../lib/protocol/check.ts';
import type { PortLike } from '../lib/protocol/offscreen.ts';

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
