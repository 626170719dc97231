import { anthropic } from './providers/anthropic.ts';
import type { HttpProvider, ModelConfig } from './config.ts';
import { createExtractiveModel } from './extractive/extractive-model.ts';
import { google } from './providers/google.ts';
import { createHttpModel } from './http/http-model.ts';
import type { Model } from './model.ts';
import { ollama } from './providers/ollama.ts';
import { openAICompatible } from './providers/openai-compatible.ts';
import { openAI } from './providers/openai.ts';
import { createPromptApiModel } from './prompt-api/prompt-api-model.ts';
import type { ChromeHost } from './prompt-api/prompt-messages.ts';
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
  readonly extensionOrigin: string;
  /** Adds the key for this server, if any. */
  readonly createFetch: (config: ModelConfig & { readonly provider: HttpProvider }) => typeof globalThis.fetch;
  readonly chrome: ChromeHost;
}

/** Reuse the result: each model learns its server's dialect. */
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
