/**
 * What was brought in once and is wanted again within a session: texts in the database, and in the session area which of them
 * is whose. The one rule: it only saves work; what cannot be written or read is brought in anew.
 */
import type { StorageArea } from '../lib/agent/area.ts';
import type { Blobs, Clock } from '../lib/agent/ports.ts';
import { sha256 } from '../lib/base/hash.ts';

export interface SessionCache {
  /** Undefined for what is not kept, or too old. Never rejects. */
  get(key: string): Promise<string | undefined>;
  /** Under each of the keys. Never rejects. */
  put(keys: readonly string[], text: string): Promise<void>;
  /** Forgets which text is whose; the texts go with all others. */
  clear(): Promise<void>;
}

export interface CacheTerms {
  /** Of the record in the session area. */
  readonly name: string;
  /** Entries kept, the latest. */
  readonly most: number;
  readonly keepMs: number;
}

/** By the hash of its key, oldest first. */
type Index = readonly (readonly [key: string, hash: string, at: number])[];

export function sessionCache(
  { name, most, keepMs }: CacheTerms,
  area: StorageArea,
  blobs: Blobs,
  clock: Pick<Clock, 'now'>,
): SessionCache {
  let turn: Promise<unknown> = Promise.resolve();
  const index = async (): Promise<Index> => {
    const stored = (await area.get([name]))[name];
    const all = Array.isArray(stored) ? (stored as Index) : []; // nobody else writes there
    const now = clock.now();
    return all.filter(([, , at]) => at <= now && now - at < keepMs);
  };
  /** One change after the other: each is made from what the last one left. */
  const change = (made: (now: Index) => Index): Promise<void> => {
    const done = turn.then(async () => {
      await area.set({ [name]: made(await index()).map((entry) => [...entry]) });
    });
    turn = done.catch(() => undefined);
    return done;
  };
  return {
    async get(key) {
      try {
        const own = await sha256(key);
        const hash = (await index()).find(([known]) => known === own)?.[1];
        return hash === undefined ? undefined : await blobs.get(hash);
      } catch {
        return undefined;
      }
    },
    async put(keys, text) {
      try {
        const [hash, ...own] = await Promise.all([blobs.put(text), ...[...new Set(keys)].map((key) => sha256(key))]);
        const at = clock.now();
        await change((now) =>
          [...now.filter(([key]) => !own.includes(key)), ...own.map((key) => [key, hash, at] as const)].slice(-most),
        );
      } catch {
        // the next one brings it in again
      }
    },
    clear: () => change(() => []),
  };
}
