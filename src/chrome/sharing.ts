/** Runs work wanted by several callers once. It is aborted when the last caller stops waiting. */
import { runWithTimeout, type TimeoutOptions } from './bounded.ts';

interface SharedWork<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Returns `share(key, options, work)`, which resolves with the result of the work under that key and whether this call
 * started it.
 */
export function createSharedRunner<T>(): (
  key: string,
  options: TimeoutOptions,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<{ readonly value: T; readonly started: boolean }> {
  const running = new Map<string, SharedWork<T>>();

  function startWork(key: string, work: (signal: AbortSignal) => Promise<T>): SharedWork<T> {
    const controller = new AbortController();
    const shared: SharedWork<T> = { result: work(controller.signal), controller, waiting: 0 };
    const forget = (): void => {
      if (running.get(key) === shared) running.delete(key);
    };
    controller.signal.addEventListener('abort', forget);
    shared.result.then(forget, forget);
    running.set(key, shared);
    return shared;
  }

  return async (key, options, work) => {
    const existing = running.get(key);
    const shared = existing ?? startWork(key, work);
    shared.waiting += 1;
    try {
      return { value: await runWithTimeout(options, () => shared.result), started: existing === undefined };
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) shared.controller.abort();
    }
  };
}
