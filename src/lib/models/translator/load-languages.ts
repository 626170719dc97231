import { UserFacingError } from '../../base/errors.ts';
import type { DownloadMonitor } from '../prompt-api/api.ts';
import { toTranslatorLanguage, type TranslationApis } from './api.ts';
import { ABSENT_FAILURE, findObstacle, NOT_LOADED_FAILURE, toTranslatorFailure } from './translator-failures.ts';

export interface LoadedLanguages {
  /** BCP 47; '' if it is not known, which the translation tells. */
  readonly from: string;
  readonly into: string;
}

/**
 * Loads what Chrome's translator lacks for these languages. To be called after a press, in its window. `onProgress`:
 * 0 … 1. Rejects with a `UserFacingError`, also if it cannot translate between them, and once aborted.
 */
export async function loadLanguages(
  apis: TranslationApis | null,
  { from, into }: LoadedLanguages,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (apis === null) throw new UserFacingError(ABSENT_FAILURE);
  const pair = { sourceLanguage: toTranslatorLanguage(from), targetLanguage: toTranslatorLanguage(into) };
  if (pair.sourceLanguage === '') return;
  const obstacle = await findObstacle(pair, apis.translator);
  if (obstacle === null) return;
  if (obstacle !== NOT_LOADED_FAILURE) throw new UserFacingError(obstacle);
  const monitor = (download: DownloadMonitor): void =>
    download.addEventListener('downloadprogress', ({ loaded }) => onProgress(Math.min(1, Math.max(0, loaded))));
  try {
    const session = await apis.translator.create({ ...pair, signal, monitor });
    session.destroy();
  } catch (thrown) {
    throw new UserFacingError(toTranslatorFailure(thrown));
  }
}
