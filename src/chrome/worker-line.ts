/** Ports that a page opens to the worker. The one rule: only the worker listens for ports, so nobody else hears of them. */
import type { Line } from '../lib/protocol/offscreen.ts';

export function connectToWorker(name: string): Line {
  return chrome.runtime.connect({ name });
}
