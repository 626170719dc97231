/**
 * Languages that a person added for reading pictures, as files in IndexedDB. The one rule: what is kept has the head of the
 * engine's own data, and is never fetched: it comes from a file that the person chose.
 */
import { TroubleError, type Trouble } from '../lib/base/errors.ts';
import { isTrainedData } from '../lib/pipeline/ocr/trained-data.ts';
import { LANGUAGE_NAME, PACKAGED, type OcrLanguage } from '../lib/protocol/ocr-languages.ts';
import { database, type Database } from './database.ts';
import { unpacked } from './unpacked.ts';

/** Bytes of the largest file, and of what may be packed in it. */
export const MOST_BYTES = 40 * 1024 * 1024;
export const MOST_UNPACKED = 2 * MOST_BYTES;
/** Most that are kept. */
const MOST_ADDED = 20;

export interface Languages {
  /** What was added, by name. */
  list(): Promise<readonly OcrLanguage[]>;
  /** Keeps the data in `eng.traineddata` or `eng.traineddata.gz`. Throws a `TroubleError` that says what is wrong with it. */
  add(file: File): Promise<OcrLanguage>;
  remove(name: string): Promise<void>;
  /** Undefined where none is kept under that name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export function idbLanguages(db: Database = database()): Languages {
  const list: Languages['list'] = () =>
    db(['languages'], 'readonly', async (tx) => {
      const found: OcrLanguage[] = [];
      // over an index by keys alone: the data of all of them together may be hundreds of megabytes
      let cursor = await tx.objectStore('languages').index('size').openKeyCursor();
      for (; cursor; cursor = await cursor.continue()) found.push({ name: cursor.primaryKey, bytes: cursor.key });
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    });
  return {
    list,
    async add(file) {
      const name = nameIn(file.name);
      if (file.size > MOST_BYTES) throw new TroubleError(TOO_LARGE);
      const known = await list();
      if (known.length >= MOST_ADDED && !known.some((other) => other.name === name)) throw new TroubleError(FULL);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const data = await unpacked(bytes, MOST_UNPACKED).catch((cause: unknown) => {
        throw new TroubleError(NO_DATA, { cause });
      });
      if (!isTrainedData(data)) throw new TroubleError(NO_DATA);
      await db(['languages'], 'readwrite', (tx) =>
        tx.objectStore('languages').put({ bytes, size: bytes.length }, name),
      );
      return { name, bytes: bytes.length };
    },
    remove: (name) => db(['languages'], 'readwrite', (tx) => tx.objectStore('languages').delete(name)),
    get: (name) => db(['languages'], 'readonly', async (tx) => (await tx.objectStore('languages').get(name))?.bytes),
  };
}

const ENDING = /\.traineddata(?:\.gz)?$/;

function nameIn(file: string): string {
  const name = file.replace(ENDING, '');
  if (!ENDING.test(file) || !new RegExp(LANGUAGE_NAME).test(name)) throw new TroubleError(NO_NAME);
  if (PACKAGED.some((language) => language.name === name)) throw new TroubleError(IN_PACKAGE);
  return name;
}

const WHERE = 'Take a file from a release of tesseract’s “tessdata_best” or “tessdata_fast”, such as fra.traineddata.';

const NO_NAME: Trouble = {
  code: 'language.name',
  message: 'The file’s name does not say which language it is for.',
  cure: WHERE,
};
const IN_PACKAGE: Trouble = {
  code: 'language.packaged',
  message: 'This language is in the package already.',
  cure: 'Tick it in the list.',
};
const TOO_LARGE: Trouble = {
  code: 'language.too-large',
  message: 'The file is larger than 40 MB, more than is kept for one language.',
  cure: 'Take the one from “tessdata_fast”, which is smaller.',
};
const FULL: Trouble = {
  code: 'language.full',
  message: `The list is full: ${String(MOST_ADDED)} languages can be added.`,
  cure: 'Remove one that you no longer need.',
};
const NO_DATA: Trouble = {
  code: 'language.broken',
  message: 'The file holds no data that pictures can be read with, or it is damaged.',
  cure: WHERE,
};
