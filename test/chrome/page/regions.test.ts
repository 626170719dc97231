import { expect, it } from 'vitest';
import { getRegionKey } from '../../../src/chrome/page/region-keys.ts';
import { createChromeRegions } from '../../../src/chrome/page/regions.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';

it('a region is no longer waited for when its tab has gone, and those of other tabs are', async () => {
  const area = createMemoryArea();
  const request = { ticket: 't', url: 'https://example.org/', at: 0 };
  await area.set({ [getRegionKey(1)]: request, [getRegionKey(2)]: request });
  const regions = createChromeRegions('script.js', area);
  await regions.handleTabClosed(1);
  expect([await regions.getPending(1), await regions.getPending(2)]).toEqual([null, request]);
});
