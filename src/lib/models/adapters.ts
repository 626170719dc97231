/** Maps each provider to its adapter. A new provider adds a file and a line here. */
import { anthropic } from './anthropic.ts';
import type { HttpProvider, ModelConfig } from './config.ts';
import { createExtractiveModel } from './extractive.ts';
import { google } from './google.ts';
import { createHttpModel } from './http-model.ts';
import type { Model } from './model.ts';
import { ollama } from './ollama.ts';
import { openAICompatible } from './openai-compatible.ts';
import { openAI } from './openai.ts';
import { createPromptApiModel, type ChromeHost } from './prompt-api.ts';
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
  /** `chrome-extension://…`, for hints that name it. */
  readonly extensionOrigin: string;
  /** Returns a `fetch` that adds the key for this server, if there is one. */
  readonly createFetch: (config: ModelConfig & { readonly provider: HttpProvider }) => typeof globalThis.fetch;
  readonly chrome: ChromeHost;
}

/**
 * Returns a function that creates models. Each model learns its server's dialect separately, so the caller must reuse
 * it.
 */
export function createModelFactory({
  tokens,
  extensionOrigin,
  createFetch,
  chrome,
}: AdapterDeps): (config: ModelConfig) => Model {
  const extractive = createExtractiveModel(tokens);
  return (config) => {
    const { provider } = config;
    if (provider === 'extractive') return extractive;
    if (provider === 'chrome') return createPromptApiModel(config, chrome);
    return createHttpModel({
      ...config,
      protocol: PROTOCOLS[provider],
      fetch: createFetch({ ...config, provider }),
      extensionOrigin,
    });
  };
}
