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
