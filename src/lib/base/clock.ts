/** Time as a port, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns a signal that aborts after `ms` milliseconds. */
  timeout(ms: number): AbortSignal;
}

/** Longest delay that timers support, in milliseconds; longer ones are clamped to it. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  timeout: (ms) => AbortSignal.timeout(Math.min(Math.max(0, ms), MAX_DELAY_MS)),
};

/** Resolves after `ms` milliseconds of that clock. */
export function sleep(clock: Clock, ms: number): Promise<void> {
  const signal = clock.timeout(ms);
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
