/** Time as a port, so that tests can own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborts after so many milliseconds. */
  timeout(ms: number): AbortSignal;
}

/** Longest delay that timers know; a later deadline is as good as none. */
const MAX_DELAY = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  timeout: (ms) => AbortSignal.timeout(Math.min(Math.max(0, ms), MAX_DELAY)),
};

/** Resolves after so many milliseconds of that clock. */
export function elapsed(clock: Clock, ms: number): Promise<void> {
  const signal = clock.timeout(ms);
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
