/** What every frame store guarantees, whatever it stores in: run this list against each. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { USER_LABELS, type Commit } from '../../../src/lib/agent/frames/frames.ts';
import { stamp, type FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { StoreError, type FrameStore, type StoreErrorCode } from '../../../src/lib/agent/storage-ports.ts';
import { specOf } from '../runs/world.ts';

export interface Subject {
  readonly store: FrameStore;
  /** Another store over the same cells, as a new worker would make. */
  readonly reopen: () => FrameStore;
}

const draft = (seq: number, runId: string, tabId: number): FrameDraft =>
  seq === 0
    ? { kind: 'agent.invoked', parentId: null, labels: USER_LABELS, spec: specOf({ runId, tabId }) }
    : {
        kind: 'observation',
        parentId: `${runId}/${String(seq - 1)}`,
        labels: USER_LABELS,
        step: seq,
        by: 'rule',
        text: `no. ${String(seq)}`,
        of: [],
      };

/** Frames `from`, `from + 1`, … of a run, as one commit. */
export function commitOf(runId: string, from: number, count = 1, tabId = 1): Commit {
  const make = (i: number) =>
    stamp(draft(from + i, runId, tabId), { runId, seq: from + i, at: 1000 + from + i, product: 'test', lastId: null });
  return [make(0), ...Array.from({ length: count - 1 }, (_, i) => make(i + 1))];
}

export async function codeOf(operation: Promise<unknown>): Promise<StoreErrorCode | 'none'> {
  try {
    await operation;
    return 'none';
  } catch (thrown) {
    if (thrown instanceof StoreError) return thrown.code;
    throw thrown;
  }
}

export function conforms(make: () => Subject): void {
  it('gives back what was appended, in order, also to the next worker', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }), async (sizes) => {
        const { store, reopen } = make();
        const all = [];
        for (const size of sizes) {
          const commit = commitOf('a', all.length, size);
          await store.append(commit);
          all.push(...commit);
        }
        expect(await store.load('a')).toEqual(all);
        expect(await reopen().load('a')).toEqual(all);
        expect(await reopen().load('a', 2)).toEqual(all.slice(3));
        expect((await reopen().listRuns())[0]).toMatchObject({
          runId: 'a',
          tabId: 1,
          lastSeq: all.length - 1,
          status: 'running',
        });
      }),
    );
  });

  it('takes the same commit twice as once, before and after a new worker', async () => {
    const { store, reopen } = make();
    await store.append(commitOf('a', 0, 2));
    await store.append(commitOf('a', 0, 2));
    await reopen().append(commitOf('a', 0, 2));
    expect(await reopen().load('a')).toHaveLength(2);
  });

  it('refuses another frame at a stored seq, and a gap', async () => {
    const { store } = make();
    await store.append(commitOf('a', 0, 2));
    const [frame] = commitOf('a', 1);
    expect(await codeOf(store.append([{ ...frame, at: 5 }]))).toBe('conflict');
    expect(await codeOf(store.append(commitOf('a', 3)))).toBe('conflict');
    expect(await store.load('a')).toHaveLength(2);
  });

  it('keeps runs apart, oldest first, and forgets one without touching the other', async () => {
    const { store, reopen } = make();
    await store.append(commitOf('a', 0, 2, 1));
    await store.append(commitOf('b', 0, 1, 2));
    expect((await store.listRuns()).map((head) => head.runId)).toEqual(['a', 'b']);
    await store.remove('a');
    expect((await reopen().listRuns()).map((head) => head.runId)).toEqual(['b']);
    expect(await reopen().load('a')).toEqual([]);
    expect(await reopen().load('b')).toHaveLength(1);
    expect(await reopen().findRun('a')).toBeNull();
    expect(await reopen().findRun('b')).toEqual((await reopen().listRuns())[0]);
  });

  it('lists every run of several that begin or go at once', async () => {
    const { store, reopen } = make();
    await Promise.all(['a', 'b', 'c'].map((run) => store.append(commitOf(run, 0))));
    expect((await reopen().listRuns()).map((head) => head.runId).sort()).toEqual(['a', 'b', 'c']);
    await Promise.all([store.remove('a'), store.append(commitOf('d', 0)), store.remove('b')]);
    expect((await reopen().listRuns()).map((head) => head.runId).sort()).toEqual(['c', 'd']);
  });

  it('delivers each command once, whatever worker takes it, and drops it in the write that takes it', async () => {
    const { store, reopen } = make();
    await store.append(commitOf('a', 0));
    await store.send('a', { id: 'c1', type: 'cancel' });
    await store.send('a', { id: 'c1', type: 'cancel' });
    const next = reopen();
    expect(await next.listCommands('a')).toEqual([{ id: 'c1', type: 'cancel' }]);
    const cancel = stamp(
      {
        kind: 'control',
        parentId: null,
        labels: USER_LABELS,
        control: 'cancel',
        commandId: 'c1',
        note: '',
      },
      { runId: 'a', seq: 1, at: 1, product: 'test', lastId: null },
    );
    await next.append([cancel]);
    expect(await reopen().listCommands('a')).toEqual([]);
    expect((await reopen().listRuns())[0]?.status).toBe('cancelled');
  });

  it('keeps the latest drafts of a run', async () => {
    const { store, reopen } = make();
    await store.append(commitOf('a', 0));
    await store.saveDrafts('a', [{ key: 'k', text: 'one' }]);
    const [one, other] = [
      { key: 'k', text: 'one two' },
      { key: 'l', text: 'beside it' },
    ];
    await store.saveDrafts('a', [one, other]);
    expect(await reopen().loadDrafts('a')).toEqual([one, other]);
    expect(await reopen().loadDrafts('b')).toEqual([]);
    const reply = stamp(
      {
        kind: 'model.reply',
        parentId: null,
        labels: USER_LABELS,
        key: 'k',
        text: 'one two',
        calls: [],
        finish: 'stop',
        failure: null,
        ms: 1,
      },
      { runId: 'a', seq: 1, at: 1, product: 'test', lastId: null },
    );
    await reopen().append([reply]);
    expect(await reopen().loadDrafts('a')).toEqual([other]); // what is settled needs no draft
  });

  it('serialises operations on one run that are started at once', async () => {
    const { store, reopen } = make();
    const send = (i: number) => store.send('a', { id: `c${String(i)}`, type: 'cancel' });
    await Promise.all([
      store.append(commitOf('a', 0)),
      store.append(commitOf('a', 1)),
      send(1),
      send(2),
      store.append(commitOf('a', 2)),
    ]);
    expect(await reopen().load('a')).toHaveLength(3);
    expect(await reopen().listCommands('a')).toHaveLength(2);
  });
}
