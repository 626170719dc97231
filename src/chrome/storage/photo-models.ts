/** The photo reader's two files in IndexedDB: known by their content, from user files, never from the network. */
import { UserFacingError } from '../../lib/base/errors.ts';
import { sha256 } from '../../lib/base/hash.ts';
import { PHOTO_MODELS, type PhotoModel } from '../../lib/pipeline/ocr/photo/models.ts';
import { createDatabase, type Database } from './database.ts';
import { createReadingData, type AddedData } from './reading-data.ts';

export type PhotoModels = ReturnType<typeof createIdbPhotoModels>;

export function createIdbPhotoModels(db: Database = createDatabase()) {
  const data = createReadingData(db);
  return {
    /** Those that are here: none, one or both. */
    async list(): Promise<readonly PhotoModel[]> {
      const names = (await data.list()).map(({ name }) => name);
      return PHOTO_MODELS.filter(({ name }) => names.includes(name));
    },
    /** In any order, together or one after the other. Throws a `UserFacingError` and keeps none if one is another file. */
    async add(files: readonly File[]): Promise<void> {
      await data.put(await Promise.all(files.map(identify)));
    },
    remove: (): Promise<void> => data.remove(PHOTO_MODELS.map(({ name }) => name)),
    /** Null unless both are here. */
    async load(): Promise<{
      readonly detection: Uint8Array<ArrayBuffer>;
      readonly recognition: Uint8Array<ArrayBuffer>;
    } | null> {
      const [detection, recognition] = await Promise.all([data.get('photo/detection'), data.get('photo/recognition')]);
      return detection && recognition ? { detection, recognition } : null;
    },
  };
}

async function identify(file: File): Promise<AddedData> {
  const model = PHOTO_MODELS.find(({ bytes }) => bytes === file.size); // a large file is not even read
  const bytes = model && new Uint8Array(await file.arrayBuffer());
  if (!bytes || (await sha256(bytes)) !== model.sha256)
    throw new UserFacingError({
      code: 'photo-model.unknown',
      message: `${file.name} isn’t a file of the photo reader, or it is damaged.`,
      hint: 'Download the two files from the links here, and add them as they are.',
    });
  return { name: model.name, bytes };
}
