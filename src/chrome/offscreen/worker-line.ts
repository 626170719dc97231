/** Opens ports to the worker, the only context that listens for ports. */
import type { PortLike } from '../../lib/protocol/offscreen.ts';

export function connectToWorker(name: string): PortLike {
  return chrome.runtime.connect({ name });
}
