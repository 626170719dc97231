/** What is decided over all schedules: when to look next, and which removed ones are deleted permanently. */
import { MAX_SCHEDULES, type KeptSchedule } from '../protocol/schedules.ts';
import { isActive } from './kept.ts';

/** The browser's shortest. */
export const RETRY_MS = 30_000;
const LOOK_MS = 4 * 60 * 60_000;
const UNDO_MS = 60 * 60_000;

/** When to look next; null if nothing is on. Also in between: a clock may be set, and a run may end unseen. */
export function findWake(all: readonly KeptSchedule[], now: number): number | null {
  const times = all.flatMap((kept) => {
    const { claim, next, removedAt } = kept;
    const due = isActive(kept) && next !== null ? [next] : [];
    const retry = claim?.state === 'claimed' ? [claim.retryAt] : [];
    const look = due.length > 0 || claim !== null ? [now + LOOK_MS] : [];
    return [...due, ...retry, ...look, ...(removedAt > 0 && claim === null ? [removedAt + UNDO_MS + 1] : [])];
  });
  return times.length === 0 ? null : Math.max(now + RETRY_MS, Math.min(...times));
}

/** Removed ones that can no longer be brought back. */
export const findForgotten = (all: readonly KeptSchedule[], now: number): readonly KeptSchedule[] =>
  all.filter(({ removedAt, claim }) => removedAt > 0 && claim === null && Math.abs(now - removedAt) > UNDO_MS);

/** Removed ones that make room for another, the first removed first. */
export function findSurplus(all: readonly KeptSchedule[]): readonly KeptSchedule[] {
  const removed = all.filter(({ removedAt }) => removedAt > 0);
  return removed.sort((a, b) => a.removedAt - b.removedAt).slice(0, Math.max(0, all.length - MAX_SCHEDULES));
}
