/** A second OCR engine, in a thread that is given all it needs and has no network APIs. */
import type { RawWord } from '../lib/pipeline/ocr/types.ts';
import { dropNetworkApis } from './drop-network.ts';
import { startEngine, type Engine } from './ocr-engine.ts';
import type { SecondCall } from './ocr-pair.ts';

dropNetworkApis();

let engine: Promise<Engine> | null = null;

/** A call and the port for its words; null where it failed. The next comes after the previous has ended. */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<SecondCall>) => {
  void read(data)
    .catch(() => null)
    .then((words) => port?.postMessage(words));
});

async function read({ wasm, languages, picture }: SecondCall): Promise<readonly RawWord[]> {
  const started = await (engine ??= startEngine(wasm));
  if (languages) await started.loadLanguages(languages);
  return started.createRecogniser(() => undefined)(picture);
}
