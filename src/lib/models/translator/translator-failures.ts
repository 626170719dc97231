/** Why Chrome's translator does not translate, and what to do. */
import { toUserError } from '../../base/errors.ts';
import { formatReason, sanitiseText } from '../http/error-body.ts';
import { BUILT_IN_TIMEOUTS, createTimeoutFailure } from '../http/timeout-failures.ts';
import { ModelTimeoutError } from '../http/timeouts.ts';
import type { ModelFailure } from '../model.ts';
import type { LanguagePair, TranslatorApi } from './api.ts';

/** Null if it can translate now. */
export async function findObstacle(pair: LanguagePair, api: TranslatorApi): Promise<ModelFailure | null> {
  if (pair.sourceLanguage === '') return UNKNOWN_FAILURE;
  if (pair.sourceLanguage === pair.targetLanguage) return SAME_FAILURE;
  const state = await api.availability(pair);
  if (state === 'available') return null;
  return state === 'downloadable' || state === 'downloading' ? NOT_LOADED_FAILURE : PAIR_FAILURE;
}

export function toTranslatorFailure(thrown: unknown): ModelFailure {
  if (thrown instanceof ModelTimeoutError)
    return createTimeoutFailure(thrown, 'Chrome’s translator', BUILT_IN_TIMEOUTS);
  if (!(thrown instanceof DOMException)) return { ...toUserError(thrown), retryable: false };
  return {
    code: 'model.server',
    message: `Chrome’s translator failed${formatReason(sanitiseText(thrown.message))}`,
    hint: 'Try again, or connect a model.',
    retryable: true,
  };
}

const createFailure = (code: string, message: string, hint: string): ModelFailure => ({
  code: `model.${code}`,
  message,
  hint,
  retryable: false,
});

export const NO_TRANSLATION_FAILURE = createFailure(
  'only-translates',
  'Chrome’s translator only translates.',
  'Connect a model.',
);
export const ABSENT_FAILURE = createFailure('no-translator', 'This browser has no translator.', 'Connect a model.');
const UNKNOWN_FAILURE = createFailure(
  'unknown-language',
  'The language of this text is not known.',
  'Connect a model.',
);
const SAME_FAILURE = createFailure(
  'same-language',
  'This text is in that language already.',
  'Choose another language.',
);
const PAIR_FAILURE = createFailure(
  'no-language-pair',
  'Chrome’s translator doesn’t know these two languages.',
  'Choose another language, or connect a model.',
);
/** Includes what a press in the panel mends, by loading them. */
export const NOT_LOADED_FAILURE = createFailure(
  'languages-not-loaded',
  'Chrome has not loaded these languages yet.',
  'Open Translate in the panel: that loads them.',
);
