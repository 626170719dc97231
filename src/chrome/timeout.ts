import { raceWithAbort } from '../lib/base/async.ts';
import { systemClock } from '../lib/base/clock.ts';
import { UserFacingError, type UserError } from '../lib/base/errors.ts';

export interface TimeoutOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly error: UserError;
}

/** Rejects at once with the given error on abort or after `timeoutMs` of awake time; the later outcome of `work` is ignored. */
export async function runWithTimeout<T>(
  { signal, timeoutMs: within, error }: TimeoutOptions,
  work: (stopSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const finished = new AbortController();
  const stopSignal = AbortSignal.any([...(signal ? [signal] : []), systemClock.timeout(within, finished.signal)]);
  return raceWithAbort(work(stopSignal), stopSignal, () => new UserFacingError(error)).finally(() => finished.abort());
}
