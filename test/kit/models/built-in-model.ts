/** The built-in model as tests make it: over a fake `LanguageModel` in a document of its own. */
import type { ModelConfig } from '../../../src/lib/models/config.ts';
import type { Model, ModelRequest, ModelTimeouts } from '../../../src/lib/models/model.ts';
import { createOffscreenModel } from '../../../src/chrome/offscreen/offscreen-model.ts';
import { fakeLanguageModel, WINDOW, type FakeLanguageModel, type Script } from './fake-language-model.ts';
import { collect, PATIENT, REQUEST, type Collected } from '../conformance/model-conformance.ts';
import { offscreenWorld, type OffscreenWorld } from '../protocol/offscreen-world.ts';

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
  const model = modelIn(world, { ...config, timeouts: { ...PATIENT, ...timeouts } });
  return { api, world, model };
}

/** The same model in another world. */
export const modelIn = ({ offscreen }: Pick<OffscreenWorld, 'offscreen'>, config: Partial<ModelConfig> = {}): Model =>
  createOffscreenModel({ ...CONFIG, ...config }, { offscreen, openAccess: () => Promise.resolve(NO_ACCESS) });

const NO_ACCESS = { mark: '', secret: null, release: () => undefined };

export const ask = (
  model: Model,
  request: ModelRequest = REQUEST,
  signal = new AbortController().signal,
): Promise<Collected> => collect(model.stream(request, signal));

/** Lets messages already on their way arrive. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
