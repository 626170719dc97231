import { useCallback, useSyncExternalStore } from 'react';

type Watch = (on: () => void, signal: AbortSignal) => void;

interface Entry {
  value: unknown;
  readonly listeners: Set<() => void>;
  readonly closing: AbortController;
}

/** Entries by the function that loads them, kept while anything shows them. */
const ENTRIES = new WeakMap<() => Promise<unknown>, Entry>();

/**
 * What `load` gives, now and after each change that `watch` reports. Undefined until it is known, also for another
 * `load`, and if it rejects. Both functions must stay the same between renders. All that show it at a time share one load.
 */
export function useLoaded<T>(load: () => Promise<T>, watch?: Watch): T | undefined {
  const subscribe = useCallback((listener: () => void) => addListener(load, watch, listener), [load, watch]);
  return useSyncExternalStore(subscribe, () => ENTRIES.get(load)?.value as T | undefined);
}

function addListener(load: () => Promise<unknown>, watch: Watch | undefined, listener: () => void): () => void {
  const entry = ENTRIES.get(load) ?? startLoading(load, watch);
  entry.listeners.add(listener);
  return () => {
    entry.listeners.delete(listener);
    // what takes its place listens in the same task: it finds what is known
    queueMicrotask(() => {
      if (entry.listeners.size > 0 || ENTRIES.get(load) !== entry) return;
      entry.closing.abort();
      ENTRIES.delete(load);
    });
  };
}

function startLoading(load: () => Promise<unknown>, watch: Watch | undefined): Entry {
  const entry: Entry = { value: undefined, listeners: new Set(), closing: new AbortController() };
  ENTRIES.set(load, entry);
  let [begun, shown] = [0, 0];
  const reload = (): void => {
    const count = (begun += 1);
    load().then(
      (value) => {
        if (entry.closing.signal.aborted || count < shown) return;
        shown = count;
        entry.value = value;
        for (const listener of entry.listeners) listener();
      },
      () => undefined,
    );
  };
  watch?.(reload, entry.closing.signal);
  reload();
  return entry;
}
