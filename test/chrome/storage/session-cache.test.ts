import { describe, expect, it } from 'vitest';
import { createSessionCache, type SessionCache } from '../../../src/chrome/storage/session-cache.ts';
import { createMemoryArea, type StorageArea } from '../../../src/lib/agent/store/storage-area.ts';
import { StoreError } from '../../../src/lib/agent/storage-ports.ts';
import { sha256 } from '../../../src/lib/base/hash.ts';

function world(most = 3, area: StorageArea = createMemoryArea()) {
  const texts = new Map<string, string>();
  const blobs: Parameters<typeof createSessionCache>[2] = {
    async put(text) {
      const hash = await sha256(text);
      texts.set(hash, text);
      return hash;
    },
    get: (hash) => Promise.resolve(texts.get(hash)),
    remove(hashes) {
      for (const hash of hashes) texts.delete(hash);
      return Promise.resolve();
    },
  };
  let now = 1000;
  const make = (): SessionCache =>
    createSessionCache({ name: 'kept', maxEntries: most, maxAgeMs: 100 }, area, blobs, { now: () => now });
  return { cache: make(), again: make, texts, area, pass: (ms: number) => void (now += ms) };
}

describe('what is kept', () => {
  it('is found under each of its keys, also by the next worker', async () => {
    const { cache, again } = world();
    await cache.put(['a', 'b'], 'text');
    expect(await cache.get('a')).toBe('text');
    expect(await again().get('b')).toBe('text');
    expect(await cache.get('c')).toBeUndefined();
  });

  it('is forgotten with age, in number, and when it is cleared', async () => {
    const { cache, pass } = world();
    await cache.put(['a'], '1');
    pass(50);
    for (const key of ['b', 'c', 'd']) await cache.put([key], key);
    expect(await cache.get('a')).toBeUndefined();
    expect(await cache.get('b')).toBe('b');
    pass(99);
    expect(await cache.get('d')).toBe('d');
    pass(1);
    expect(await cache.get('d')).toBeUndefined();
    await cache.put(['e'], 'e');
    await cache.clear();
    expect(await cache.get('e')).toBeUndefined();
  });

  it('is all there after many writes at once', async () => {
    const { cache } = world(50);
    const keys = Array.from({ length: 50 }, (_, i) => String(i));
    await Promise.all(keys.map((key) => cache.put([key], key)));
    expect(await Promise.all(keys.map((key) => cache.get(key)))).toEqual(keys);
  });

  it('is missed, and nothing worse, where its text has gone or storage fails', async () => {
    const { cache, texts } = world();
    await cache.put(['a'], 'text');
    texts.clear();
    expect(await cache.get('a')).toBeUndefined();
    const no = (): Promise<never> => Promise.reject(new StoreError('quota', 'full'));
    const broken = world(3, { get: no, set: no, remove: no }).cache;
    await broken.put(['a'], 'text');
    expect(await broken.get('a')).toBeUndefined();
  });
});
