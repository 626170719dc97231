/**
 * Long work in slices. The one rule: between two `turn`s the event loop gets its turn at least every few milliseconds,
 * so that a stop is heard at once. What is computed never depends on where the slices fall.
 */
const SLICE_MS = 12;

/** Lets everything that waits run first. A message, not a timer: nested timers are held back for 4 ms. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export interface Slices {
  /** Await it often: pauses when the slice is used up. Rejects with the signal's reason once it is aborted. */
  turn(): Promise<void>;
}

export function slices(signal?: AbortSignal): Slices {
  let since = performance.now();
  return {
    async turn() {
      signal?.throwIfAborted();
      if (performance.now() - since < SLICE_MS) return;
      await pause();
      since = performance.now();
      signal?.throwIfAborted();
    },
  };
}
