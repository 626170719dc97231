import { raceWithAbort } from '../lib/base/async.ts';
import { UserFacingError, type UserError } from '../lib/base/errors.ts';

export interface TimeoutOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly error: UserError;
}

/** Rejects at once with the given error on abort or timeout; the later outcome of `work` is ignored. */
export async function runWithTimeout<T>(
  { signal, timeoutMs: within, error }: TimeoutOptions,
  work: (stopSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopSignal = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(within)]);
  return raceWithAbort(work(stopSignal), stopSignal, () => new UserFacingError(error));
}
