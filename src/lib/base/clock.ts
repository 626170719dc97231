/** Wall time for what is written down; awake time, in which sleep of the computer does not count, for what is limited. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds for which this context ran. Only differences mean something. */
  measureAwake(): number;
  /** Aborts after `ms` of awake time. When `finished` aborts first, it never does, and the browser keeps nothing for it. */
  timeout(ms: number, finished?: AbortSignal): AbortSignal;
}

/** A context that waits for a timer looks at the time at least this often. */
const TICK_MS = 1000;
/** Longer between two looks: the computer slept, or the context was frozen. */
const MAX_GAP_MS = 5000;

let awakeMs = 0;
let lastLook = performance.now();

function measureAwake(): number {
  const now = performance.now();
  const gap = Math.max(0, now - lastLook);
  lastLook = now;
  awakeMs += gap > MAX_GAP_MS ? TICK_MS : gap;
  return awakeMs;
}

/** Calls `onEnd` after `ms` of awake time. Returns what stops it. */
export function startTimer(ms: number, onEnd: () => void): () => void {
  const end = measureAwake() + ms;
  const wait = (rest: number): ReturnType<typeof setTimeout> => setTimeout(check, Math.min(Math.max(0, rest), TICK_MS));
  function check(): void {
    const rest = Math.ceil(end - measureAwake());
    if (rest > 0) timer = wait(rest);
    else onEnd();
  }
  let timer = wait(ms);
  return () => clearTimeout(timer);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  measureAwake,
  timeout(ms, finished) {
    const controller = new AbortController();
    const stop = startTimer(ms, () => controller.abort(new DOMException('The time is over.', 'TimeoutError')));
    finished?.addEventListener('abort', stop, { once: true });
    return controller.signal;
  },
};

/** Calls `work` with a signal that aborts after `ms`. No timer is left once it has settled. */
export async function limitTime<T>(clock: Clock, ms: number, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const finished = new AbortController();
  try {
    return await work(clock.timeout(ms, finished.signal));
  } finally {
    finished.abort();
  }
}

export function sleep(clock: Clock, ms: number): Promise<void> {
  const signal = clock.timeout(ms);
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
