/** Where a run is that was moved: in the session, in the archive, beside which tab. */
import { describe, expect, it } from 'vitest';
import { USER_LABELS } from '../../../../src/lib/agent/frames/labels.ts';
import { createFrameStore } from '../../../../src/lib/agent/store/frame-store.ts';
import { createMirroredStore, isLeftOver, type MirroredStore } from '../../../../src/lib/agent/store/mirror.ts';
import { recoverRuns } from '../../../../src/lib/agent/store/recover.ts';
import type { RunArchive } from '../../../../src/lib/agent/store/run-archive.ts';
import { saveState } from '../../../../src/lib/agent/store/run-state.ts';
import { createMemoryArea, type StorageArea } from '../../../../src/lib/agent/store/storage-area.ts';
import { StoreError } from '../../../../src/lib/agent/storage-ports.ts';
import { faultyArchive, memoryArchive } from '../../../kit/storage/memory-archive.ts';
import { quotaArea } from '../../../kit/storage/quota-area.ts';
import { commitOf } from '../../../kit/storage/store-conformance.ts';

const fail = (error: unknown): never => {
  throw error;
};
const over = (area: StorageArea, archive: RunArchive, onError: (error: unknown) => void = fail): MirroredStore =>
  createMirroredStore(createFrameStore(area), archive, { onError });

/** A run that is over. */
function end(store: MirroredStore, run: string): Promise<void> {
  const [last] = commitOf(run, 1);
  const answer = {
    kind: 'agent.response',
    text: 'so',
    partial: false,
    impossible: false,
    note: '',
    citations: [],
  } as const;
  return store.append([...commitOf(run, 0), { ...last, ...answer, parentId: null, labels: USER_LABELS }]);
}

describe('the archive', () => {
  it('takes a run whole again that it gave up for room, when a person goes on with it', async () => {
    const inner = memoryArchive();
    let room = 1;
    const put: RunArchive['put'] = async (write) => {
      if (!inner.runs.has(write.head.runId) && inner.runs.size >= room) throw new StoreError('quota', 'Full.');
      await inner.put(write);
    };
    const store = over(createMemoryArea(), { ...inner, put });
    for (const run of ['a', 'b']) await end(store, run);
    expect([...inner.runs.keys()]).toEqual(['b']);
    room = 2;
    await store.send('a', { id: 'c', type: 'cancel' });
    expect(await inner.loadFrames('a')).toEqual(await store.load('a'));
    expect(await inner.loadInbox('a')).toHaveLength(1);
  });

  it('gives up no newer conversation for an older one that is over', async () => {
    const inner = memoryArchive();
    const put: RunArchive['put'] = async (write) => {
      if (!inner.runs.has(write.head.runId) && inner.runs.size >= 1) throw new StoreError('quota', 'Full.');
      await inner.put(write);
    };
    const store = over(createMemoryArea(), { ...inner, put }, () => undefined);
    await end(store, 'old');
    await store.assignTab('old', 1, 1000);
    await end(store, 'new');
    await store.assignTab('new', 2, 2000);
    expect([...inner.runs.keys()]).toEqual(['new']);
    expect(await store.evict('old')).toBe(false);
    expect([...inner.runs.keys()]).toEqual(['new']);
    expect(await store.load('old')).toHaveLength(2);
  });

  it('knows since when which tab shows a run as soon as that is decided, and gives it back', async () => {
    const kept = memoryArchive();
    const store = over(createMemoryArea(), kept);
    await end(store, 'a');
    await store.assignTab('a', 9, 5_000_000);
    expect(await kept.findSummary('a')).toMatchObject({ tabId: 9, requestedAt: 5_000_000 });
    const next = over(createMemoryArea(), kept);
    await recoverRuns(next, kept, fail, new Set([9]));
    expect(await next.findRun('a')).toMatchObject({ tabId: 9, requestedAt: 5_000_000 });
    expect(await kept.findSummary('a')).toMatchObject({ tabId: 9, requestedAt: 5_000_000 });
  });
});

describe('a run that is nowhere else', () => {
  it('stays when it is moved out, and goes after all others where there is no room', async () => {
    const [area, inner] = [quotaArea(), memoryArchive()];
    let broken = true;
    const archive = faultyArchive(inner, () => (broken ? 'before' : 'none'));
    const store = over(area, archive, () => undefined);
    await end(store, 'only');
    expect(await store.evict('only')).toBe(false);
    broken = false;
    await end(store, 'kept');
    broken = true;
    const listIds = async () => (await store.listRuns()).map(({ runId }) => runId);
    area.quota = area.used();
    await saveState(store, commitOf('c', 0));
    expect(await listIds()).toEqual(['only', 'c']);
    area.quota = area.used();
    await saveState(store, commitOf('c', 1, 2));
    expect(await listIds()).toEqual(['c']);
  });
});

describe('a run that was left while the archive did not work', () => {
  it('is archived by the next worker, which writes none that a tab shows', async () => {
    const [area, inner] = [createMemoryArea(), memoryArchive()];
    const first = over(
      area,
      faultyArchive(inner, () => 'before'),
      () => undefined,
    );
    for (const run of ['left', 'shown']) await end(first, run);
    await first.assignTab('left', -1);
    const next = over(area, inner);
    await next.flush(isLeftOver);
    expect([...inner.runs.keys()]).toEqual(['left']);
    const frames = await next.load('left');
    expect(await next.evict('left')).toBe(true);
    expect(await next.load('left')).toEqual(frames);
  });
});
