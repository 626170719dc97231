/** How often a script in a page may have something started: a person presses now and then, a page that forges presses does not. */
import type { Clock } from '../lib/base/clock.ts';
import type { Trouble } from '../lib/base/errors.ts';

/** Between two presses of one tab, and in any minute of it. */
export const GAP_MS = 400;
export const PER_MINUTE = 12;
const MINUTE_MS = 60_000;

export const TOO_OFTEN: Trouble = {
  code: 'selection.too-often',
  message: 'This page asks too often.',
  cure: 'Wait a moment, then press again.',
};

/** Whether this press of the tab may pass; it counts only if it does. The count goes with the worker: it bounds a flood, no more. */
export function createPace(clock: Pick<Clock, 'now'>): (tabId: number) => boolean {
  const passed = new Map<number, readonly number[]>();
  return (tabId) => {
    const now = clock.now();
    for (const [tab, times] of passed) {
      const recent = times.filter((at) => now - at < MINUTE_MS);
      if (recent.length === 0) passed.delete(tab);
      else passed.set(tab, recent);
    }
    const times = passed.get(tabId) ?? [];
    if (times.length >= PER_MINUTE || now - (times.at(-1) ?? -Infinity) < GAP_MS) return false;
    passed.set(tabId, [...times, now]);
    return true;
  };
}
