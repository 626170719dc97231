/**
 * The thread that reads pictures, until it is ended. The one rule: what a picture holds cannot reach out from here; of the
 * network nothing is left but the package's own files.
 */
import { idbLanguages, MOST_UNPACKED } from '../chrome/languages.ts';
import { idbPictures } from '../chrome/pictures.ts';
import { unpacked } from '../chrome/unpacked.ts';
import { isTrainedData } from '../lib/pipeline/ocr/trained-data.ts';
import { PACKAGED } from '../lib/protocol/ocr-languages.ts';
import { startEngine, type LanguageData } from './ocr-engine.ts';
import { OcrError } from './ocr-error.ts';
import { decoded } from './ocr-picture.ts';
import { reader, type OcrCall } from './ocr-read.ts';

const load = fetch.bind(globalThis);
for (const door of ['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource', 'Worker'])
  Object.defineProperty(globalThis, door, { value: undefined });

const own = (file: string): Promise<Response> => load(new URL(`/ocr/${file}`, location.origin));
const languages = idbLanguages();

const read = reader({
  picture: (hash) => idbPictures().get(hash),
  decoded,
  language,
  start: async () => startEngine(await own('tesseract-core-relaxedsimd-lstm.wasm')),
});

/** Each message is a picture to be read, with the port that hears of it. The next one comes once that has heard the end. */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<OcrCall>) => {
  void read(data, (event) => port?.postMessage(event));
});

async function language(code: string): Promise<LanguageData> {
  const packaged = PACKAGED.some(({ name }) => name === code);
  const bytes = packaged
    ? new Uint8Array(await (await own(`${code}.traineddata.gz`)).arrayBuffer())
    : await languages.get(code);
  const data = bytes && (await unpacked(bytes, MOST_UNPACKED).catch(() => undefined));
  if (!data || !isTrainedData(data)) throw new OcrError('language', code);
  return { code, data };
}
