/** How long a run worked: without sleep, and the time in which it was over, waited for the user or had no worker. */
import type { Frame } from '../frames/frames.ts';
import { getNextStatus, isAside } from '../state/run-summary.ts';
import { isOver } from '../state/run-status.ts';

/**
 * Milliseconds from one frame to the next, without sleep of the computer and without time in which no worker ran. `kept`: from
 * that frame on it is a fork, which may have been made much later.
 */
export function measureWork(before: Frame | undefined, frame: Frame, kept: number): number {
  if (before === undefined || isIdleAfter(before) || frame.seq === kept || isResumption(frame)) return 0;
  return Math.max(0, frame.at - before.at - (frame.slept ?? 0));
}

const isResumption = (frame: Frame): boolean => frame.kind === 'control' && frame.control === 'resume';

const isIdleAfter = (frame: Frame): boolean =>
  frame.kind === 'ask.user' ||
  isAside(frame) ||
  (frame.kind === 'wait' && frame.reason === 'user') ||
  (frame.correlationId === null && isOver(getNextStatus('running', frame)));
