/** Work in the browser that may never end, and whom it is for. The one rule: nobody waits longer than they said. */
import { TroubleError, type Trouble } from '../lib/base/errors.ts';

export interface Bound {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly within: number;
  /** What is said when either is over. */
  readonly trouble: Trouble;
}

/**
 * What `work` comes to, if it does so in time; else rejects with the trouble. `work` is handed the signal of both, and its
 * own end interests nobody then.
 */
export async function bounded<T>(
  { signal, within, trouble }: Bound,
  work: (over: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(within)]);
  let fail = (): void => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new TroubleError(trouble));
    if (over.aborted) fail();
    else over.addEventListener('abort', fail);
  });
  const working = work(over);
  working.catch(() => undefined); // when the bound wins
  try {
    return await Promise.race([working, ended]);
  } finally {
    over.removeEventListener('abort', fail);
  }
}
