/** tesseract.js in Node, with the files that ship. The one rule: it fetches nothing and leaves no thread behind. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM } from 'tesseract.js';
import { ENGINE_SETTINGS, encodePgm, extractRawWords } from '../../../src/lib/pipeline/ocr/tesseract.ts';
import type { Recognise } from '../../../src/lib/pipeline/ocr/types.ts';

const DATA = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
);

export interface Engine {
  readonly recognise: Recognise;
  /** As anyone uses it: a file as it is, with settings as they come. */
  readonly textOf: (png: Buffer) => Promise<string>;
}

export async function withEngine<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath: DATA, cacheMethod: 'none' });
  const engine: Engine = {
    recognise: async (picture) => {
      const bytes = Buffer.from(encodePgm(picture).buffer);
      const { data } = await worker.recognize(bytes, ENGINE_SETTINGS, { text: false, blocks: true });
      return extractRawWords(data.blocks);
    },
    textOf: async (png) => (await worker.recognize(png)).data.text,
  };
  try {
    return await use(engine);
  } finally {
    await worker.terminate();
  }
}
