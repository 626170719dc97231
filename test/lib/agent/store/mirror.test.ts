/** The mirror of runs: the archive follows the session store through any failure, and gives back what it lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunArchive } from '../../../../src/lib/agent/store/run-archive.ts';
import { createMemoryArea, type StorageArea } from '../../../../src/lib/agent/store/storage-area.ts';
import { type Commit, type Frame } from '../../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../../src/lib/agent/frames/stamp.ts';
import { type MirroredStore } from '../../../../src/lib/agent/store/mirror.ts';
import { StoreError, type Command, type FrameStore } from '../../../../src/lib/agent/storage-ports.ts';
import { recoverRuns } from '../../../../src/lib/agent/store/recover.ts';
import { createFrameStore } from '../../../../src/lib/agent/store/frame-store.ts';
import { archives } from '../../../kit/storage/archive-conformance.ts';
import { faultyArchive, memoryArchive, type Fault } from '../../../kit/storage/memory-archive.ts';
import { commitOf, conforms } from '../../../kit/storage/store-conformance.ts';
import { DRAFTS, base, fail, frame, over } from './mirror-kit.ts';

const takes = (commandId: string): FrameDraft => ({
  ...base,
  kind: 'control',
  control: 'answer',
  ask: 'k',
  text: 'yes',
  commandId,
  note: '',
});

/** Everything the two hold of a run, in a form that can be compared. */
async function sessionOf(store: FrameStore, runId: string): Promise<unknown> {
  const head = (await store.listRuns()).find((candidate) => candidate.runId === runId);
  return { head, frames: await store.load(runId), inbox: await store.listCommands(runId) };
}
async function archiveOf(archive: RunArchive, runId: string): Promise<unknown> {
  const summary = (await archive.findSummary(runId)) ?? fail(`${runId} is not archived`);
  const { tabId, lastSeq, status, startedAt, requestedAt, until, input, output, private: isPrivate } = summary;
  const head = { runId, tabId, lastSeq, status, startedAt, requestedAt, until, input, output, private: isPrivate };
  return { head, frames: await archive.loadFrames(runId), inbox: await archive.loadInbox(runId) };
}

describe('an archive in memory', () => {
  archives(() => {
    const archive = memoryArchive();
    return { archive, reopen: () => archive };
  });
});

describe('a mirrored store', () => {
  conforms(() => {
    const [area, archive] = [createMemoryArea(), memoryArchive()];
    return { store: over(area, archive), reopen: () => over(area, archive) };
  });
});

describe('a mirrored store whose archive never works', () => {
  conforms(() => {
    const area = createMemoryArea();
    const archive = faultyArchive(memoryArchive(), () => 'before');
    const options = { onError: () => undefined };
    return { store: over(area, archive, options), reopen: () => over(area, archive, options) };
  });
});

type Step =
  | { readonly do: 'note' | 'wait' | 'send' | 'take' | 'assign'; readonly run: 'a' | 'b' }
  | { readonly do: 'die'; readonly run: 'a' };
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('note', 'wait', 'send', 'take', 'assign'),
      run: fc.constantFrom('a', 'b'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'die', run: 'a' }) },
) as fc.Arbitrary<Step>;
const steps = fc.array(step, { minLength: 1, maxLength: 25 });

/** A run of the world through some steps; workers die where a step says so. */
class Life {
  readonly area = createMemoryArea();
  readonly kept = memoryArchive();
  readonly archive: RunArchive;
  readonly frames: Record<'a' | 'b', Frame[]> = { a: [], b: [] };
  readonly waiting: Record<'a' | 'b', Command[]> = { a: [], b: [] };
  /** How many frames of each run an awaited commit has seen. */
  readonly safe = { a: 0, b: 0 };
  store: MirroredStore;
  errors = 0;
  private commands = 0;

  constructor(next: () => Fault = () => 'none') {
    this.archive = faultyArchive(this.kept, next);
    this.store = this.worker();
  }

  worker(): MirroredStore {
    return over(this.area, this.archive, { onError: () => (this.errors += 1) });
  }

  async begin(): Promise<void> {
    for (const run of ['a', 'b'] as const) await this.commit(run, commitOf(run, 0), true);
  }

  async take(doing: Step): Promise<void> {
    const seq = this.frames[doing.run].length;
    if (doing.do === 'die') this.store = this.worker();
    else if (doing.do === 'note') await this.commit(doing.run, commitOf(doing.run, seq, 2), false);
    else if (doing.do === 'wait') await this.commit(doing.run, frame(doing.run, seq, DRAFTS.wait), true);
    else if (doing.do === 'assign') await this.store.assignTab(doing.run, 7 + seq, 1_000_000 + seq);
    else if (doing.do === 'send') {
      const command: Command = { id: `c${String((this.commands += 1))}`, type: 'cancel' };
      await this.store.send(doing.run, command);
      this.waiting[doing.run].push(command);
      this.safe[doing.run] = seq;
    } else {
      const command = this.waiting[doing.run].shift();
      if (command) await this.commit(doing.run, frame(doing.run, seq, takes(command.id)), true);
    }
  }

  async commit(run: 'a' | 'b', commit: Commit, awaited: boolean): Promise<void> {
    await this.store.append(commit);
    this.frames[run].push(...commit);
    if (awaited) this.safe[run] = this.frames[run].length;
  }
}

describe('the archive', () => {
  it('holds what the session store holds after the next write that succeeds, whatever failed and died before', async () => {
    const faults = fc.array(fc.constantFrom<Fault>('none', 'before', 'after'), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, faults, async (doings, failing) => {
        let i = 0;
        const life = new Life(() => failing[i++] ?? 'none');
        await life.begin();
        for (const doing of doings) await life.take(doing);
        i = Infinity; // from here on it works
        for (const run of ['a', 'b'] as const) {
          await life.take({ do: 'wait', run });
          expect(await life.store.load(run)).toEqual(life.frames[run]);
          expect(await life.store.listCommands(run)).toEqual(life.waiting[run]);
          expect(await archiveOf(life.kept, run)).toEqual(await sessionOf(life.store, run));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives a lost session back to at least the last commit that was waited for, with every command, once', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(8), fc.boolean(), async (doings, cut, mirrorToo) => {
        const life = new Life();
        await life.begin();
        for (const doing of doings) await life.take(doing);
        const area = createMemoryArea();
        const store = (cells: StorageArea): FrameStore =>
          mirrorToo ? over(cells, life.kept) : createFrameStore(cells);
        let writes = 0;
        const dying: StorageArea = {
          ...area,
          set: (items) =>
            writes++ < cut ? area.set(items) : Promise.reject(new StoreError('quota', 'The worker died here.')),
        };
        await recoverRuns(store(dying), life.kept, () => undefined);
        await recoverRuns(store(area), life.kept, fail);
        const after = store(area);
        expect(await recoverRuns(after, life.kept, fail)).toEqual([]);
        expect((await after.listRuns()).map(({ runId }) => runId).sort()).toEqual(['a', 'b']);
        for (const run of ['a', 'b'] as const) {
          const frames = await after.load(run);
          expect(frames).toEqual(life.frames[run].slice(0, frames.length));
          expect(frames.length).toBeGreaterThanOrEqual(life.safe[run]);
          expect(await after.listCommands(run)).toEqual(life.waiting[run]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gets the frames between two waits in the write of the next one, and nothing that grows with the run', async () => {
    const sizes: number[] = [];
    const inner = memoryArchive();
    const archive: RunArchive = {
      ...inner,
      put: (write) => {
        sizes.push(write.frames.length);
        return inner.put(write);
      },
    };
    const store = over(createMemoryArea(), archive);
    for (let seq = 0; seq < 400; seq += 4) {
      await store.append(commitOf('a', seq, 2));
      await store.append(commitOf('a', seq + 2));
      await store.append(frame('a', seq + 3, DRAFTS.wait));
    }
    expect(sizes).toEqual([2, 2, ...Array.from({ length: 99 }, () => 4)]);
  });

  it('is told of as in trouble once an outage, not once a write', async () => {
    let broken = true;
    const errors: unknown[] = [];
    const archive = faultyArchive(memoryArchive(), () => (broken ? 'before' : 'none'));
    const store = over(createMemoryArea(), archive, { onError: (error) => void errors.push(error) });
    for (const run of ['a', 'b']) for (let seq = 0; seq < 3; seq += 1) await store.append(commitOf(run, seq));
    expect(errors).toHaveLength(1);
    broken = false;
    await store.append(commitOf('a', 3)); // the next commit of any kind makes up for it
    expect(await archive.loadFrames('a')).toHaveLength(4);
    broken = true;
    await store.append(frame('a', 4, DRAFTS.wait));
    expect(errors).toHaveLength(2);
  });

  it('makes room on a full disk by the conversation that was unused the longest, and gives up when none is left', async () => {
    const inner = memoryArchive();
    let room = 2;
    const archive: RunArchive = {
      ...inner,
      put: async (write) => {
        const isNew = !inner.runs.has(write.head.runId);
        if (isNew && inner.runs.size >= room) throw new StoreError('quota', 'The disk is full.');
        await inner.put(write);
      },
    };
    const errors: unknown[] = [];
    const store = over(createMemoryArea(), archive, { onError: (error) => void errors.push(error) });
    for (const run of ['a', 'b', 'c']) {
      await store.append([...commitOf(run, 0), ...frame(run, 1, DRAFTS.answer)]);
      if (run === 'a') await inner.mark('a', { pinned: true });
    }
    expect([[...inner.runs.keys()], errors]).toEqual([['a', 'c'], []]);
    room = 0;
    await store.append(commitOf('d', 0));
    expect([[...inner.runs.keys()], errors.length]).toEqual([['a'], 1]);
  });

  it('catches up with a run that ended while it was out, in the next worker', async () => {
    const [area, inner] = [createMemoryArea(), memoryArchive()];
    let broken = false;
    const archive = faultyArchive(inner, () => (broken ? 'before' : 'none'));
    const first = over(area, archive, { onError: () => undefined });
    await first.append(commitOf('a', 0));
    broken = true;
    await first.append(frame('a', 1, DRAFTS.answer));
    broken = false;
    const next = over(area, archive);
    await next.flush();
    expect(await archiveOf(inner, 'a')).toEqual(await sessionOf(next, 'a'));
  });
});
