/** From a configuration to the model: the one table of adapters. Adding a provider adds a file and a line here. */
import { anthropic } from './anthropic.ts';
import type { HttpProvider, ModelConfig } from './config.ts';
import { extractiveModel } from './extractive.ts';
import { google } from './google.ts';
import { httpModel } from './http-model.ts';
import type { Model } from './model.ts';
import { ollama } from './ollama.ts';
import { openAICompatible } from './openai-compatible.ts';
import { openAI } from './openai.ts';
import { promptApiModel, type ChromeHost } from './prompt-api.ts';
import type { Protocol } from './protocol.ts';
import type { TokenCounter } from './tokens.ts';

export const PROTOCOLS: Readonly<Record<HttpProvider, Protocol>> = {
  'openai-compatible': openAICompatible,
  ollama,
  openai: openAI,
  anthropic,
  google,
};

export interface AdapterDeps {
  readonly tokens: TokenCounter;
  /** `chrome-extension://…`, for cures that name it. */
  readonly extensionOrigin: string;
  /** A `fetch` that adds the key for this server, if there is one. */
  readonly fetchFor: (config: ModelConfig & { readonly provider: HttpProvider }) => typeof globalThis.fetch;
  /** The way to Chrome's built-in model. */
  readonly chrome: ChromeHost;
}

/** Makes models. The same configuration twice gives two models that learn apart: keep what was made. */
export function modelsFrom({ tokens, extensionOrigin, fetchFor, chrome }: AdapterDeps): (config: ModelConfig) => Model {
  const extractive = extractiveModel(tokens);
  return (config) => {
    const { provider } = config;
    if (provider === 'extractive') return extractive;
    if (provider === 'chrome') return promptApiModel(config, chrome);
    return httpModel({
      ...config,
      protocol: PROTOCOLS[provider],
      fetch: fetchFor({ ...config, provider }),
      extensionOrigin,
    });
  };
}
