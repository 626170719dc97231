/** Reads pictures one after the other in the current thread. */
import type { StoredPicture } from '../chrome/storage/database.ts';
import type { ReadPhoto } from '../lib/pipeline/ocr/photo/photo-reader.ts';
import { readPicture, type PictureSource } from '../lib/pipeline/ocr/read-picture.ts';
import { getArea } from '../lib/pipeline/ocr/boxes.ts';
import { READ_MS, type Box, type Pixels, type Size } from '../lib/pipeline/ocr/types.ts';
import type { OcrEvent } from '../lib/protocol/offscreen/ocr.ts';
import { OcrError, type Engine, type LanguageData } from './ocr-engine.ts';
import { getErrorMessage } from '../lib/base/errors.ts';

export interface OcrCall {
  readonly hash: string;
  readonly languages: readonly string[];
}

export interface ReaderDeps {
  readonly loadPicture: (hash: string) => Promise<StoredPicture | undefined>;
  /** Rejects with an `OcrError` if it cannot be decoded. */
  readonly decode: (picture: StoredPicture) => Promise<DecodedPicture>;
  /** Rejects with an `OcrError` if there is no such language. */
  readonly loadLanguage: (name: string) => Promise<LanguageData>;
  readonly startEngine: () => Promise<Engine>;
  /** Called for a picture that is to be doubted. Null unless its files were added. */
  readonly startPhotoReader: (
    languages: readonly string[],
    onShare: (share: number) => void,
  ) => Promise<ReadPhoto | null>;
}

/** Never rejects: it ends with `done` or `fault`. */
type ReadOne = (call: OcrCall, emit: (event: OcrEvent) => void) => Promise<void>;

export function createReader({
  loadPicture,
  decode,
  loadLanguage,
  startEngine,
  startPhotoReader,
}: ReaderDeps): ReadOne {
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
    const start = performance.now();
    const stored = await loadPicture(hash);
    if (!stored) throw new OcrError('gone', '');
    // the next picture must not use an engine that is still loading languages for this one
    const [decoding, preparing] = await Promise.allSettled([decode(stored), prepareEngine(languages)]);
    if (decoding.status === 'rejected') throw decoding.reason;
    const decoded = decoding.value;
    try {
      if (preparing.status === 'rejected') throw preparing.reason;
      return await readBands(decoded, preparing.value, languages, start, emit);
    } finally {
      decoded.close();
    }
  }

  async function readBands(
    decoded: DecodedPicture,
    started: Engine,
    languages: readonly string[],
    startedAt: number,
    emit: (event: OcrEvent) => void,
  ): Promise<OcrEvent> {
    let start = startedAt;
    const reporters = createProgress((share) => emit({ type: 'progress', share }));
    const recognise = started.createRecogniser(reporters.engine, getArea(decoded) > MAX_SHARED_PIXELS);
    // never aborted: the caller terminates the thread instead
    const { signal } = new AbortController();
    const hasTime = (): boolean => performance.now() - start < MAX_FIRST_LOOK * READ_MS;
    const readPhoto: ReadPhoto = async (picture, letter) =>
      (await startPhotoReader(languages, reporters.engine))?.(picture, letter) ?? null;
    const bands = readPicture(decoded, recognise, { signal, onProgress: reporters.whole, hasTime, readPhoto });
    for (;;) {
      const step = await bands.next();
      const reduced = decoded.isReduced();
      if (step.done === true) return { type: 'done', reading: step.value, languages, reduced };
      const { reading, share } = step.value;
      emit({ type: 'progress', share, band: true, ...(reading && { part: { reading, share, languages, reduced } }) });
      start = performance.now();
    }
  }

  return async (call, tell) => tell(await readOne(call, tell).catch(toOcrFaultEvent));
}

/** Decoded again for each band, a larger one takes 100 MB and more beside its engine. */
const MAX_SHARED_PIXELS = 24_000_000;

/** Share of the time: after more, a second look could lose the reading of the first. */
const MAX_FIRST_LOOK = 0.4;

function createProgress(emit: (share: number) => void) {
  let reported = 0;
  let step = { from: 0, to: 0 };
  const report = (share: number): void => {
    if (!(share > reported)) return;
    reported = Math.min(1, share);
    emit(reported);
  };
  return {
    whole: (from: number, to: number): void => {
      step = { from, to };
      report(from);
    },
    engine: (share: number): void => report(step.from + (step.to - step.from) * share),
  };
}

export interface DecodedPicture extends PictureSource {
  /** Whether a part had to be drawn smaller than it is. */
  isReduced(): boolean;
  /** Frees what was decoded and not opened. */
  close(): void;
}

/** Applies the EXIF orientation. Rejects with an `OcrError` if it cannot be decoded. */
export async function decodePicture({ bytes, mediaType }: StoredPicture): Promise<DecodedPicture> {
  const decode = (): Promise<ImageBitmap> =>
    createImageBitmap(new Blob([bytes], { type: mediaType })).catch((thrown: unknown) => {
      throw new OcrError('broken', String(thrown).slice(0, 500));
    });
  let decoded: ImageBitmap | null = await decode();
  const { width, height } = decoded;
  let isReduced = false;
  return {
    width,
    height,
    async open() {
      const bitmap = decoded ?? (await decode());
      decoded = null;
      return {
        width,
        height,
        draw(part, size) {
          isReduced ||= size.width < part.width || size.height < part.height;
          return drawPart(bitmap, part, size);
        },
        close: () => bitmap.close(),
      };
    },
    isReduced: () => isReduced,
    close: () => decoded?.close(),
  };
}

function drawPart(bitmap: ImageBitmap, { x, y, width, height }: Box, size: Size): Pixels {
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new OcrError('memory', 'There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, width, height, 0, 0, size.width, size.height);
  return { width: size.width, height: size.height, data: context.getImageData(0, 0, size.width, size.height).data };
}

/** The only sign of out-of-memory errors. */
const OUT_OF_MEMORY = /\bOOM\b|memory|bad_alloc|allocation|array length|array buffer/i;

function toOcrFaultEvent(thrown: unknown): OcrEvent {
  const message = getErrorMessage(thrown).slice(0, 500);
  if (thrown instanceof OcrError) return { type: 'fault', fault: thrown.fault, message };
  return { type: 'fault', fault: OUT_OF_MEMORY.test(message) ? 'memory' : 'failed', message };
}
