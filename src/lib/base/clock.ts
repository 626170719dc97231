export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  timeout(ms: number): AbortSignal;
}

/** The limit of timers; longer delays are clamped. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  timeout: (ms) => AbortSignal.timeout(Math.min(Math.max(0, ms), MAX_DELAY_MS)),
};

export function sleep(clock: Clock, ms: number): Promise<void> {
  const signal = clock.timeout(ms);
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
