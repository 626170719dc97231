/** Vectors of passages, over an IndexedDB in memory. */
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../src/chrome/storage/database.ts';
import { createIdbVectors } from '../../../src/chrome/storage/vectors.ts';

let databases = 0;
const fresh = (): string => `vectors-${String((databases += 1))}`;
const vectorsOf = (...hashes: readonly string[]): ReadonlyMap<string, Float32Array> =>
  new Map(hashes.map((hash) => [hash, Float32Array.of(0.6, 0.8, hash.length)]));
afterEach(() => void vi.restoreAllMocks());

it('vectors come back as they were, those that are there', async () => {
  const name = fresh();
  await createIdbVectors(createDatabase(name)).save(vectorsOf('a', 'bb'));
  const found = await createIdbVectors(createDatabase(name)).load(['bb', 'c', 'a']);
  expect(found).toEqual(vectorsOf('bb', 'a'));
  expect(found.get('a')).toBeInstanceOf(Float32Array);
});

it('the oldest go beyond so many bytes', async () => {
  const vectors = createIdbVectors(createDatabase(fresh()), 30);
  const now = vi.spyOn(Date, 'now');
  for (const [at, hash] of ['a', 'b', 'c', 'd'].entries()) {
    now.mockReturnValue(at);
    await vectors.save(vectorsOf(hash));
    await vectors.trim();
  }
  expect([...(await vectors.load(['a', 'b', 'c', 'd'])).keys()]).toEqual(['c', 'd']);
});

it('all go at once', async () => {
  const vectors = createIdbVectors(createDatabase(fresh()));
  await vectors.save(vectorsOf('a'));
  await vectors.clear();
  expect(await vectors.load(['a'])).toEqual(new Map());
});
