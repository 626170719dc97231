/** Reads pictures one after the other in the current thread. */
import type { StoredPicture } from '../chrome/storage/database.ts';
import { readPicture } from '../lib/pipeline/ocr/index.ts';
import type { OcrEvent } from '../lib/protocol/ocr-schemas.ts';
import type { Engine, LanguageData } from './ocr-engine.ts';
import { toOcrFaultEvent, OcrError } from './ocr-error.ts';
import { scaleReading, type DecodedPicture } from './ocr-picture.ts';

export interface OcrCall {
  readonly hash: string;
  readonly languages: readonly string[];
}

export interface ReaderDeps {
  readonly loadPicture: (hash: string) => Promise<StoredPicture | undefined>;
  readonly decode: (picture: StoredPicture) => Promise<DecodedPicture>;
  /** Rejects with an `OcrError` if there is no such language. */
  readonly loadLanguage: (name: string) => Promise<LanguageData>;
  readonly startEngine: () => Promise<Engine>;
}

/** Never rejects: it ends with `done` or `fault`. */
export type ReadOne = (call: OcrCall, emit: (event: OcrEvent) => void) => Promise<void>;

export function createReader({ loadPicture, decode, loadLanguage, startEngine }: ReaderDeps): ReadOne {
  let engine: Promise<Engine> | null = null;
  let loadedLanguages = '';

  async function prepareEngine(languages: readonly string[]): Promise<Engine> {
    const data = loadedLanguages === languages.join('+') ? null : Promise.all(languages.map(loadLanguage));
    data?.catch(() => undefined); // not awaited while the engine starts
    const started = await (engine ??= startEngine());
    if (data) {
      loadedLanguages = '';
      await started.loadLanguages(await data);
      loadedLanguages = languages.join('+');
    }
    return started;
  }

  async function readOne({ hash, languages }: OcrCall, emit: (event: OcrEvent) => void): Promise<OcrEvent> {
    const stored = await loadPicture(hash);
    if (!stored) throw new OcrError('gone', '');
    // the next picture must not use an engine that is still loading languages for this one
    const [decoding, preparing] = await Promise.allSettled([decode(stored), prepareEngine(languages)]);
    if (decoding.status === 'rejected') throw decoding.reason;
    if (preparing.status === 'rejected') throw preparing.reason;
    const { pixels, reduced, ...size } = decoding.value;
    const reporters = createProgress((share) => emit({ type: 'progress', share }));
    const recognise = preparing.value.createRecogniser(reporters.engine);
    // never aborted: the caller terminates the thread instead
    const { signal } = new AbortController();
    const reading = await readPicture(pixels, recognise, { signal, onProgress: reporters.whole });
    return { type: 'done', reading: reduced ? scaleReading(reading, size) : reading, languages, reduced };
  }

  return async (call, tell) => tell(await readOne(call, tell).catch(toOcrFaultEvent));
}

function createProgress(emit: (share: number) => void) {
  let reported = 0;
  let whole = 0;
  const report = (share: number): void => {
    if (!(share > reported)) return;
    reported = Math.min(1, share);
    emit(reported);
  };
  return {
    whole: (share: number): void => {
      whole = share;
      report(share);
    },
    engine: (share: number): void => report(whole + (1 - whole) * share),
  };
}
