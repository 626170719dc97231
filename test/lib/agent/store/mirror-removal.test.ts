/** The mirror of runs: the archive follows the session store through any failure, and gives back what it lost. */
import { describe, expect, it } from 'vitest';
import type { RunArchive } from '../../../../src/lib/agent/store/run-archive.ts';
import { createMemoryArea } from '../../../../src/lib/agent/store/storage-area.ts';
import { StoreError } from '../../../../src/lib/agent/storage-ports.ts';
import { recoverRuns } from '../../../../src/lib/agent/store/recover.ts';
import { createFrameStore } from '../../../../src/lib/agent/store/frame-store.ts';
import { loadState } from '../../../../src/lib/agent/store/run-state.ts';
import { faultyArchive, memoryArchive } from '../../../kit/storage/memory-archive.ts';
import { codeOf, commitOf } from '../../../kit/storage/store-conformance.ts';
import { DRAFTS, fail, frame, over } from './mirror-kit.ts';

describe('a run that is moved out', () => {
  it('leaves the session store, and is found by its frames all the same', async () => {
    const [area, archive] = [createMemoryArea(), memoryArchive()];
    const store = over(area, archive);
    await store.append(commitOf('a', 0, 3));
    await store.append(frame('a', 3, DRAFTS.answer));
    const frames = await store.load('a');
    await store.evict('a');
    const next = over(area, archive);
    expect([await next.listRuns(), await createFrameStore(area).load('a')]).toEqual([[], []]);
    expect(await next.load('a')).toEqual(frames);
    expect(await next.load('a', 1)).toEqual(frames.slice(2));
    expect(await recoverRuns(next, archive, fail)).toEqual([]); // over: nothing to go on with
    const { tabId = -1 } = (await archive.findSummary('a')) ?? {};
    expect(await recoverRuns(next, archive, fail, new Set([tabId]))).toEqual(['a']); // its tab is still there
  });
});

it('an archive that does not answer makes no run corrupt of which it has the beginning', async () => {
  const [area, inner] = [createMemoryArea(), memoryArchive()];
  const store = over(area, inner);
  await store.append(commitOf('a', 0, 3));
  await store.append(commitOf('a', 3, 3));
  expect(await store.spill('a')).toBe(true);
  const silent = over(area, {
    ...inner,
    loadFrames: () => Promise.reject(new StoreError('denied', 'It did not answer.')),
  });
  await expect(loadState(silent, 'a')).rejects.toMatchObject({ code: 'denied' });
  expect((await loadState(over(area, inner), 'a'))?.frames).toHaveLength(6);
});

describe('a run that is removed', () => {
  it('and stays on disk for now keeps no other from being written, or from being removed', async () => {
    const archive = memoryArchive();
    const stuck: RunArchive = {
      ...archive,
      remove: (runId) => (runId === 'a' ? Promise.reject(new StoreError('denied', 'No.')) : archive.remove(runId)),
    };
    const store = over(createMemoryArea(), stuck, { onError: () => undefined });
    for (const runId of ['a', 'b', 'c']) await store.append(commitOf(runId, 0));
    await store.remove('a');
    await store.remove('b');
    await store.append(frame('c', 1, DRAFTS.answer));
    expect((await archive.listSummaries()).map(({ runId, lastSeq }) => [runId, lastSeq])).toEqual([
      ['a', 0],
      ['c', 1],
    ]);
  });

  it('is gone from both; if the archive cannot, it is with its next write', async () => {
    const [area, inner] = [createMemoryArea(), memoryArchive()];
    let broken = false;
    const archive = faultyArchive(inner, () => (broken ? 'before' : 'none'));
    const store = over(area, archive, { onError: () => undefined });
    for (const run of ['a', 'b', 'c']) await store.append(commitOf(run, 0));
    await store.remove('a');
    expect([...inner.runs.keys()]).toEqual(['b', 'c']);
    broken = true;
    await store.remove('b');
    expect((await store.listRuns()).map(({ runId }) => runId)).toEqual(['c']);
    broken = false;
    await store.append(frame('c', 1, DRAFTS.wait));
    expect([...inner.runs.keys()]).toEqual(['c']);
  });

  it('leaves nothing when all is cleared, and says when the archive could not be', async () => {
    const [area, inner] = [createMemoryArea(), memoryArchive()];
    let broken = false;
    const archive = faultyArchive(inner, () => (broken ? 'before' : 'none'));
    const store = over(area, archive);
    for (const run of ['a', 'b']) await store.append([...commitOf(run, 0), ...frame(run, 1, DRAFTS.answer)]);
    await archive.mark('b', { pinned: true });
    await store.clear();
    expect([await store.listRuns(), [...inner.runs.keys()]]).toEqual([[], []]);
    await store.append(commitOf('c', 0));
    broken = true;
    expect(await codeOf(store.clear())).toBe('denied');
    expect(await createFrameStore(area).listRuns()).toEqual([]);
  });
});
