/** Events of what the user allows later: heard from then on, and once. */
import { afterEach, expect, it, vi } from 'vitest';
import { openSchedulesOnPress, watchReadingList } from '../../src/chrome/schedule-wake.ts';

afterEach(() => vi.unstubAllGlobals());

/** An event of Chrome: a listener that is added again is there once. */
function createEvent() {
  const listeners = new Set<(value: unknown) => void>();
  return {
    addListener: (on: (value: unknown) => void) => void listeners.add(on),
    fire: (value: unknown) => listeners.forEach((on) => on(value)),
  };
}

it('the reading list and a press on a notification are heard once they are allowed, and once each', () => {
  const [onAdded, onEntryAdded, onClicked] = [createEvent(), createEvent(), createEvent()];
  const opened: unknown[] = [];
  const chrome: Record<string, unknown> = {
    permissions: { onAdded },
    runtime: { getURL: (path: string) => path },
    tabs: { create: (tab: unknown) => Promise.resolve(void opened.push(tab)) },
  };
  vi.stubGlobal('chrome', chrome);
  const heard = vi.fn();
  watchReadingList(heard);
  openSchedulesOnPress();
  chrome['readingList'] = { onEntryAdded };
  chrome['notifications'] = { onClicked, clear: () => Promise.resolve(true) };
  onAdded.fire({});
  onAdded.fire({});
  onEntryAdded.fire({});
  onClicked.fire('schedule/morning');
  onClicked.fire('another');
  expect(heard).toHaveBeenCalledTimes(1);
  expect(opened).toEqual([{ url: 'src/options/index.html#schedules' }]);
});
