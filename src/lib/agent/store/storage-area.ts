/** A durable map of JSON values: a port for session storage. */
import type { Json } from '../../base/json.ts';

/** Every method rejects with a `StoreError` (`quota`, `createDeniedError`). */
export interface StorageArea {
  get(keys: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** All or none. */
  set(items: Readonly<Record<string, Json>>): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Copies values as JSON, as the browser does. For denied storage and tests. */
export function createMemoryArea(): StorageArea {
  const cells = new Map<string, string>();
  return {
    get(keys) {
      const entries = keys.flatMap((key) => {
        const cell = cells.get(key);
        return cell === undefined ? [] : [[key, JSON.parse(cell) as unknown] as const];
      });
      return Promise.resolve(Object.fromEntries(entries));
    },
    set(items) {
      for (const [key, value] of Object.entries(items)) cells.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
    remove(keys) {
      for (const key of keys) cells.delete(key);
      return Promise.resolve();
    },
  };
}

/** Switches to `second` permanently once `first` denies access twice: a single failure would part the run from what it stored. */
export function createFallbackArea(first: StorageArea, second: StorageArea, onSwitch: () => void): StorageArea {
  let current = first;
  async function attempt<T>(operation: (area: StorageArea) => Promise<T>): Promise<T> {
    try {
      return await operation(current);
    } catch (thrown) {
      if (current === second || !isDenied(thrown)) throw thrown;
    }
    try {
      return await operation(current);
    } catch (thrown) {
      if (!isDenied(thrown)) throw thrown;
    }
    if (current !== second) onSwitch();
    current = second;
    return operation(second);
  }
  return {
    get: (keys) => attempt((area) => area.get(keys)),
    set: (items) => attempt((area) => area.set(items)),
    remove: (keys) => attempt((area) => area.remove(keys)),
  };
}

function isDenied(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'denied';
}
