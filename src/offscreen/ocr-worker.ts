/** The OCR thread, without network APIs, so malicious picture data cannot reach out. */
import { createIdbLanguages, gunzip } from '../chrome/storage/languages.ts';
import { createIdbPhotoModels } from '../chrome/storage/photo-models.ts';
import { createIdbPictures } from '../chrome/storage/pictures.ts';
import { PACKAGED_LANGUAGES } from '../lib/protocol/settings/ocr-languages.ts';
import { dropNetworkApis } from './drop-network.ts';
import { compileEngine, OcrError, startEngine, type Engine, type LanguageData } from './ocr-engine.ts';
import { createSecondCaller, pairEngines } from './ocr-pair.ts';
import { createReader, type OcrCall, decodePicture } from './ocr-reader.ts';
import { coversLanguages, PHOTO_MODELS } from '../lib/pipeline/ocr/photo/models.ts';
import type { ReadPhoto } from '../lib/pipeline/ocr/photo/photo-reader.ts';
import type { CreatePhotoReader } from './photo-engine.ts';
import { isTrainedData } from '../lib/pipeline/ocr/tesseract.ts';

const fetchFile = fetch.bind(globalThis);
const callSecond = createSecondCaller(
  new Worker(new URL('./ocr-second-worker.ts', import.meta.url), { type: 'module', name: 'ocr-second' }),
);
dropNetworkApis();

const fetchPackaged = (file: string): Promise<Response> => fetchFile(new URL(`/ocr/${file}`, location.origin));
const languages = createIdbLanguages();
const photoModels = createIdbPhotoModels();
let photoEngine: Promise<CreatePhotoReader | null> | null = null;

const readPicture = createReader({
  loadPicture: (hash) => createIdbPictures().get(hash),
  decode: decodePicture,
  loadLanguage,
  startEngine: startEngines,
  startPhotoReader,
});

/** One picture and the port for its events. The next comes after the previous has ended. */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<OcrCall>) => {
  void readPicture(data, (event) => port?.postMessage(event));
});

async function startEngines(): Promise<Engine> {
  const wasm = await compileEngine(fetchPackaged('tesseract-core-relaxedsimd-lstm.wasm'));
  return pairEngines(await startEngine(wasm), wasm, callSecond);
}

async function loadLanguage(code: string): Promise<LanguageData> {
  const packaged = PACKAGED_LANGUAGES.some(({ name }) => name === code);
  const bytes = packaged
    ? new Uint8Array(await (await fetchPackaged(`${code}.traineddata.gz`)).arrayBuffer())
    : await languages.get(code);
  const data = bytes && (await gunzip(bytes).catch(() => undefined));
  if (!data || !isTrainedData(data)) throw new OcrError('language', code);
  return { code, data };
}

async function startPhotoReader(
  chosen: readonly string[],
  onShare: (share: number) => void,
): Promise<ReadPhoto | null> {
  // added or removed while this thread lives
  if (!coversLanguages(chosen) || (await photoModels.list()).length < PHOTO_MODELS.length) return null;
  photoEngine ??= loadPhotoEngine();
  return (await photoEngine)?.(chosen, onShare) ?? null;
}

async function loadPhotoEngine(): Promise<CreatePhotoReader | null> {
  const models = await photoModels.load();
  if (!models) return null;
  const wasm = new Uint8Array(await (await fetchPackaged('ort-wasm-simd-threaded.wasm')).arrayBuffer());
  const dictionary = await (await fetchPackaged('ppocr_keys_v1.txt')).text();
  const { startPhotoEngine } = await import('./photo-engine.ts');
  return startPhotoEngine({ wasm, dictionary, ...models });
}
