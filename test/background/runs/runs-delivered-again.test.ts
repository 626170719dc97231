/** Requests of a page that come again, because a worker died before it answered, and what a page's clock may do. */
import { describe, expect, it } from 'vitest';
import { forkFrames } from '../../../src/lib/agent/store/fork.ts';
import type { Commit } from '../../../src/lib/agent/frames/frames.ts';
import { systemClock } from '../../../src/lib/base/clock.ts';
import { memoryArchive } from '../../kit/storage/memory-archive.ts';
import { quotaArea } from '../../kit/storage/quota-area.ts';
import { echo, scriptedModel } from '../../kit/models/scripted-model.ts';
import { wishIn } from '../../kit/runs/spec.ts';
import { specOf } from '../../kit/runs/world.ts';
import { hanging, reaches, worker, type Worker } from './worker.ts';
import { eventually } from '../../kit/base/eventually.ts';

const FOLLOW = wishIn(specOf({ tabId: 1, job: 'ask', goal: 'And then?' }));
const follow = (w: Worker, id = 'f') => w.runs.followUp('r1', id, FOLLOW, specOf());
const listFollows = async (w: Worker) =>
  (await w.store.load('r1')).filter((frame) => frame.kind === 'control' && frame.control === 'follow');

async function answered(w: Worker): Promise<void> {
  await w.runs.start(specOf({ tabId: 1 }));
  await reaches(w, 'done');
}

describe('a follow-up that comes again', () => {
  it('is one, while it is answered and after that', async () => {
    const area = quotaArea();
    await answered(worker(area, scriptedModel()));
    const first = worker(area, hanging(1));
    await first.store.send('r1', { id: 'f', type: 'follow', request: FOLLOW, config: specOf() });
    await follow(first); // waits in the inbox
    await first.runs.resumeAll();
    await reaches(first, 'running');
    await follow(first);
    const second = worker(area, scriptedModel());
    await second.runs.resumeAll();
    await follow(second);
    await reaches(second, 'done');
    const third = worker(area, scriptedModel());
    await follow(third);
    expect(await listFollows(third)).toHaveLength(1);
    await third.runs.waitUntilIdle();
    expect(await listFollows(third)).toHaveLength(1);
  });

  it('is no other follow-up, which has to wait', async () => {
    const area = quotaArea();
    await answered(worker(area, scriptedModel()));
    const w = worker(area, hanging(1));
    await follow(w);
    await reaches(w, 'running');
    await expect(follow(w, 'g')).rejects.toMatchObject({ error: { code: 'run.under-way' } });
  });
});

/** A run whose model fails, now and whenever it is tried again. */
async function failed() {
  const failure = { code: 'model.x', message: 'm', hint: 'c', retryable: false } as const;
  const model = scriptedModel(() => [{ type: 'error', failure }]);
  const area = quotaArea();
  const w = worker(area, model);
  await w.runs.start(specOf());
  await reaches(w, 'failed');
  return { area, model, w };
}

it('a failed run is tried again once for one press, also where that fails too', async () => {
  const { area, model, w } = await failed();
  await w.runs.retry('r1', 'again', specOf());
  await eventually(() => expect(model.asked).toHaveLength(2));
  await w.runs.waitUntilIdle();
  const next = worker(area, model);
  await next.runs.retry('r1', 'again', specOf());
  await next.runs.waitUntilIdle();
  expect(model.asked).toHaveLength(2);
});

it('a failed run is tried again once where two panels ask for it at once', async () => {
  const { model, w } = await failed();
  await Promise.all(['one', 'two'].map((id) => w.runs.retry('r1', id, specOf())));
  await w.runs.waitUntilIdle();
  expect(model.asked).toHaveLength(2);
});

it('a retry that could not be carried out is with the next press', async () => {
  const { area, model, w } = await failed();
  await w.store.send('r1', { id: 'one', type: 'retry', config: specOf() });
  area.quota = area.used() + 20; // room for no frame
  await w.runs.resumeAll();
  await eventually(() => expect(w.events.some((event) => event.type === 'notice')).toBe(true));
  area.quota = Infinity;
  await w.runs.retry('r1', 'three', specOf());
  await eventually(() => expect(model.asked).toHaveLength(2));
  await w.runs.waitUntilIdle();
});

it('a fork that comes again is shown beside its tab, where the worker died before that', async () => {
  const area = quotaArea();
  const first = worker(area, scriptedModel());
  await answered(first);
  const forked = forkFrames((await first.store.load('r1')) as unknown as Commit, {
    ...{ runId: 'branch', at: Date.now(), product: 'test', isPrivate: false },
  });
  await first.store.append(forked); // and died
  const next = worker(area, scriptedModel());
  await next.runs.fork(forked, 5);
  expect(await next.store.findRun('branch')).toMatchObject({ tabId: 5 });
});

it('a start whose run was left and evicted meanwhile asks nothing, and stops nothing that the tab shows now', async () => {
  const w = worker(quotaArea(), scriptedModel(), undefined, {}, undefined, memoryArchive());
  await answered(w);
  await w.runs.leaveTab(1);
  expect(await w.store.findRun('r1')).toBeNull();
  const before = await w.store.load('r1');
  await w.runs.start(specOf({ runId: 'later', tabId: 1, job: 'ask', goal: 'And then?' }));
  await reaches(w, 'done', 'later');
  expect(await w.runs.start(specOf({ tabId: 1 }))).toBe('r1');
  await w.runs.waitUntilIdle();
  expect(await w.store.load('r1')).toEqual(before);
  expect((await w.store.listRuns()).filter(({ tabId }) => tabId === 1).map(({ runId }) => runId)).toEqual(['later']);
});

it('a run that comes back from the archive has others make room', async () => {
  const [area, archive] = [quotaArea(), memoryArchive()];
  const w = worker(area, scriptedModel(), undefined, {}, undefined, archive);
  await answered(w);
  await w.store.evict('r1');
  await w.runs.start(specOf({ runId: 'other', tabId: 2 }));
  await reaches(w, 'done', 'other');
  area.quota = area.used() + 100;
  await w.runs.continueOnTab('r1', 3);
  expect((await w.store.listRuns()).map(({ runId, tabId }) => [runId, tabId])).toEqual([['r1', 3]]);
});

describe('a tab shows what was asked last, though the clock was set back:', () => {
  const yesterday = { ...systemClock, now: () => Date.now() - 86_400_000 };
  const findShown = async (w: Worker) =>
    (await w.store.listRuns()).filter(({ tabId }) => tabId === 1).sort((a, b) => b.requestedAt - a.requestedAt)[0]
      ?.runId;
  const setBack = async () => {
    const [area, archive] = [quotaArea(), memoryArchive()];
    const before = worker(area, scriptedModel(), undefined, {}, undefined, archive);
    await before.runs.start(specOf({ runId: 'r1', tabId: 1 }));
    await reaches(before, 'done');
    await before.runs.start(specOf({ runId: 'r2', tabId: 1 }));
    await reaches(before, 'done', 'r2');
    return worker(area, scriptedModel(echo), undefined, { clock: yesterday }, undefined, archive);
  };

  it('a new run', async () => {
    const w = await setBack();
    await w.runs.start(specOf({ runId: 'new', tabId: 1 }));
    expect(await findShown(w)).toBe('new');
    await reaches(w, 'done', 'new');
    expect(await findShown(w)).toBe('new');
  });

  it('a follow-up', async () => {
    const w = await setBack();
    await follow(w);
    await eventually(async () => expect(await listFollows(w)).toHaveLength(1));
    expect(await findShown(w)).toBe('r1');
  });

  it('a conversation out of the history', async () => {
    const w = await setBack();
    await w.runs.continueOnTab('r1', 1);
    expect(await findShown(w)).toBe('r1');
  });
});
