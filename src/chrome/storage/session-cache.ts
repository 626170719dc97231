/** A cache of texts for the session. Entries that cannot be read or written are fetched again. */
import { createQueue } from '../../lib/base/async.ts';
import type { StorageArea } from '../../lib/agent/store/storage-area.ts';
import type { Blobs, Clock } from '../../lib/agent/ports.ts';
import { sha256 } from '../../lib/base/hash.ts';

export interface SessionCache {
  /** Undefined if there is no entry or it is too old. Never rejects. */
  get(key: string): Promise<string | undefined>;
  /** Never rejects. */
  put(keys: readonly string[], text: string): Promise<void>;
  clear(): Promise<void>;
}

/** A run may wait this long for a page, and older ones may have changed. */
export const PAGES_CACHE: CacheConfig = { name: 'web/pages', maxEntries: 200, maxAgeMs: 6 * 3_600_000 };
export const RESULTS_CACHE: CacheConfig = { name: 'web/results', maxEntries: 100, maxAgeMs: 10 * 60_000 };

interface CacheConfig {
  readonly name: string;
  readonly maxEntries: number;
  readonly maxAgeMs: number;
}

/** By the hash of the key, oldest first. */
type Index = readonly (readonly [key: string, hash: string, at: number])[];

export function createSessionCache(
  { name, maxEntries, maxAgeMs }: CacheConfig,
  area: StorageArea,
  blobs: Blobs & { readonly remove: (hashes: readonly string[]) => Promise<void> },
  clock: Pick<Clock, 'now'>,
): SessionCache {
  const enqueue = createQueue();
  const readIndex = async (): Promise<Index> => {
    const stored = (await area.get([name]))[name];
    return Array.isArray(stored) ? (stored as Index) : []; // only this module writes this key
  };
  const filterFresh = (index: Index): Index => {
    const now = clock.now();
    return index.filter(([, , at]) => at <= now && now - at < maxAgeMs);
  };
  /** Serialised, because each change builds on the previous index. Texts that are no longer listed are deleted. */
  const updateIndex = (update: (now: Index) => Index): Promise<void> =>
    enqueue(async () => {
      const previous = await readIndex();
      const next = update(filterFresh(previous));
      await area.set({ [name]: next.map((entry) => [...entry]) });
      const listed = new Set(next.map(([, hash]) => hash));
      const dropped = previous.map(([, hash]) => hash).filter((hash) => !listed.has(hash));
      if (dropped.length > 0) await blobs.remove(dropped);
    });
  return {
    async get(key) {
      try {
        const keyHash = await sha256(key);
        const hash = filterFresh(await readIndex()).find(([storedKey]) => storedKey === keyHash)?.[1];
        return hash === undefined ? undefined : await blobs.get(hash);
      } catch {
        return undefined;
      }
    },
    async put(keys, text) {
      try {
        const [hash, ...keyHashes] = await Promise.all([
          blobs.put(text),
          ...[...new Set(keys)].map((key) => sha256(key)),
        ]);
        const at = clock.now();
        await updateIndex((now) =>
          [
            ...now.filter(([key]) => !keyHashes.includes(key)),
            ...keyHashes.map((key) => [key, hash, at] as const),
          ].slice(-maxEntries),
        );
      } catch {
        // the text is fetched again next time
      }
    },
    clear: () => updateIndex(() => []),
  };
}
