import { anthropic } from './providers/anthropic.ts';
import type { HttpProvider, ModelConfig } from './config.ts';
import { google } from './providers/google.ts';
import { createHttpModel } from './http/http-model.ts';
import type { Model } from './model.ts';
import { ollama } from './providers/ollama.ts';
import { createRankingModel } from './embeddings/ranking-model.ts';
import { NO_VECTORS, type VectorStore } from './embeddings/vectors.ts';
import { openAICompatible } from './providers/openai-compatible.ts';
import { openAI } from './providers/openai.ts';
import { createPromptApiModel } from './prompt-api/prompt-api-model.ts';
import type { LanguageModelApi } from './prompt-api/api.ts';
import type { TranslationApis } from './translator/api.ts';
import { createTranslatorModel } from './translator/translator-model.ts';
import type { Protocol } from './http/wire-format.ts';

export const PROTOCOLS: Readonly<Record<HttpProvider, Protocol>> = {
  'openai-compatible': openAICompatible,
  ollama,
  openai: openAI,
  anthropic,
  google,
};

export interface AdapterDeps {
  readonly extensionOrigin: string;
  /** For requests to the model's server alone. */
  readonly createFetch: (config: ModelConfig & { readonly provider: HttpProvider }) => typeof globalThis.fetch;
  /** Null if the browser has none. */
  readonly getLanguageModel: () => LanguageModelApi | null;
  /** The same; absent where nothing is translated. */
  readonly getTranslation?: () => TranslationApis | null;
  /** Absent where none are kept. */
  readonly vectors?: VectorStore;
}

/** Returns null for the built-in engine, which needs none. Reuse the result: it learns its server's dialect. */
export function createModelAdapter(
  config: ModelConfig,
  { extensionOrigin, createFetch, getLanguageModel, getTranslation = () => null, vectors = NO_VECTORS }: AdapterDeps,
): Model | null {
  const { provider } = config;
  if (provider === 'extractive') return null;
  if (provider === 'chrome') return createPromptApiModel(config, getLanguageModel);
  if (provider === 'translator') return createTranslatorModel(config, getTranslation);
  const fetch = createFetch({ ...config, provider });
  const served = { ...config, protocol: PROTOCOLS[provider], fetch, extensionOrigin };
  return config.embeds === true ? createRankingModel(served, vectors) : createHttpModel(served);
}
