/** Waiting for several things: races with an abort, queues, generators that run as one. */
import { sleep, type Clock } from './clock.ts';

/** Rejects as soon as the signal aborts; the later outcome of `work` is ignored. */
export function raceWithAbort<T>(
  work: PromiseLike<T>,
  signal: AbortSignal,
  getReason = (): Error => signal.reason as Error,
): Promise<T> {
  let stop = (): void => undefined;
  return new Promise<T>((resolve, reject) => {
    stop = () => reject(getReason());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject);
  }).finally(() => signal.removeEventListener('abort', stop));
}

/** Runs tasks of the same key in turn, also after one that failed. */
export function createKeyedQueue(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const result = (queues.get(key) ?? Promise.resolve()).then(task);
    const settled = result
      .catch(() => undefined)
      .then(() => {
        if (queues.get(key) === settled) queues.delete(key);
      });
    queues.set(key, settled);
    return result;
  };
}

export function createQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  const enqueue = createKeyedQueue();
  return (task) => enqueue('', task);
}

/** Yields what the work tells, in order, and returns or throws what becomes of it. */
export async function* iterateTold<T, R>(work: (tell: (value: T) => void) => Promise<R>): AsyncGenerator<T, R> {
  const told: T[] = [];
  let wake = (): void => undefined;
  const end = work((value) => {
    told.push(value);
    wake();
  });
  const settled = end.then(
    () => undefined,
    () => undefined,
  );
  for (;;) {
    const next = new Promise<void>((resolve) => (wake = resolve));
    yield* told.splice(0);
    await Promise.race([next, settled]);
    if (told.length === 0) return await end;
  }
}

export class AbandonedError extends Error {}

/** Throws `AbandonedError` if the work still goes on `graceMs` after an abort; that then ends at its next yield. */
export async function* iterateUntilAbort<Y, R, N>(
  work: AsyncIterator<Y, R, N>,
  signal: AbortSignal,
  clock: Clock,
  graceMs: number,
): AsyncGenerator<Y, R, N> {
  const grace = new AbortController();
  const startGracePeriod = (): void => void sleep(clock, graceMs).then(() => grace.abort(new AbandonedError()));
  if (signal.aborted) startGracePeriod();
  else signal.addEventListener('abort', startGracePeriod, { once: true });
  try {
    let sent: [] | [N] = [];
    for (;;) {
      const result: IteratorResult<Y, R> = await raceWithAbort(work.next(...sent), grace.signal);
      if (result.done === true) return result.value;
      sent = [yield result.value];
    }
  } finally {
    signal.removeEventListener('abort', startGracePeriod);
    void work.return?.(undefined).catch(() => undefined); // it may hold what others wait for
  }
}

/** One that is parked starts when its promise resolves, if another still runs. The promise must not reject. */
type Branch<Y, R, N> = AsyncGenerator<Y, R, N> | Promise<AsyncGenerator<Y, R, N>>;

/** Null if the failure is final. */
type RestartBranch<Y, R, N> = (index: number, reason: unknown) => Promise<AsyncGenerator<Y, R, N>> | null;

/**
 * Runs generators concurrently as one; each continues once its own value was taken. Returns outcomes in order: nothing for
 * a branch parked all along, the failure for one parked now.
 */
export async function* mergeGenerators<Y, R, N>(
  branches: readonly Branch<Y, R, N>[],
  restart: RestartBranch<Y, R, N> = () => null,
): AsyncGenerator<Y, readonly PromiseSettledResult<R>[], N> {
  const settled = new Map<number, PromiseSettledResult<R>>();
  const working = new Map<number, Promise<Step<Y, R, N>>>();
  const resting = new Map<number, Promise<Step<Y, R, N>>>();

  function advance(index: number, branch: AsyncGenerator<Y, R, N>, ...sent: [] | [N]): void {
    const outcome = branch.next(...sent).then(
      (result): Step<Y, R, N> => ({ index, branch, result }),
      (reason: unknown): Step<Y, R, N> => ({ index, branch, failed: { reason } }),
    );
    working.set(index, outcome);
  }
  const park = (index: number, until: Promise<AsyncGenerator<Y, R, N>>): void => {
    resting.set(
      index,
      until.then((branch): Step<Y, R, N> => ({ index, branch })),
    );
  };

  for (const [index, branch] of branches.entries())
    if (branch instanceof Promise) park(index, branch);
    else advance(index, branch);
  while (working.size > 0) {
    const { index, branch, result, failed } = await Promise.race([...working.values(), ...resting.values()]);
    const wasParked = resting.delete(index);
    working.delete(index);
    if (wasParked) {
      settled.delete(index);
      advance(index, branch);
    } else if (failed) {
      settled.set(index, { status: 'rejected', reason: failed.reason });
      const until = restart(index, failed.reason);
      if (until) park(index, until);
    } else if (result?.done === true) settled.set(index, { status: 'fulfilled', value: result.value });
    else if (result) advance(index, branch, yield result.value);
  }
  return branches.flatMap((_, index) => settled.get(index) ?? []);
}

interface Step<Y, R, N> {
  readonly index: number;
  readonly branch: AsyncGenerator<Y, R, N>;
  readonly result?: IteratorResult<Y, R>;
  readonly failed?: { readonly reason: unknown };
}
