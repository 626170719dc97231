import { UserFacingError } from '../../base/errors.ts';
import type { DownloadMonitor } from '../prompt-api/api.ts';
import { toTranslatorLanguage, type TranslationApis } from './api.ts';
import { detectLanguage } from './detect-language.ts';
import { ABSENT_FAILURE, findObstacle, NOT_LOADED_FAILURE, toTranslatorFailure } from './translator-failures.ts';

export interface LoadedLanguages {
  /** BCP 47; '' if it is not told: then what it is found to be. */
  readonly from: string;
  /** Sample of a text whose language is not told; '' for none. */
  readonly sample: string;
  readonly into: string;
}

/**
 * Loads what Chrome's translator lacks for these languages. To be called after a press, in its window. `onProgress`:
 * 0 … 1. Rejects with a `UserFacingError`, also if it cannot translate between them, and once aborted.
 */
export async function loadLanguages(
  apis: TranslationApis | null,
  { from, sample, into }: LoadedLanguages,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (apis === null) throw new UserFacingError(ABSENT_FAILURE);
  const { translator, detector } = apis;
  const monitor = (download: DownloadMonitor): void =>
    download.addEventListener('downloadprogress', ({ loaded }) => onProgress(Math.min(1, Math.max(0, loaded))));
  try {
    const sourceLanguage = await detectLanguage(from, sample, { detector, signal, monitor });
    const pair = { sourceLanguage, targetLanguage: toTranslatorLanguage(into) };
    const obstacle = await findObstacle(pair, translator);
    if (obstacle === null) return;
    if (obstacle !== NOT_LOADED_FAILURE) throw new UserFacingError(obstacle);
    const session = await translator.create({ ...pair, signal, monitor });
    session.destroy();
  } catch (thrown) {
    throw thrown instanceof UserFacingError ? thrown : new UserFacingError(toTranslatorFailure(thrown));
  }
}
