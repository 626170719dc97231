/** Opens ports to the worker. Only the worker listens for ports, so no other page receives them. */
import type { PortLike } from '../../lib/protocol/offscreen.ts';

export function connectToWorker(name: string): PortLike {
  return chrome.runtime.connect({ name });
}
