/** Work that several want at once is done once. The one rule: it goes on as long as one of them wants it, and no longer. */
import { bounded, type Bound } from './bounded.ts';

interface Shared<T> {
  readonly done: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/** `share(key, bound, work)`: what the work under that key comes to, and whether this call began it. */
export function sharing<T>(): (
  key: string,
  bound: Bound,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<{ readonly value: T; readonly began: boolean }> {
  const underWay = new Map<string, Shared<T>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const stop = new AbortController();
    const shared: Shared<T> = { done: work(stop.signal), stop, waiting: 0 };
    const over = (): void => {
      if (underWay.get(key) === shared) underWay.delete(key);
    };
    stop.signal.addEventListener('abort', over);
    shared.done.then(over, over);
    underWay.set(key, shared);
    return shared;
  }

  return async (key, bound, work) => {
    const known = underWay.get(key);
    const shared = known ?? begin(key, work);
    shared.waiting += 1;
    try {
      return { value: await bounded(bound, () => shared.done), began: known === undefined };
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) shared.stop.abort();
    }
  };
}
