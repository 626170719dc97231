import { gzipSync } from 'node:zlib';
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../../src/chrome/storage/database.ts';
import { createIdbLanguages, MAX_LANGUAGE_BYTES, MAX_UNPACKED_BYTES } from '../../../src/chrome/storage/languages.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { headOf } from '../../kit/protocol/trained-data.ts';

const GOOD = headOf([17, 21, 22]);
let stores = 0;
const languages = () => createIdbLanguages(createDatabase(`languages-${String((stores += 1))}`));
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'fra.traineddata'): File => new File([bytes], name);
const codeOf = async (adding: Promise<unknown>): Promise<string> => {
  const thrown: unknown = await adding.catch((error: unknown) => error);
  if (!(thrown instanceof UserFacingError)) throw new Error(`Not a trouble: ${String(thrown)}`);
  expect(thrown.error.hint).not.toBe('');
  return thrown.error.code;
};

it('a language that was added is listed by size, given back as it came, and can be removed', async () => {
  const kept = languages();
  const packed = new Uint8Array(gzipSync(GOOD));
  await kept.add(fileOf(GOOD));
  expect(await kept.add(fileOf(packed, 'chi_tra.traineddata.gz'))).toEqual({ name: 'chi_tra', bytes: packed.length });
  expect(await kept.list()).toEqual([
    { name: 'chi_tra', bytes: packed.length },
    { name: 'fra', bytes: GOOD.length },
  ]);
  expect(await kept.get('fra')).toEqual(GOOD);
  expect(await kept.get('chi_tra')).toEqual(packed);
  await kept.remove('fra');
  expect((await kept.list()).map(({ name }) => name)).toEqual(['chi_tra']);
  expect(await kept.get('fra')).toBeUndefined();
});

it('the same language again takes the other’s place', async () => {
  const kept = languages();
  const newer = headOf([17, 18, 21, 22]);
  await kept.add(fileOf(GOOD));
  await kept.add(fileOf(newer));
  expect(await kept.get('fra')).toEqual(newer);
  expect(await kept.list()).toHaveLength(1);
});

describe('what cannot be used is refused, and nothing is kept', () => {
  const huge = new Uint8Array(MAX_UNPACKED_BYTES + 1);
  huge.set(GOOD);
  it.each<[string, string, File]>([
    ['a name that says no language', 'language.name', fileOf(GOOD, 'data.bin')],
    ['a name with a path in it', 'language.name', fileOf(GOOD, '..fra.traineddata')],
    ['a language of the package', 'language.packaged', fileOf(GOOD, 'eng.traineddata')],
    ['bytes without the head of such data', 'language.broken', fileOf(new Uint8Array(500).fill(7))],
    ['an empty file', 'language.broken', fileOf(new Uint8Array(0))],
    ['a packed file that is cut short', 'language.broken', fileOf(new Uint8Array(gzipSync(GOOD).subarray(0, 30)))],
    ['little that unpacks to far too much', 'language.broken', fileOf(new Uint8Array(gzipSync(huge)))],
    ['a file beyond the bound', 'language.too-large', fileOf(new Uint8Array(MAX_LANGUAGE_BYTES + 1))],
  ])('%s', async (_, code, file) => {
    const kept = languages();
    expect(await codeOf(kept.add(file))).toBe(code);
    expect(await kept.list()).toEqual([]);
  });

  it('one more than the list holds', async () => {
    const kept = languages();
    for (let i = 0; i < 20; i += 1) await kept.add(fileOf(GOOD, `l${String.fromCharCode(97 + i)}x.traineddata`));
    expect(await codeOf(kept.add(fileOf(GOOD)))).toBe('language.full');
    await kept.add(fileOf(GOOD, 'lax.traineddata'));
    expect(await kept.list()).toHaveLength(20);
  });
});
