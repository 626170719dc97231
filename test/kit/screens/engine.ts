/** tesseract.js in Node, twice as in the product, with the language data that ship or that a user adds. It fetches nothing and leaves no thread behind. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createWorker, OEM, type Worker } from 'tesseract.js';
import { chooseSettings, encodePgm, extractRawWords } from '../../../src/lib/pipeline/ocr/tesseract.ts';
import { recogniseInHalves } from '../../../src/lib/pipeline/ocr/halves.ts';
import type { EnginePicture, RawWord, Recognise } from '../../../src/lib/pipeline/ocr/types.ts';

const LANGUAGES = ['eng', 'deu', 'chi_sim'] as const;
export type Language = (typeof LANGUAGES)[number];
const ENGLISH: readonly Language[] = ['eng'];

export interface Engine {
  readonly recognise: (picture: EnginePicture, languages?: readonly Language[]) => Promise<readonly RawWord[]>;
  /** As anyone uses it: a file as it is, with settings as they come. */
  readonly textOf: (png: Buffer, languages?: readonly Language[]) => Promise<string>;
}

export async function withEngine<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
  const langPath = linkData();
  const workers = new Map<string, Promise<Worker>>();
  const workerFor = (languages: readonly Language[], place: 'first' | 'second'): Promise<Worker> => {
    const codes = languages.join('+');
    const key = `${codes} ${place}`;
    const worker = workers.get(key) ?? createWorker(codes, OEM.LSTM_ONLY, { langPath, cacheMethod: 'none' });
    workers.set(key, worker);
    return worker;
  };
  const createRecogniser =
    (languages: readonly Language[], place: 'first' | 'second'): Recognise =>
    async (picture) => {
      const bytes = Buffer.from(encodePgm(picture).buffer);
      const worker = await workerFor(languages, place);
      const { data } = await worker.recognize(bytes, chooseSettings(picture), { text: false, blocks: true });
      return extractRawWords(data.blocks);
    };
  const engine: Engine = {
    recognise: (picture, languages = ENGLISH) =>
      recogniseInHalves(createRecogniser(languages, 'first'), createRecogniser(languages, 'second'))(picture),
    textOf: async (png, languages = ENGLISH) => (await (await workerFor(languages, 'first')).recognize(png)).data.text,
  };
  try {
    return await use(engine);
  } finally {
    for (const worker of workers.values()) await (await worker).terminate();
    rmSync(langPath, { recursive: true });
  }
}

/** A folder with the data of all languages, as the engine wants them. */
function linkData(): string {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  const { resolve } = createRequire(import.meta.url);
  for (const language of LANGUAGES) {
    const name = `${language}.traineddata.gz`;
    const data = dirname(resolve(`@tesseract.js-data/${language}/package.json`));
    symlinkSync(join(data, '4.0.0_best_int', name), join(folder, name));
  }
  return folder;
}
