/** Longest run without a yield, in milliseconds (SAFETY D13). */
const SLICE_MS = 12;

/** `now` is in milliseconds, from any origin. */
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

export function runAtOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
