/** The longest time in milliseconds that sliced work runs without yielding (SAFETY D13). */
const SLICE_MS = 12;

/** Runs sliced work in the background, yielding to the event loop. `now` is in milliseconds, from any origin. */
export async function runInSlices<T>(work: Generator<undefined, T>, now = () => performance.now()): Promise<T> {
  let startedAt = now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (now() - startedAt < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    startedAt = now();
  }
}

/** Runs sliced work to its end without yielding. */
export function runAtOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
