import { readFileSync } from 'node:fs';
import 'fake-indexeddb/auto';
import { basename } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/chrome/storage/database.ts';
import { createIdbLanguages } from '../../../src/chrome/storage/languages.ts';
import { createIdbPhotoModels } from '../../../src/chrome/storage/photo-models.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { PHOTO_MODELS } from '../../../src/lib/pipeline/ocr/photo/models.ts';
import { PHOTO_MODEL_PATHS } from '../../kit/screens/photo-engine.ts';

const [DETECTION, RECOGNITION] = PHOTO_MODEL_PATHS.map(
  (path) => new File([new Uint8Array(readFileSync(path))], basename(path)),
) as [File, File];
let stores = 0;
let db: Database;
beforeEach(() => {
  db = createDatabase(`photo-models-${String((stores += 1))}`);
});

it('both files are kept as they came, are no languages, and can be removed', async () => {
  const kept = createIdbPhotoModels(db);
  await kept.add([RECOGNITION, DETECTION]);
  expect(await kept.list()).toEqual(PHOTO_MODELS);
  expect(await createIdbLanguages(db).list()).toEqual([]);
  const models = await kept.load();
  expect([models?.detection.length, models?.recognition.length]).toEqual([DETECTION.size, RECOGNITION.size]);
  await kept.remove();
  expect([await kept.list(), await kept.load()]).toEqual([[], null]);
});

it('half of the pair is listed, reads nothing, and waits for the other', async () => {
  const kept = createIdbPhotoModels(db);
  await kept.add([RECOGNITION]);
  expect((await kept.list()).map(({ file }) => file)).toEqual([RECOGNITION.name]);
  expect(await kept.load()).toBeNull();
  await kept.add([DETECTION]);
  expect(await kept.load()).not.toBeNull();
});

describe('another file is refused, and nothing of what came with it is kept', () => {
  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
    ['of another size', (bytes) => bytes.subarray(1)],
    ['with one byte changed', (bytes) => bytes.with(1000, (bytes[1000] ?? 0) ^ 1)],
    ['empty', () => new Uint8Array(0)],
  ])('%s', async (_, change) => {
    const kept = createIdbPhotoModels(db);
    const wrong = new File([change(new Uint8Array(await DETECTION.arrayBuffer()))], DETECTION.name);
    const thrown: unknown = await kept.add([RECOGNITION, wrong]).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(UserFacingError);
    expect((thrown as UserFacingError).error.hint).toContain('Download the two files');
    expect(await kept.list()).toEqual([]);
  });
});
