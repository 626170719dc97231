/** Splits long work into time slices for the event loop and aborts. Results never depend on the cuts. */
const SLICE_MS = 12;

/** Uses a message since nested timers are delayed by 4 ms. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export interface TimeSlicer {
  /** Call often. Rejects with the signal's reason once aborted. */
  yieldIfDue(): Promise<void>;
}

export function createTimeSlicer(signal?: AbortSignal): TimeSlicer {
  let sliceStart = performance.now();
  return {
    async yieldIfDue() {
      signal?.throwIfAborted();
      if (performance.now() - sliceStart < SLICE_MS) return;
      await yieldToEventLoop();
      sliceStart = performance.now();
      signal?.throwIfAborted();
    },
  };
}

/** Work that may be interrupted where it yields. */
export type Slices<T> = Generator<undefined, T>;

/** Units of small work, such as nodes, from one place to pause to the next: to resume nested generators costs more than a node. */
const UNITS_BETWEEN_PAUSES = 16;
let unitsDone = 0;

/** Whether work that may be interrupted should yield. `units`: of its work since it asked the last time. */
export function isPauseDue(units = 1): boolean {
  unitsDone += units;
  if (unitsDone < UNITS_BETWEEN_PAUSES) return false;
  unitsDone = 0;
  return true;
}

/** `now` is in milliseconds, from any origin. Rejects with the signal's reason once aborted. */
export async function runInSlices<T>(
  work: Slices<T>,
  { signal, now = () => performance.now() }: { readonly signal?: AbortSignal; readonly now?: () => number } = {},
): Promise<T> {
  let startedAt = now();
  for (;;) {
    signal?.throwIfAborted();
    const step = work.next();
    if (step.done) return step.value;
    if (now() - startedAt < SLICE_MS) continue;
    await yieldToEventLoop();
    startedAt = now();
  }
}

/** Whether so many milliseconds have passed since. */
export function createDeadline(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}
