/** The models that the document calls, one per configuration, because an adapter learns what its server refuses. */
import { createModelAdapter, type AdapterDeps } from '../lib/models/adapters.ts';
import type { Model } from '../lib/models/model.ts';
import type { ModelCallMessage } from '../lib/protocol/offscreen/model.ts';

/** The mark of the latest call for it: the one that the browser's rules know. */
interface MarkedModel {
  readonly model: Model;
  mark: string;
}

type GetDocumentModel = (call: Pick<ModelCallMessage, 'config' | 'mark'>) => Model;

export function createDocumentModels(deps: Omit<AdapterDeps, 'createFetch'>): GetDocumentModel {
  const models = new Map<string, MarkedModel>();
  return ({ config, mark }) => {
    const key = JSON.stringify(config);
    const existing = models.get(key);
    if (existing) {
      existing.mark = mark;
      return existing.model;
    }
    const createFetch = (): typeof fetch => createMarkedFetch(() => models.get(key)?.mark ?? mark);
    const model = createModelAdapter(config, { ...deps, createFetch });
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
