import { describe, expect, it, vi } from 'vitest';
import { createPanelHub } from '../../../src/background/runs/panel-hub.ts';
import { startDriver } from '../../../src/background/runs/driver.ts';
import { createRuns } from '../../../src/background/runs/runs.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import { findActiveModelCall } from '../../../src/lib/agent/state/agent-state.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { systemClock } from '../../../src/lib/base/clock.ts';
import { echo, scriptedModel } from '../../kit/models/scripted-model.ts';
import { articleWith, memoryBlobs, specOf, termsIn, world } from '../../kit/runs/world.ts';
import { hanging, loopWith, reaches, STOP, until, worker, type Worker } from './worker.ts';

it('a stop that came in the moment the run failed does not stop it when the person tries again', async () => {
  const store = createFrameStore(createMemoryArea());
  const failure = { code: 'model.bad-key', message: 'm', hint: 'c', retryable: false } as const;
  const model = scriptedModel((request, nth) => (nth === 0 ? [{ type: 'error', failure }] : echo(request, nth)));
  const { ports } = world(model, articleWith('Water is wet.'), { blobs: memoryBlobs(), clock: systemClock });
  const runs = createRuns({
    store,
    hub: createPanelHub(store),
    ...loopWith(ports),
    forget: () => Promise.resolve(),
    onRest: () => undefined,
    recordCharges: () => Promise.resolve(),
    countSpending: () => Promise.resolve(),
    wakefulness: { begin: () => Promise.resolve(), end: () => Promise.resolve() },
  });
  const append = store.append.bind(store);
  vi.spyOn(store, 'append').mockImplementation(async (commit) => {
    if (commit.some((frame) => frame.kind === 'error')) await store.send('r1', { id: 'stop', type: 'cancel' });
    await append(commit);
  });
  await runs.start(specOf());
  await runs.waitUntilIdle();
  expect(foldAll(await store.load('r1')).status).toBe('failed');
  await runs.retry('r1', 'again', specOf());
  await runs.waitUntilIdle();
  expect(foldAll(await store.load('r1')).status).toBe('done');
  expect(await store.listCommands('r1')).toEqual([]);
});

const SPEC = specOf();
const { job, tabId, also, selection, pictures, language, sources, agent, action } = SPEC;
const WISH = { job, goal: 'And then?', tabId, also, selection, pictures, language, sources, agent, action };

it('a stop that came too late for an answer does not stop what the person goes on with, whichever worker does it', async () => {
  const area = createMemoryArea();
  const first = worker(area, scriptedModel());
  await first.runs.start(SPEC);
  await reaches(first, 'done');
  await first.store.send('r1', { id: 'stop', type: 'cancel' });
  const dying = worker(area, hanging(1));
  await dying.runs.followUp('r1', 'f', WISH, termsIn(SPEC));
  await until(async () => findActiveModelCall(await dying.state('r1')) !== null);
  expect(await createFrameStore(area).listCommands('r1')).toEqual([]);
  const next = worker(area, scriptedModel());
  await next.runs.resumeAll();
  await reaches(next, 'done');
});

it('a run that was stopped answers a wish that had waited behind the stop', async () => {
  const w = worker(createMemoryArea(), hanging(1));
  const stopped = startDriver(
    'r2',
    {
      store: w.store,
      hub: createPanelHub(w.store),
      recordCharges: () => Promise.resolve(),
      ...loopWith(world(hanging(1), articleWith('Water is wet.'), { clock: systemClock }).ports),
    },
    Promise.resolve(),
    specOf({ runId: 'r2' }),
  );
  await until(async () => findActiveModelCall(await w.state('r2')) !== null);
  for (const command of [
    { id: 'stop', type: 'cancel' },
    { id: 'f', type: 'follow', request: WISH, config: termsIn(SPEC) },
  ] as const) {
    await w.store.send('r2', command);
    stopped.deliver(command);
  }
  const state = await stopped.done;
  expect([state.status, state.exchanges.at(0)?.status]).toEqual(['done', 'cancelled']);
});

it('a wish for a run that is under way is refused, and waits for nothing', async () => {
  const w = worker(createMemoryArea(), hanging(1));
  await w.runs.start(SPEC);
  await until(async () => findActiveModelCall(await w.state('r1')) !== null);
  await expect(w.runs.followUp('r1', 'f', WISH, termsIn(SPEC))).rejects.toMatchObject({
    error: { code: 'run.under-way' },
  });
  expect(await w.store.listCommands('r1')).toEqual([]);
});

describe('a stop that comes before its run has begun', () => {
  it.each([
    ['long before', async ({ runs }: Worker) => runs.sendCommand('r1', STOP).then(() => runs.start(SPEC))],
    ['as it begins', ({ runs }: Worker) => Promise.all([runs.start(SPEC), runs.sendCommand('r1', STOP)])],
  ])('%s is kept for it: nothing is asked', async (_, act) => {
    const model = scriptedModel();
    const w = worker(createMemoryArea(), model);
    await act(w);
    await reaches(w, 'cancelled');
    expect(model.asked).toEqual([]);
  });

  it('is honoured by the next worker, too, and by the run that is asked the same', async () => {
    const area = createMemoryArea();
    const first = worker(area, hanging(1));
    await first.runs.start(SPEC);
    await until(async () => findActiveModelCall(await first.state('r1')) !== null);
    await first.runs.sendCommand('r2', STOP);
    const model = hanging(1);
    const next = worker(area, model);
    await next.runs.resumeAll();
    await next.runs.start({ ...SPEC, runId: 'r2' });
    await reaches(next, 'cancelled', 'r2');
    await next.runs.waitUntilIdle();
  });
});
