/** Abandons a generator that does not end soon after an abort. */
import { sleep, type Clock } from '../base/clock.ts';
import type { Commit, Drafts } from './frames/frames.ts';
import type { Commits } from './state/journal.ts';

/** For committing the last text and token count. */
export const ABORT_GRACE_MS = 1000;

export class AbandonedError extends Error {}

/** Throws `AbandonedError` `graceMs` after an abort. */
export async function* abortable<T>(work: Commits<T>, signal: AbortSignal, clock: Clock, graceMs: number): Commits<T> {
  let startGracePeriod = (): void => undefined;
  const graceExpired = new Promise<never>((_resolve, reject) => {
    startGracePeriod = () => void sleep(clock, graceMs).then(() => reject(new AbandonedError()));
  });
  graceExpired.catch(() => undefined); // there may be no listener
  if (signal.aborted) startGracePeriod();
  else signal.addEventListener('abort', startGracePeriod, { once: true });
  try {
    let commit: Commit | null = null;
    for (;;) {
      const step: Promise<IteratorResult<Drafts, T>> = commit ? work.next(commit) : work.next();
      step.catch(() => undefined);
      const result = await Promise.race([step, graceExpired]);
      if (result.done === true) return result.value;
      commit = yield result.value;
    }
  } finally {
    signal.removeEventListener('abort', startGracePeriod);
  }
}
