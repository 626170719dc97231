/** Chrome's `LanguageModel`, where a page has one. That it is there says nothing of a model: `availability()` does. */
import type { LanguageModelApi } from '../lib/models/prompt-api/api.ts';

export function languageModel(): LanguageModelApi | null {
  return (globalThis as { readonly LanguageModel?: LanguageModelApi }).LanguageModel ?? null;
}
