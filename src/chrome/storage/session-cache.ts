/** A cache of texts for the session. Entries that cannot be read or written are fetched again. */
import type { StorageArea } from '../../lib/agent/store/storage-area.ts';
import type { Blobs, Clock } from '../../lib/agent/ports.ts';
import { sha256 } from '../../lib/base/hash.ts';

export interface SessionCache {
  /** Undefined if there is no entry or it is too old. Never rejects. */
  get(key: string): Promise<string | undefined>;
  /** Never rejects. */
  put(keys: readonly string[], text: string): Promise<void>;
  /** Clears the index; the texts are deleted with all other bodies. */
  clear(): Promise<void>;
}

export interface CacheConfig {
  readonly name: string;
  readonly maxEntries: number;
  readonly maxAgeMs: number;
}

/** By the hash of the key, oldest first. */
type Index = readonly (readonly [key: string, hash: string, at: number])[];

export function createSessionCache(
  { name, maxEntries, maxAgeMs }: CacheConfig,
  area: StorageArea,
  blobs: Blobs,
  clock: Pick<Clock, 'now'>,
): SessionCache {
  let lastChange: Promise<unknown> = Promise.resolve();
  const loadIndex = async (): Promise<Index> => {
    const stored = (await area.get([name]))[name];
    const all = Array.isArray(stored) ? (stored as Index) : []; // only this module writes this key
    const now = clock.now();
    return all.filter(([, , at]) => at <= now && now - at < maxAgeMs);
  };
  /** Serialised, because each change builds on the previous index. */
  const updateIndex = (update: (now: Index) => Index): Promise<void> => {
    const done = lastChange.then(async () => {
      await area.set({ [name]: update(await loadIndex()).map((entry) => [...entry]) });
    });
    lastChange = done.catch(() => undefined);
    return done;
  };
  return {
    async get(key) {
      try {
        const keyHash = await sha256(key);
        const hash = (await loadIndex()).find(([storedKey]) => storedKey === keyHash)?.[1];
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
