/** Maps each provider to its adapter. A new provider adds a file and a line here. */
import { anthropic } from './providers/anthropic.ts';
import type { HttpProvider, ModelConfig } from './config.ts';
import { createExtractiveModel } from './extractive/extractive-model.ts';
import { google } from './providers/google.ts';
import { createHttpModel } from './http/http-model.ts';
import type { Model } from './model.ts';
import { ollama } from './providers/ollama.ts';
import { openAICompatible } from './providers/openai-compatible.ts';
import { openAI } from './providers/openai.ts';
import { createPromptApiModel, type ChromeHost } from './prompt-api/prompt-api-model.ts';
import type { Protocol } from './http/wire-format.ts';
import type { TokenCounter } from './tokens/token-counter.ts';

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
