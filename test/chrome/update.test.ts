import { expect, it, vi } from 'vitest';
import { reloadIfUnused } from '../../src/chrome/update.ts';

it.each([
  [['BACKGROUND'], 1],
  [[], 1],
  [['BACKGROUND', 'SIDE_PANEL'], 0],
  [['BACKGROUND', 'TAB'], 0],
  [['BACKGROUND', 'OFFSCREEN_DOCUMENT'], 0],
])('an update that finds %j open restarts the extension %i times', async (contextTypes, times) => {
  const reload = vi.fn();
  const getContexts = () => Promise.resolve(contextTypes.map((contextType) => ({ contextType })));
  vi.stubGlobal('chrome', { runtime: { getContexts, reload } });
  await reloadIfUnused();
  expect(reload).toHaveBeenCalledTimes(times);
});
