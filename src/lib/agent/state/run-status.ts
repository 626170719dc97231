/** A file of its own: the panel's first view needs nothing else of the state. */
import type { RunStatus } from '../storage-ports.ts';

export function isOver(status: RunStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}
