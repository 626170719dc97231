/**
 * Chrome's built-in model behind the Model port. The model lives in the offscreen document, this side in the worker. The
 * one rule: one call is one session there, and ends in one terminal event here, whatever becomes of the document.
 */
import type { ModelConfig } from './config.ts';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from './model.ts';
import { callFailure, isFiltered, promptFailure, refusesSchema } from './prompt-api/failures.ts';
import { callOf } from './prompt-api/messages.ts';
import type { ChromeHost, PromptEvent, PromptFault } from './prompt-api/wire.ts';
import { CallAbortedError, watch } from './timeouts.ts';

export type { ChromeHost } from './prompt-api/wire.ts';

/**
 * The API knows no limit of a reply, and a small model may repeat itself for ever. No language needs as many characters
 * for a token, so whoever passes this has passed the limit.
 */
const CHARACTERS_PER_TOKEN = 8;

export function promptApiModel(config: ModelConfig, host: ChromeHost): Model {
  /** Whether replies can be held to schemas of the kind asked for: learned from a refusal. */
  let holds = true;

  async function* stream(request: ModelRequest, caller: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    const call = watch(config.timeouts, caller);
    const most = request.maxOutputTokens * CHARACTERS_PER_TOKEN;
    const constrained = holds && request.json !== undefined;
    let [ready, length] = [false, 0];
    try {
      const reader = host.prompt(callOf(request, constrained), call.signal).getReader();
      for (;;) {
        const kind = !ready ? 'connect' : length === 0 ? 'firstChunk' : 'gap';
        const next: ReadableStreamReadResult<PromptEvent> = await call.within(kind, reader.read());
        if (next.done) return yield failed(CUT, ready);
        const event: PromptEvent = next.value;
        if (event.type === 'ready') ready = true;
        if (event.type === 'fault') return yield endOf(event.fault, constrained, ready);
        if (event.type === 'done') {
          if (length === 0) return yield failed(EMPTY, ready);
          const { type, ...usage } = event;
          return yield { type, finish: 'stop', usage };
        }
        if (event.type !== 'text' || event.text === '') continue;
        const text = event.text.slice(0, most - length);
        length += event.text.length;
        if (text !== '') yield { type: 'text', text };
        if (length > most) return yield { type: 'done', finish: 'length', usage: {} };
      }
    } catch (thrown) {
      if (thrown instanceof CallAbortedError) yield { type: 'aborted' };
      else yield failed(callFailure(thrown), ready);
    } finally {
      call.close(); // the document, too, hears that nobody waits any more
    }
  }

  function endOf(fault: PromptFault, constrained: boolean, ready: boolean): ModelEvent {
    if (isFiltered(fault)) return { type: 'done', finish: 'content-filter', usage: {} };
    if (!constrained || !refusesSchema(fault)) return failed(promptFailure(fault), ready);
    holds = false;
    return failed(UNHELD, false);
  }

  return {
    id: config.id,
    label: 'Chrome’s built-in model',
    contextTokens: config.contextTokens,
    metered: false,
    pictures: config.pictures,
    get toolCalling() {
      return config.toolCalling === 'text' || !holds ? 'text' : 'json';
    },
    stream,
  };
}

/** Before there is a session, nothing has been asked of the model. */
function failed(failure: ModelFailure, ready: boolean): ModelEvent {
  return { type: 'error', failure, refused: !ready };
}

const CUT: ModelFailure = {
  code: 'model.cut',
  message: 'The answer of Chrome’s built-in model broke off before its end.',
  cure: 'Try again. If it keeps happening, restart Chrome: it may be short of memory.',
  retryable: true,
};

const EMPTY: ModelFailure = {
  code: 'model.empty',
  message: 'Chrome’s built-in model finished without writing anything.',
  cure: 'Try again. If it stays silent, choose another model in the settings.',
  retryable: true,
};

const UNHELD: ModelFailure = {
  code: 'model.dialect',
  message: 'Chrome’s built-in model cannot be held to this form of an answer. The next attempt asks for it in words.',
  cure: 'Try again.',
  retryable: true,
  retryAfterMs: 0,
};
