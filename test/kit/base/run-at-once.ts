export function runAtOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
