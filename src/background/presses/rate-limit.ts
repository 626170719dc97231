/** Rate limit for page scripts, because a hostile page may forge presses. */
import type { Clock } from '../../lib/base/clock.ts';
import type { UserError } from '../../lib/base/errors.ts';

export const MIN_GAP_MS = 400;
export const MAX_PER_MINUTE = 12;
const MINUTE_MS = 60_000;

export const TOO_OFTEN_ERROR: UserError = {
  code: 'selection.too-often',
  message: 'This page asks too often.',
  hint: 'Wait a moment, then press again.',
};

/** Only allowed presses count. The counts are lost with the worker, which a flood limit may accept. */
export function createRateLimiter(clock: Pick<Clock, 'now'>): (tabId: number) => boolean {
  const allowed = new Map<number, readonly number[]>();
  return (tabId) => {
    const now = clock.now();
    for (const [tab, times] of allowed) {
      const recent = times.filter((at) => now - at < MINUTE_MS);
      if (recent.length === 0) allowed.delete(tab);
      else allowed.set(tab, recent);
    }
    const times = allowed.get(tabId) ?? [];
    if (times.length >= MAX_PER_MINUTE || now - (times.at(-1) ?? -Infinity) < MIN_GAP_MS) return false;
    allowed.set(tabId, [...times, now]);
    return true;
  };
}
