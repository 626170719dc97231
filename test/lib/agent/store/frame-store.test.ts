import { describe, expect, it } from 'vitest';
import {
  createFallbackArea,
  createMemoryArea,
  type StorageArea,
} from '../../../../src/lib/agent/store/storage-area.ts';
import { FRAME_VERSION } from '../../../../src/lib/agent/frames/frame-of.ts';
import { StoreError } from '../../../../src/lib/agent/storage-ports.ts';
import { createFrameStore } from '../../../../src/lib/agent/store/frame-store.ts';
import type { Json } from '../../../../src/lib/base/json.ts';
import { quotaArea } from '../../../kit/storage/quota-area.ts';
import { stamp } from '../../../../src/lib/agent/frames/stamp.ts';
import { type Commit, SYSTEM_LABELS } from '../../../../src/lib/agent/frames/frames.ts';
import type { RunSpec } from '../../../../src/lib/agent/frames/spec.ts';
import { specOf } from '../../../kit/runs/world.ts';
import { codeOf, commitOf, conforms, type Subject } from '../../../kit/storage/store-conformance.ts';

const over = (area: StorageArea): Subject => ({ store: createFrameStore(area), reopen: () => createFrameStore(area) });

describe('a frame store in memory', () => {
  conforms(() => over(createMemoryArea()));
});

describe('a frame store with a quota', () => {
  conforms(() => over(quotaArea()));

  it('stores a commit whole or not at all, says quota, and goes on once there is room', async () => {
    const area = quotaArea();
    const { store, reopen } = over(area);
    await store.append(commitOf('a', 0));
    area.quota = area.used() + 10;
    expect(await codeOf(store.append(commitOf('a', 1, 3)))).toBe('quota');
    expect(await reopen().load('a')).toHaveLength(1);
    area.quota = Infinity;
    await store.append(commitOf('a', 1, 3));
    expect(await reopen().load('a')).toHaveLength(4);
  });

  it('writes one key per commit and the head: nothing that grows with the run [R6.3]', async () => {
    const area = quotaArea();
    const { store } = over(area);
    for (let seq = 0; seq < 200; seq += 1) await store.append(commitOf('a', seq));
    expect(area.writes.at(-1)).toEqual(['run/a/199', 'run/a/head']);
    expect(area.writes.slice(1).every((keys) => keys.length === 2)).toBe(true);
  });
});

describe('the configuration of a sub-agent', () => {
  it('is stored as what differs from the run’s, and comes back whole', async () => {
    const spec = specOf({ runId: 'a' });
    const sub = { name: 'tutor', task: 't', depth: 1 } as unknown as RunSpec['sub'];
    const invoke = (seq: number, own: RunSpec): Commit => {
      const draft = { kind: 'agent.invoked', labels: SYSTEM_LABELS, spec: own } as const;
      return [stamp(draft, { runId: 'a', seq, at: 1000, product: 'test', lastId: null })];
    };
    const area = createMemoryArea();
    const store = createFrameStore(area);
    const commits = [invoke(0, spec), invoke(1, { ...spec, goal: 'Explain it.', sub }), commitOf('a', 2)];
    for (const commit of commits) await store.append(commit);
    await store.append(invoke(1, { ...spec, goal: 'Explain it.', sub })); // the same again is no conflict
    const { 'run/a/1': stored } = await area.get(['run/a/1']);
    expect(JSON.stringify(stored)).not.toContain('models');
    expect(await createFrameStore(area).load('a')).toEqual(commits.flat());
    expect(await createFrameStore(area).load('a', 0)).toEqual(commits.flat().slice(1));
  });
});

describe('a frame store whose area is denied', () => {
  it('goes on in memory, and tells once [R6.4b]', async () => {
    const deny = (): Promise<never> => Promise.reject(new StoreError('denied', 'Access to storage is not allowed.'));
    let told = 0;
    const area = createFallbackArea({ get: deny, set: deny, remove: deny }, createMemoryArea(), () => (told += 1));
    const { store, reopen } = over(area);
    await store.append(commitOf('a', 0));
    expect(await reopen().load('a')).toHaveLength(1);
    expect(told).toBe(1);
  });

  it('goes on where it was after a single failure, so that a run stays in one place', async () => {
    const session = createMemoryArea();
    let fails = 0;
    const flaky = async <T>(operation: () => Promise<T>): Promise<T> => {
      if (fails-- > 0) throw new StoreError('denied', 'The browser is busy.');
      return operation();
    };
    const shaky: StorageArea = {
      get: (keys) => flaky(() => session.get(keys)),
      set: (items) => flaky(() => session.set(items)),
      remove: (keys) => flaky(() => session.remove(keys)),
    };
    let told = 0;
    const { store } = over(createFallbackArea(shaky, createMemoryArea(), () => (told += 1)));
    await store.append(commitOf('a', 0));
    fails = 1;
    await store.append(commitOf('a', 1));
    expect(await createFrameStore(session).load('a')).toHaveLength((await store.load('a')).length);
    expect(told).toBe(0);
  });
});

describe('a frame store that finds something else than a frame', () => {
  it('says corrupt and gives nothing wrong back, also for a frame of another version [R6.4d]', async () => {
    const area = createMemoryArea();
    const { store } = over(area);
    await store.append(commitOf('a', 0));
    await store.append(commitOf('a', 1));
    const [, ...frames] = (await area.get(['run/a/1']))['run/a/1'] as Json[];
    const others = [
      null,
      1,
      'plan',
      [],
      {},
      [FRAME_VERSION],
      ...[null, 1, {}, { kind: 1 }, { kind: 'none' }].map((one) => [FRAME_VERSION, one]),
    ];
    const versions = [0, FRAME_VERSION + 1].map((v) => [v, ...frames]);
    for (const value of [...others, ...versions]) {
      await area.set({ 'run/a/1': value });
      expect(await codeOf(createFrameStore(area).load('a')), JSON.stringify(value)).toBe('corrupt');
    }
  });
});
