import { detectLanguageByScript } from '../../pipeline/text/script.ts';
import type { DownloadMonitor } from '../prompt-api/api.ts';
import { toTranslatorLanguage, type DetectorApi } from './api.ts';

interface Detection {
  readonly detector: DetectorApi | null;
  readonly signal: AbortSignal;
  /** To be given only after a press in this window: then the detector is loaded if it is not there. */
  readonly monitor?: (monitor: DownloadMonitor) => void;
}

/** As the API names it; '' if it is not known. `told`: a BCP 47 tag, or ''. */
export async function detectLanguage(
  told: string,
  sample: string,
  { detector, signal, monitor }: Detection,
): Promise<string> {
  const known = toTranslatorLanguage(told) || detectLanguageByScript(sample);
  if (known !== '' || detector === null || !/\p{L}/u.test(sample)) return known;
  const state = await detector.availability();
  const canLoad = monitor !== undefined && (state === 'downloadable' || state === 'downloading');
  if (state !== 'available' && !canLoad) return '';
  const session = await detector.create(monitor === undefined ? { signal } : { signal, monitor });
  try {
    const [likeliest] = await session.detect(sample);
    return toTranslatorLanguage(likeliest?.detectedLanguage ?? '');
  } finally {
    session.destroy();
  }
}
