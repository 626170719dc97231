export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborts after `ms`. When `finished` aborts first, it never does, and the browser keeps nothing for it until then. */
  timeout(ms: number, finished?: AbortSignal): AbortSignal;
}

/** The limit of timers; longer delays are clamped. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  timeout(ms, finished) {
    const delay = Math.min(Math.max(0, ms), MAX_DELAY_MS);
    if (finished === undefined) return AbortSignal.timeout(delay);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), delay);
    finished.addEventListener('abort', () => clearTimeout(timer), { once: true });
    return controller.signal;
  },
};

export function sleep(clock: Clock, ms: number): Promise<void> {
  const signal = clock.timeout(ms);
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
