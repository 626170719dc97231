/** One picture after the other, read in the thread this is called in. The one rule: whatever happens, it ends in an event. */
import type { StoredPicture } from '../chrome/database.ts';
import { readPicture } from '../lib/pipeline/ocr/index.ts';
import type { OcrEvent } from '../lib/protocol/ocr-schemas.ts';
import type { Engine, LanguageData } from './ocr-engine.ts';
import { faultOf, OcrError } from './ocr-error.ts';
import { enlarged, type Decoded } from './ocr-picture.ts';

/** Which picture, and for which languages. */
export interface OcrCall {
  readonly hash: string;
  readonly languages: readonly string[];
}

export interface ReaderDeps {
  readonly picture: (hash: string) => Promise<StoredPicture | undefined>;
  readonly decoded: (picture: StoredPicture) => Promise<Decoded>;
  /** Rejects with an `OcrError` where there is none of that name. */
  readonly language: (name: string) => Promise<LanguageData>;
  readonly start: () => Promise<Engine>;
}

/** Reads a picture and tells how far it is. Never rejects: it ends in `done` or `fault`. */
export type ReadOne = (call: OcrCall, tell: (event: OcrEvent) => void) => Promise<void>;

/** A reader that keeps its engine from picture to picture. */
export function reader({ picture, decoded, language, start }: ReaderDeps): ReadOne {
  let engine: Promise<Engine> | null = null;
  let spoken = '';

  async function speaking(languages: readonly string[]): Promise<Engine> {
    const data = spoken === languages.join('+') ? null : Promise.all(languages.map(language));
    data?.catch(() => undefined); // while the engine starts, nobody waits for it yet
    const started = await (engine ??= start());
    if (data) {
      spoken = '';
      await started.speak(await data);
      spoken = languages.join('+');
    }
    return started;
  }

  async function read({ hash, languages }: OcrCall, tell: (event: OcrEvent) => void): Promise<OcrEvent> {
    const stored = await picture(hash);
    if (!stored) throw new OcrError('gone', '');
    // both to their end: the next picture must not meet an engine that is still learning for this one
    const [made, ready] = await Promise.allSettled([decoded(stored), speaking(languages)]);
    if (made.status === 'rejected') throw made.reason;
    if (ready.status === 'rejected') throw ready.reason;
    const { pixels, reduced, ...size } = made.value;
    const at = progress((share) => tell({ type: 'progress', share }));
    const recognise = ready.value.recognise(at.engine);
    // nothing here can be stopped while the engine works: whoever has enough of it ends the thread
    const { signal } = new AbortController();
    const reading = await readPicture(pixels, recognise, { signal, onProgress: at.whole });
    return { type: 'done', reading: reduced ? enlarged(reading, size) : reading, languages, reduced };
  }

  return async (call, tell) => tell(await read(call, tell).catch(faultOf));
}

/** Two tellers of one share that never goes back: of the whole, and of what the engine does of the rest. */
function progress(tell: (share: number) => void) {
  let told = 0;
  let whole = 0;
  const say = (share: number): void => {
    if (!(share > told)) return;
    told = Math.min(1, share);
    tell(told);
  };
  return {
    whole: (share: number): void => {
      whole = share;
      say(share);
    },
    engine: (share: number): void => say(whole + (1 - whole) * share),
  };
}
