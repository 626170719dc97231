/** How long a run worked: without the time in which it was over, or waited for the user. */
import type { Frame } from '../frames/frames.ts';
import { getNextStatus, isAside } from '../state/run-summary.ts';
import { isOver } from '../state/run-status.ts';

/** Milliseconds from one frame to the next. `kept`: from that frame on it is a fork, which may have been made much later. */
export function measureWork(before: Frame | undefined, frame: Frame, kept: number): number {
  if (before === undefined || isIdleAfter(before) || frame.seq === kept) return 0;
  return Math.max(0, frame.at - before.at);
}

const isIdleAfter = (frame: Frame): boolean =>
  frame.kind === 'ask.user' ||
  isAside(frame) ||
  (frame.kind === 'wait' && frame.reason === 'user') ||
  (frame.correlationId === null && isOver(getNextStatus('running', frame)));
