import { expect, it, vi } from 'vitest';
import { createPanelHub } from '../../src/background/panel-hub.ts';
import { createRuns } from '../../src/background/runs.ts';
import { memoryArea } from '../../src/lib/agent/area.ts';
import { foldAll } from '../../src/lib/agent/state.ts';
import { createFrameStore } from '../../src/lib/agent/store.ts';
import { systemClock } from '../../src/lib/base/clock.ts';
import { echo, scriptedModel } from '../kit/scripted-model.ts';
import { articleWith, memoryBlobs, specOf, world } from '../kit/world.ts';

it('a stop that came in the moment the run failed does not stop it when the person tries again', async () => {
  const store = createFrameStore(memoryArea());
  const failure = { code: 'model.bad-key', message: 'm', cure: 'c', retryable: false } as const;
  const model = scriptedModel((request, nth) => (nth === 0 ? [{ type: 'error', failure }] : echo(request, nth)));
  const { ports } = world(model, articleWith('Water is wet.'), { blobs: memoryBlobs(), clock: systemClock });
  const runs = createRuns({
    store,
    hub: createPanelHub(store),
    ports,
    isKept: () => Promise.resolve(false),
    onRest: () => undefined,
    wakefulness: { begin: () => Promise.resolve(), end: () => Promise.resolve() },
  });
  const append = store.append.bind(store);
  vi.spyOn(store, 'append').mockImplementation(async (commit) => {
    if (commit.some((frame) => frame.kind === 'error')) await store.send('r1', { id: 'stop', type: 'cancel' });
    await append(commit);
  });
  await runs.start(specOf());
  await runs.idle();
  expect(foldAll(await store.load('r1')).status).toBe('failed');
  await runs.retry('r1', 'again', specOf());
  await runs.idle();
  expect(foldAll(await store.load('r1')).status).toBe('done');
  expect(await store.inbox('r1')).toEqual([]);
});
