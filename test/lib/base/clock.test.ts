import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/lib/base/clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a time limit aborts as a timeout does', () => {
  const limit = systemClock.timeout(1000, new AbortController().signal);
  vi.advanceTimersByTime(999);
  expect(limit.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(limit.reason).toMatchObject({ name: 'TimeoutError' });
});

test('a time limit of finished work keeps no timer and never aborts', () => {
  const work = new AbortController();
  const limit = systemClock.timeout(1000, work.signal);
  expect(vi.getTimerCount()).toBe(1);
  work.abort();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(2000);
  expect(limit.aborted).toBe(false);
});
