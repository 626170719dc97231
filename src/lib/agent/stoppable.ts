/** Work that can be left behind. The one rule: what does not end by itself, once told to, is waited for no longer. */
import { elapsed, type Clock } from '../base/clock.ts';
import type { Commit, Drafts } from './frames.ts';
import type { Effects } from './journal.ts';

/** How long an effect that is told to stop may take over its last words: what a stream had written, and its count. */
export const LAST_WORDS_MS = 1000;

/** Thrown where work was left behind. */
export class Stopped extends Error {}

/** The generator, as long as the signal lets it and `graceMs` longer, for its last words. Throws `Stopped` after that. */
export async function* stoppable<T>(work: Effects<T>, signal: AbortSignal, clock: Clock, graceMs: number): Effects<T> {
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => void elapsed(clock, graceMs).then(() => reject(new Stopped()));
  });
  stopped.catch(() => undefined); // nobody may be waiting for it
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    let commit: Commit | null = null;
    for (;;) {
      const step: Promise<IteratorResult<Drafts, T>> = commit ? work.next(commit) : work.next();
      step.catch(() => undefined);
      const result = await Promise.race([step, stopped]);
      if (result.done === true) return result.value;
      commit = yield result.value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
