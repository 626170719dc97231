/** The configuration of a model, without its key, so that it is safe in frames, exports and logs. */
import type { ModelTimeouts } from './model.ts';

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

export type HttpProvider = Exclude<Provider, 'extractive' | 'chrome'>;

export const EXTRACTIVE_ID = 'extractive';

export interface ModelConfig {
  /** `name:model`, such as `ollama:llama3.2:3b` or `lm-studio:qwen3-8b`, as settings, frames and users refer to it. */
  readonly id: string;
  readonly provider: Provider;
  /** Base URL of the API; '' where there is no server. */
  readonly endpoint: string;
  readonly model: string;
  readonly contextTokens: number;
  /**
   * How tools are called at first. `native`: over the wire; `json`: in replies that the server constrains to a JSON
   * schema; `text`: in prose. When a server refuses one way, another is used from then on.
   */
  readonly toolCalling: 'native' | 'json' | 'text';
  readonly pictures: boolean;
  /** Minutes a local server keeps the model in memory after a call; -1 for ever. Sent to Ollama only. */
  readonly keepAlive: number;
  readonly timeouts: ModelTimeouts;
}

/** Splits a model id at its first colon. The name must not contain one. */
export function splitModelId(id: string): { readonly name: string; readonly model: string } {
  const index = id.indexOf(':');
  return index === -1 ? { name: id, model: '' } : { name: id.slice(0, index), model: id.slice(index + 1) };
}
