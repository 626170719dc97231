/** Work that goes in slices: the time it takes, and the longest time in which nothing else could run. */
export interface Watched<T> {
  readonly value: T;
  /** Milliseconds. */
  readonly took: number;
  readonly held: number;
}

export async function watched<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const state = { held: 0, last: performance.now(), done: false };
  const tick = (): void => {
    const now = performance.now();
    state.held = Math.max(state.held, now - state.last);
    state.last = now;
    if (!state.done) setImmediate(tick);
  };
  setImmediate(tick);
  const began = performance.now();
  const value = await work();
  const took = performance.now() - began;
  tick();
  state.done = true;
  return { value, took, held: state.held };
}
