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
