/** Reads pictures one after the other in the current thread. */
import type { StoredPicture } from '../chrome/storage/database.ts';
import type { ReadPhoto } from '../lib/pipeline/ocr/photo/photo-reader.ts';
import { readPicture } from '../lib/pipeline/ocr/read-picture.ts';
import { READ_MS, type Box, type Pixels, type Reading, type Size } from '../lib/pipeline/ocr/types.ts';
import type { OcrEvent } from '../lib/protocol/offscreen/ocr.ts';
import { OcrError, type Engine, type LanguageData } from './ocr-engine.ts';
import { getErrorMessage } from '../lib/base/errors.ts';

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
  /** Called for a picture that is to be doubted. Null unless its files were added. */
  readonly startPhotoReader: (
    languages: readonly string[],
    onShare: (share: number) => void,
  ) => Promise<ReadPhoto | null>;
}

/** Never rejects: it ends with `done` or `fault`. */
export type ReadOne = (call: OcrCall, emit: (event: OcrEvent) => void) => Promise<void>;

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
    if (preparing.status === 'rejected') throw preparing.reason;
    const { pixels, reduced, ...size } = decoding.value;
    const reporters = createProgress((share) => emit({ type: 'progress', share }));
    const recognise = preparing.value.createRecogniser(reporters.engine);
    // never aborted: the caller terminates the thread instead
    const { signal } = new AbortController();
    const hasTime = (): boolean => performance.now() - start < MAX_FIRST_LOOK * READ_MS;
    const readPhoto: ReadPhoto = async (picture, letter) =>
      (await startPhotoReader(languages, reporters.engine))?.(picture, letter) ?? null;
    const reading = await readPicture(pixels, recognise, { signal, onProgress: reporters.whole, hasTime, readPhoto });
    return { type: 'done', reading: reduced ? scaleReading(reading, size) : reading, languages, reduced };
  }

  return async (call, tell) => tell(await readOne(call, tell).catch(toOcrFaultEvent));
}

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

/** Larger pictures are scaled down to it. */
const MAX_OCR_PIXELS = 16_000_000;

/** Longest edge: the engine counts in 16 bits and enlarges pictures up to three times. */
const MAX_OCR_EDGE = 10_900;

interface DecodedPicture extends Size {
  readonly pixels: Pixels;
  readonly reduced: boolean;
}

export function computeReadSize(width: number, height: number): Size {
  const scale = Math.min(1, Math.sqrt(MAX_OCR_PIXELS / (width * height)), MAX_OCR_EDGE / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Applies the EXIF orientation. Rejects with an `OcrError` if it cannot be decoded. */
export async function decodePicture({ bytes, mediaType }: StoredPicture): Promise<DecodedPicture> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mediaType })).catch((thrown: unknown) => {
    throw new OcrError('broken', String(thrown).slice(0, 500));
  });
  const { width, height } = bitmap;
  const size = computeReadSize(width, height);
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new OcrError('memory', 'There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, size.width, size.height);
  return { pixels: { ...size, data }, width, height, reduced: size.width < width || size.height < height };
}

export function scaleReading(reading: Reading, { width, height }: Size): Reading {
  const [scaleX, scaleY] = [width / reading.width, height / reading.height];
  const scaleBox = (box: Box): Box => {
    const [x, y] = [Math.floor(box.x * scaleX), Math.floor(box.y * scaleY)];
    const right = Math.min(width, Math.ceil((box.x + box.width) * scaleX));
    const bottom = Math.min(height, Math.ceil((box.y + box.height) * scaleY));
    return { x, y, width: right - x, height: bottom - y };
  };
  const { words, unread } = reading;
  return {
    ...reading,
    width,
    height,
    words: words.map((word) => ({ ...word, box: scaleBox(word.box) })),
    ...(unread && { unread: unread.map(scaleBox) }),
  };
}

/** The only sign of out-of-memory errors. */
const OUT_OF_MEMORY = /\bOOM\b|memory|bad_alloc|allocation|array length|array buffer/i;

function toOcrFaultEvent(thrown: unknown): OcrEvent {
  const message = getErrorMessage(thrown).slice(0, 500);
  if (thrown instanceof OcrError) return { type: 'fault', fault: thrown.fault, message };
  return { type: 'fault', fault: OUT_OF_MEMORY.test(message) ? 'memory' : 'failed', message };
}
