/** From a configuration to the model: the one table of adapters. Adding a provider adds a file and a line here. */
import type { HttpProvider, ModelConfig } from './config.ts';
import { extractiveModel } from './extractive.ts';
import { google } from './google.ts';
import { httpModel } from './http-model.ts';
import type { Model } from './model.ts';
import { openAICompatible } from './openai-compatible.ts';
import { openAI } from './openai.ts';
import type { Protocol } from './protocol.ts';
import type { TokenCounter } from './tokens.ts';

export const PROTOCOLS: Readonly<Record<HttpProvider, Protocol>> = {
  'openai-compatible': openAICompatible,
  ollama: openAICompatible,
  openai: openAI,
  anthropic: openAICompatible,
  google,
};

export interface AdapterDeps {
  readonly tokens: TokenCounter;
  /** `chrome-extension://…`, for cures that name it. */
  readonly extensionOrigin: string;
  /** A `fetch` that adds the key for this server, if there is one. */
  readonly fetchFor: (config: ModelConfig & { readonly provider: HttpProvider }) => typeof globalThis.fetch;
}

/** Makes models. The same configuration twice gives two models that learn apart: keep what was made. */
export function modelsFrom({ tokens, extensionOrigin, fetchFor }: AdapterDeps): (config: ModelConfig) => Model {
  const extractive = extractiveModel(tokens);
  return (config) => {
    const { provider } = config;
    if (provider === 'extractive') return extractive;
    if (provider === 'chrome') throw new Error('The built-in model is not wired yet.');
    return httpModel({
      ...config,
      protocol: PROTOCOLS[provider],
      fetch: fetchFor({ ...config, provider }),
      extensionOrigin,
    });
  };
}
