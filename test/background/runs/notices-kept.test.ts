/** What panels have to be told outlives the worker. */
import { expect, it } from 'vitest';
import { createPanelHub } from '../../../src/background/runs/panel-hub.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { PanelEvent } from '../../../src/lib/protocol/events.ts';
import { commitOf } from '../../kit/storage/store-conformance.ts';
import { eventually } from '../../kit/base/eventually.ts';

it('a panel that opens under a later worker is told what nobody heard, once, and shows such a run until it has a tab', async () => {
  const area = createMemoryArea();
  const store = createFrameStore(createMemoryArea());
  await store.append(commitOf('a', 0, 2, 99));
  const open = () => createPanelHub(store, undefined, undefined, area);
  const first = open();
  first.adopt([{ runId: 'a', tabId: 99 }]);
  first.notify('restarted');
  await eventually(async () =>
    expect(await area.get(['panels'])).toMatchObject({ panels: { notices: ['restarted'] } }),
  );
  const see = async (tabId: number) => {
    const events: PanelEvent[] = [];
    await open()
      .join({ post: (event) => events.push(event) })
      .handleHello({ type: 'panel.hello', tabId, runId: null, after: -1 });
    const [tab] = events;
    return [tab?.type === 'tab' && tab.runId, events.filter(({ type }) => type === 'notice').length];
  };
  expect(await see(3)).toEqual(['a', 1]);
  await eventually(async () => expect(await area.get(['panels'])).toMatchObject({ panels: { notices: [] } }));
  expect(await see(3)).toEqual(['a', 0]);
  await store.assignTab('a', 5);
  expect([await see(3), await see(5)]).toEqual([
    [null, 0],
    ['a', 0],
  ]);
});
