/** Calls to the built-in model, as the offscreen document serves them. The line's end is the call's: its session goes too. */
import { promptState } from '../lib/models/prompt-api/about.ts';
import type { LanguageModelApi } from '../lib/models/prompt-api/api.ts';
import { evidence, servePrompt } from '../lib/models/prompt-api/serve.ts';
import type { PromptEvent, PromptState } from '../lib/models/prompt-api/wire.ts';
import { check } from '../lib/protocol/check.ts';
import type { Line } from '../lib/protocol/offscreen.ts';

/** `api` is null in a browser that has none. */
export function servePrompts(api: LanguageModelApi | null, line: Line): void {
  const gone = new AbortController();
  let asked = false;
  const post = (event: PromptEvent | PromptState): void => {
    if (gone.signal.aborted) return;
    try {
      line.postMessage(event);
    } catch {
      gone.abort(); // the port closed under our hands: its own listener was, or will be, told
    }
  };
  line.onDisconnect.addListener(() => gone.abort());
  line.onMessage.addListener((message) => {
    if (asked) return;
    asked = true;
    const call = check('prompt.call', message);
    if (call.ok) return void servePrompt(api, call.value, post, gone.signal);
    if (check('prompt.question', message).ok) return void tell(api, post, gone.signal);
    line.disconnect(); // the worker hears that it was cut
  });
}

async function tell(
  api: LanguageModelApi | null,
  post: (state: PromptState) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    post(await promptState(api, signal));
  } catch (thrown) {
    post({ type: 'state', state: 'unavailable', pictures: false, why: evidence(thrown, null).message });
  }
}
