/** Chrome's built-in model. A call always ends in exactly one terminal event. */
import type { ModelConfig } from '../config.ts';
import { describeModel } from '../describe-model.ts';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../model.ts';
import { toCallFailure, isFiltered, toPromptFailure, isSchemaRefusal } from './prompt-failures.ts';
import { CallAbortedError, startCallTimeouts } from '../http/timeouts.ts';
import type { LanguageModelApi } from './api.ts';
import { toPromptCall } from './prompt-call.ts';
import type { PromptFault } from './prompt-session.ts';
import { streamPrompt, type PromptEvent } from './stream-prompt.ts';

/** No language needs more: a longer reply exceeded the token limit, which the API does not enforce. */
const CHARACTERS_PER_TOKEN = 8;

export function createPromptApiModel(config: ModelConfig, getApi: () => LanguageModelApi | null): Model {
  const description = describeModel(config);
  /** False after the first refusal. */
  let supportsSchemas = true;

  async function* stream(request: ModelRequest, caller: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    const call = startCallTimeouts(config.timeouts, caller);
    const maxCharacters = request.maxOutputTokens * CHARACTERS_PER_TOKEN;
    const constrained = supportsSchemas && request.json !== undefined;
    let [ready, length] = [false, 0];
    let events: ReturnType<typeof streamPrompt> | null = null;
    try {
      events = streamPrompt(getApi(), toPromptCall(request, constrained), call.signal);
      for (;;) {
        const kind = !ready ? 'connect' : length === 0 ? 'firstChunk' : 'gap';
        const next: IteratorResult<PromptEvent, void> = await call.waitFor(kind, events.next());
        if (next.done === true) return yield createErrorEvent(CUT_FAILURE, ready);
        const event: PromptEvent = next.value;
        if (event.type === 'ready') ready = true;
        if (event.type === 'fault') return yield createFaultEvent(event.fault, constrained, ready);
        if (event.type === 'done') {
          if (length === 0) return yield createErrorEvent(EMPTY_REPLY_FAILURE, ready);
          const { type, ...usage } = event;
          return yield { type, finish: 'stop', usage };
        }
        if (event.type !== 'text' || event.text === '') continue;
        const text = event.text.slice(0, maxCharacters - length);
        length += event.text.length;
        if (text !== '') yield { type: 'text', text };
        if (length > maxCharacters) return yield { type: 'done', finish: 'length', usage: {} };
      }
    } catch (thrown) {
      if (thrown instanceof CallAbortedError) yield { type: 'aborted' };
      else yield createErrorEvent(toCallFailure(thrown), ready);
    } finally {
      call.close();
      void events?.return();
    }
  }

  function createFaultEvent(fault: PromptFault, constrained: boolean, ready: boolean): ModelEvent {
    if (isFiltered(fault)) return { type: 'done', finish: 'content-filter', usage: {} };
    if (!constrained || !isSchemaRefusal(fault)) return createErrorEvent(toPromptFailure(fault), ready);
    supportsSchemas = false;
    return createErrorEvent(SCHEMA_REFUSED_FAILURE, false);
  }

  return {
    ...description,
    get toolCalling() {
      return supportsSchemas ? description.toolCalling : 'text';
    },
    stream,
  };
}

/** Before `ready` nothing reached the model, so the error counts as refused. */
function createErrorEvent(failure: ModelFailure, ready: boolean): ModelEvent {
  return { type: 'error', failure, refused: !ready };
}

const CUT_FAILURE: ModelFailure = {
  code: 'model.cut',
  message: 'The answer of Chrome’s built-in model broke off before its end.',
  hint: 'Try again. If it keeps happening, restart Chrome: it may be short of memory.',
  retryable: true,
};

const EMPTY_REPLY_FAILURE: ModelFailure = {
  code: 'model.empty',
  message: 'Chrome’s built-in model finished without writing anything.',
  hint: 'Try again. If it stays silent, choose another model in the settings.',
  retryable: true,
};

const SCHEMA_REFUSED_FAILURE: ModelFailure = {
  code: 'model.dialect',
  message: 'Chrome’s built-in model can’t be held to this form of an answer. The next attempt asks for it in words.',
  hint: 'Try again.',
  retryable: true,
  retryAfterMs: 0,
};
