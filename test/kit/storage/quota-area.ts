/** An area that refuses a write that would pass its quota, whole, as the browser's does. */
import { createMemoryArea, type StorageArea } from '../../../src/lib/agent/store/storage-area.ts';
import { StoreError } from '../../../src/lib/agent/storage-ports.ts';

export interface QuotaArea extends StorageArea {
  /** Characters of keys and JSON that fit. */
  quota: number;
  /** Keys of every write, in order. */
  readonly writes: readonly (readonly string[])[];
  used(): number;
}

export function quotaArea(quota = Infinity): QuotaArea {
  const inner = createMemoryArea();
  const sizes = new Map<string, number>();
  const writes: string[][] = [];
  const total = (of: ReadonlyMap<string, number>): number => [...of.values()].reduce((sum, size) => sum + size, 0);
  const area: QuotaArea = {
    quota,
    writes,
    used: () => total(sizes),
    get: (keys) => inner.get(keys),
    async set(items) {
      const after = new Map(sizes);
      for (const [key, value] of Object.entries(items)) after.set(key, key.length + JSON.stringify(value).length);
      if (total(after) > area.quota) {
        throw new StoreError('quota', 'Session storage quota bytes exceeded. Values were not stored.');
      }
      await inner.set(items);
      writes.push(Object.keys(items));
      for (const [key, size] of after) sizes.set(key, size);
    },
    async remove(keys) {
      await inner.remove(keys);
      for (const key of keys) sizes.delete(key);
    },
  };
  return area;
}
