/** `chrome.storage.local` in memory, as the browser has it: values are copies, and a write that passes the quota is refused whole. */
import { installLocks } from './locks.ts';

export interface LocalArea {
  /** As JSON, by key. */
  readonly stored: Map<string, string>;
  /** Characters that fit. */
  quota: number;
  /** Keys of every write, in order. */
  readonly writes: (readonly string[])[];
  /** Instead of the value that is stored. */
  put(key: string, value: unknown): void;
  value(key: string): unknown;
}

/** Puts it, and locks, where the product looks for them. */
export function installLocal(): LocalArea {
  const stored = new Map<string, string>();
  const area: LocalArea = {
    stored,
    quota: Infinity,
    writes: [],
    put: (key, value) => void stored.set(key, JSON.stringify(value)),
    value: (key) => (stored.has(key) ? (JSON.parse(stored.get(key) ?? 'null') as unknown) : undefined),
  };
  const local = {
    async get(keys: string | readonly string[]) {
      await Promise.resolve();
      const wanted = [keys].flat().filter((key) => stored.has(key));
      return Object.fromEntries(wanted.map((key) => [key, area.value(key)]));
    },
    async set(items: Readonly<Record<string, unknown>>) {
      await Promise.resolve();
      const after = new Map(stored);
      for (const [key, value] of Object.entries(items)) after.set(key, JSON.stringify(value));
      const size = [...after].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
      if (size > area.quota) throw new Error('Resource::kQuotaBytes quota exceeded');
      for (const [key, value] of after) stored.set(key, value);
      area.writes.push(Object.keys(items));
    },
    async remove(keys: string | readonly string[]) {
      await Promise.resolve();
      for (const key of [keys].flat()) stored.delete(key);
    },
  };
  installLocks();
  Object.defineProperty(globalThis, 'chrome', { value: { storage: { local } }, configurable: true });
  return area;
}
