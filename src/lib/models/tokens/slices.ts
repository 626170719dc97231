/** Runs sliced work in the background: never longer than about {@link SLICE_MS} at a time (SAFETY D13). */
const SLICE_MS = 12;

/** `now` is in milliseconds, from any origin. */
export async function inSlices<T>(work: Generator<undefined, T>, now = () => performance.now()): Promise<T> {
  let began = now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (now() - began < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = now();
  }
}

/** Runs sliced work to its end at once. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
