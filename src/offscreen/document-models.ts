/** The models that the document calls, one per configuration, because an adapter learns what its server refuses. */
import { raceWithAbort } from '../lib/base/async.ts';
import { createModelAdapter } from '../lib/models/adapters.ts';
import type { LanguageModelApi } from '../lib/models/prompt-api/api.ts';
import { extractEvidence } from '../lib/models/prompt-api/prompt-session.ts';
import type { ChromeHost, PromptEvent, PromptState } from '../lib/models/prompt-api/prompt-messages.ts';
import { servePrompt } from '../lib/models/prompt-api/prompt-server.ts';
import { readPromptState } from '../lib/models/prompt-api/prompt-state.ts';
import type { Model } from '../lib/models/model.ts';
import type { ModelCallMessage } from '../lib/protocol/offscreen/model.ts';

/** The mark of the latest call for it: the one that the browser's rules know. */
interface MarkedModel {
  readonly model: Model;
  mark: string;
}

export type GetDocumentModel = (call: Pick<ModelCallMessage, 'config' | 'mark'>) => Model;

export function createDocumentModels(extensionOrigin: string, chrome: ChromeHost): GetDocumentModel {
  const models = new Map<string, MarkedModel>();
  return ({ config, mark }) => {
    const key = JSON.stringify(config);
    const existing = models.get(key);
    if (existing) {
      existing.mark = mark;
      return existing.model;
    }
    const createFetch = (): typeof fetch => createMarkedFetch(() => models.get(key)?.mark ?? mark);
    const model = createModelAdapter(config, { extensionOrigin, createFetch, chrome });
    if (model === null) throw new TypeError('The embedded engine runs in the worker.');
    models.set(key, { model, mark });
    return model;
  };
}

/** The mark is in the fragment, which is never sent; by it the browser adds the key, which the document never has. */
export function createMarkedFetch(getMark: () => string): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    url.hash = getMark();
    const request = input instanceof Request ? new Request(url, input) : url;
    const redirect = init?.redirect === 'manual' ? 'manual' : 'error';
    return fetch(request, { ...init, redirect, credentials: 'omit' });
  };
}

/** `getApi`: null if the browser has none. */
export function createChromeHost(getApi: () => LanguageModelApi | null): ChromeHost {
  return {
    state: (signal) =>
      raceWithAbort(
        readPromptState(getApi(), signal).catch((thrown: unknown): PromptState => {
          return { state: 'unavailable', pictures: false, why: extractEvidence(thrown, null).message };
        }),
        signal,
      ),
    prompt(call, signal) {
      const stopped = new AbortController();
      return new ReadableStream<PromptEvent>({
        start(controller) {
          const post = (event: PromptEvent): void => controller.enqueue(event);
          void servePrompt(getApi(), call, post, AbortSignal.any([signal, stopped.signal])).then(() => {
            if (!stopped.signal.aborted) controller.close();
          });
        },
        cancel: () => stopped.abort(),
      });
    },
  };
}
