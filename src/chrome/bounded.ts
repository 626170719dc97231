/** Runs work in the browser that may never settle, with a timeout and an abort signal. */
import { UserFacingError, type UserError } from '../lib/base/errors.ts';

export interface TimeoutOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Thrown on timeout or abort. */
  readonly error: UserError;
}

/**
 * Resolves or rejects with `work`, unless it is aborted or times out: then it rejects with the given error at once.
 * `work` receives a signal for both; its later outcome is ignored.
 */
export async function runWithTimeout<T>(
  { signal, timeoutMs: within, error }: TimeoutOptions,
  work: (stopSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopSignal = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(within)]);
  let fail = (): void => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new UserFacingError(error));
    if (stopSignal.aborted) fail();
    else stopSignal.addEventListener('abort', fail);
  });
  const working = work(stopSignal);
  working.catch(() => undefined); // its outcome is ignored after a timeout
  try {
    return await Promise.race([working, stopped]);
  } finally {
    stopSignal.removeEventListener('abort', fail);
  }
}
