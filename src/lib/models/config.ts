/** A model's configuration without its key: safe in frames, exports and logs. */
import { DEFAULT_TIMEOUTS, type ModelTimeouts } from './model.ts';

const PROVIDERS = [
  'extractive',
  'chrome',
  'translator',
  'ollama',
  'openai-compatible',
  'openai',
  'anthropic',
  'google',
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Providers of models that a user sets up. */
export const CHOSEN_PROVIDERS = PROVIDERS.filter((provider) => provider !== 'translator');

export type HttpProvider = Exclude<Provider, 'extractive' | 'chrome' | 'translator'>;

export const EXTRACTIVE_ID = 'extractive';
const TRANSLATOR_ID = 'translator';
export const CHROME_MODEL_LABEL = 'Chrome’s built-in model';

export interface ModelConfig {
  /** `name:model`, such as `ollama:llama3.2:3b`. */
  readonly id: string;
  readonly provider: Provider;
  /** '' where there is no server. */
  readonly endpoint: string;
  readonly model: string;
  readonly contextTokens: number;
  /** Used until the server refuses it. `json`: replies constrained to a schema; `text`: prose. */
  readonly toolCalling: 'native' | 'json' | 'text';
  readonly pictures: boolean;
  /** Minutes in memory after a call; -1 for ever. Ollama only. */
  readonly keepAlive: number;
  readonly timeouts: ModelTimeouts;
  /** It gives vectors of texts: it answers the task `rank` alone. */
  readonly embeds?: boolean;
}

/** Chrome's translator, which nobody chooses: it translates where there is no language model. */
export const TRANSLATOR_CONFIG: ModelConfig = {
  id: TRANSLATOR_ID,
  provider: 'translator',
  endpoint: '',
  model: TRANSLATOR_ID,
  contextTokens: 8192,
  toolCalling: 'text',
  pictures: false,
  keepAlive: 0,
  timeouts: DEFAULT_TIMEOUTS,
};
export const TRANSLATOR_LABEL = 'Chrome’s translator';

/** At the first colon; the name must not contain one. */
export function splitModelId(id: string): { readonly name: string; readonly model: string } {
  const index = id.indexOf(':');
  return index === -1 ? { name: id, model: '' } : { name: id.slice(0, index), model: id.slice(index + 1) };
}
