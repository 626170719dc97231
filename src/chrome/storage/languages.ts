/** Added OCR languages in IndexedDB: checked for the data header, from user files, never from the network. */
import { readBytes } from '../../lib/base/bytes.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { LANGUAGE_NAME, PACKAGED_LANGUAGES, type OcrLanguage } from '../../lib/protocol/settings/ocr-languages.ts';
import { createDatabase, type Database } from './database.ts';
import { createReadingData } from './reading-data.ts';
import { isTrainedData } from '../../lib/pipeline/ocr/tesseract.ts';

/** Compressed and uncompressed. */
export const MAX_LANGUAGE_BYTES = 40 * 1024 * 1024;
export const MAX_UNPACKED_BYTES = 2 * MAX_LANGUAGE_BYTES;
const MAX_ADDED = 20;
const IS_LANGUAGE = new RegExp(LANGUAGE_NAME);

export type Languages = ReturnType<typeof createIdbLanguages>;

export function createIdbLanguages(db: Database = createDatabase()) {
  const data = createReadingData(db);
  const list = async (): Promise<readonly OcrLanguage[]> =>
    (await data.list()).filter(({ name }) => IS_LANGUAGE.test(name));
  return {
    list,
    /** Takes `.traineddata`, also gzipped. Throws a `UserFacingError` if the file is unusable. */
    async add(file: File): Promise<OcrLanguage> {
      const name = parseLanguageName(file.name);
      if (file.size > MAX_LANGUAGE_BYTES)
        throw new UserFacingError({
          code: 'language.too-large',
          message: 'The file is larger than 40 MB, more than is kept for one language.',
          hint: 'Take the one from “tessdata_fast”, which is smaller.',
        });
      const existing = await list();
      if (existing.length >= MAX_ADDED && !existing.some((other) => other.name === name))
        throw new UserFacingError({
          code: 'language.full',
          message: `The list is full: ${String(MAX_ADDED)} languages can be added.`,
          hint: 'Remove one that you no longer need.',
        });
      const bytes = new Uint8Array(await file.arrayBuffer());
      const unpacked = await gunzip(bytes).catch((cause: unknown) => {
        throw new UserFacingError(BROKEN_ERROR, { cause });
      });
      if (!isTrainedData(unpacked)) throw new UserFacingError(BROKEN_ERROR);
      await data.put([{ name, bytes }]);
      return { name, bytes: bytes.length };
    },
    remove: (name: string): Promise<void> => data.remove([name]),
    get: data.get,
  };
}

const DATA_FILE_ENDING = /\.traineddata(?:\.gz)?$/;

function parseLanguageName(file: string): string {
  const name = file.replace(DATA_FILE_ENDING, '');
  if (!DATA_FILE_ENDING.test(file) || !IS_LANGUAGE.test(name))
    throw new UserFacingError({
      code: 'language.name',
      message: 'The file’s name doesn’t say which language it is for.',
      hint: DOWNLOAD_HINT,
    });
  if (PACKAGED_LANGUAGES.some((language) => language.name === name))
    throw new UserFacingError({
      code: 'language.packaged',
      message: 'This language is built in.',
      hint: 'Tick it in the list.',
    });
  return name;
}

const DOWNLOAD_HINT =
  'Take a file from a release of tesseract’s “tessdata_best” or “tessdata_fast”, such as fra.traineddata.';

const BROKEN_ERROR: UserError = {
  code: 'language.broken',
  message: 'The file holds no data that pictures can be read with, or it is damaged.',
  hint: DOWNLOAD_HINT,
};

/** Returns uncompressed bytes unchanged. Rejects if the result is too large or the data is invalid. */
export async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip && bytes.length > MAX_UNPACKED_BYTES) throw new Error('The data is larger than the bound.');
  if (!isGzip) return bytes;
  const data = await readBytes(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')),
    MAX_UNPACKED_BYTES,
  );
  if (data === null) throw new Error('The data is larger than the bound.');
  return data;
}
