/** The built-in model as tests make it: over a fake `LanguageModel` in a document of its own. */
import type { ModelConfig } from '../../src/lib/models/config.ts';
import type { Model, ModelRequest, ModelTimeouts } from '../../src/lib/models/model.ts';
import { createPromptApiModel } from '../../src/lib/models/prompt-api/prompt-api-model.ts';
import { fakeLanguageModel, WINDOW, type FakeLanguageModel, type Script } from './fake-language-model.ts';
import { collect, PATIENT, REQUEST, type Collected } from './model-conformance.ts';
import { offscreenWorld, type OffscreenWorld } from './offscreen-world.ts';

export const CONFIG: ModelConfig = {
  id: 'chrome:built-in',
  provider: 'chrome',
  endpoint: '',
  model: 'built-in',
  contextTokens: WINDOW,
  toolCalling: 'native',
  pictures: true,
  keepAlive: 5,
  timeouts: PATIENT,
};

export interface BuiltIn {
  readonly api: FakeLanguageModel;
  readonly world: OffscreenWorld;
  readonly model: Model;
}

export function builtIn(
  script: Script = {},
  timeouts: Partial<ModelTimeouts> = {},
  config: Partial<ModelConfig> = {},
): BuiltIn {
  const api = fakeLanguageModel(script);
  const world = offscreenWorld(api);
  const model = createPromptApiModel({ ...CONFIG, ...config, timeouts: { ...PATIENT, ...timeouts } }, world.host);
  return { api, world, model };
}

export const ask = (
  model: Model,
  request: ModelRequest = REQUEST,
  signal = new AbortController().signal,
): Promise<Collected> => collect(model.stream(request, signal));

/** Lets messages already on their way arrive. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
