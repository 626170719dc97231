/** Chrome's `LanguageModel` API, if any. A model may still be missing: see `availability()`. */
import type { LanguageModelApi } from '../../lib/models/prompt-api/api.ts';

export function getLanguageModel(): LanguageModelApi | null {
  return (globalThis as { readonly LanguageModel?: LanguageModelApi }).LanguageModel ?? null;
}
