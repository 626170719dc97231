import type { RunStatus } from '../storage-ports.ts';

export function isOver(status: RunStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}
