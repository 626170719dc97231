import { raceWithAbort } from '../lib/base/async.ts';
import { limitTime, systemClock } from '../lib/base/clock.ts';
import { UserFacingError, type UserError } from '../lib/base/errors.ts';

export interface TimeoutOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly error: UserError;
}

/** Rejects at once with the given error on abort or after `timeoutMs` of awake time; the later outcome of `work` is ignored. */
export const runWithTimeout = <T>(
  { signal, timeoutMs, error }: TimeoutOptions,
  work: (stopSignal: AbortSignal) => Promise<T>,
): Promise<T> => raceWithTimeout(timeoutMs, signal, work, () => new UserFacingError(error));

/** The same, with an error that need not be for users; by default the signal's reason. */
export const raceWithTimeout = <T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (stopSignal: AbortSignal) => Promise<T>,
  getReason?: () => Error,
): Promise<T> =>
  limitTime(systemClock, ms, (late) => {
    const stopSignal = AbortSignal.any([...(signal ? [signal] : []), late]);
    return raceWithAbort(work(stopSignal), stopSignal, getReason);
  });
