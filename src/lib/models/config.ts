/** Which model a person chose, without its key: safe in frames, exports and logs. */
import type { ModelTimeouts } from './model.ts';

/** Who a model is reached through: each is one adapter. */
export const PROVIDERS = [
  'extractive',
  'chrome',
  'ollama',
  'openai-compatible',
  'openai',
  'anthropic',
  'google',
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Providers that are reached over HTTP: those that have an endpoint, and may have a key. */
export type HttpProvider = Exclude<Provider, 'extractive' | 'chrome'>;

/** The embedded engine's id, which needs no configuration. */
export const EXTRACTIVE_ID = 'extractive';

export interface ModelConfig {
  /** `name:model`, such as `ollama:llama3.2:3b` or `lm-studio:qwen3-8b`: what settings, frames and people call it. */
  readonly id: string;
  readonly provider: Provider;
  /** Base URL of the API; '' where there is no server. */
  readonly endpoint: string;
  /** As the server knows it. */
  readonly model: string;
  readonly contextTokens: number;
  /**
   * How to begin to call tools. `native`: over the wire; `json`: in replies that the server holds to a JSON schema; `text`:
   * in words. A server that refuses one way is spoken to in another from then on.
   */
  readonly toolCalling: 'native' | 'json' | 'text';
  /** Whether it can be shown pictures. */
  readonly pictures: boolean;
  /** Minutes a local server keeps the model in memory after a call; -1 for ever. Only Ollama is told. */
  readonly keepAlive: number;
  readonly timeouts: ModelTimeouts;
}

/** The parts of a model id: the name stands before the first colon, and may hold none. */
export function splitId(id: string): { readonly name: string; readonly model: string } {
  const at = id.indexOf(':');
  return at === -1 ? { name: id, model: '' } : { name: id.slice(0, at), model: id.slice(at + 1) };
}
