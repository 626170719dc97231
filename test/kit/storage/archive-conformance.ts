/** What every archive of runs guarantees, whatever it stores in: run this list against each. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_MARKS, type ArchiveWrite, type RunArchive } from '../../../src/lib/agent/store/run-archive.ts';
import type { AgentInvokedFrame, Commit, Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { Command, RunSummary } from '../../../src/lib/agent/storage-ports.ts';
import { updateRunSummary } from '../../../src/lib/agent/state/run-summary.ts';
import { extendListing } from '../../../src/lib/history/listing.ts';
import { appendSearchLines } from '../../../src/lib/history/search-lines.ts';
import { codeOf, commitOf } from './store-conformance.ts';

export interface ArchiveSubject {
  readonly archive: RunArchive;
  /** Another archive over the same records, as a new worker would make. */
  readonly reopen: () => RunArchive;
}

const CANCEL: Command = { id: 'c1', type: 'cancel' };

/** A write of frames `from … from + count - 1` of a run. */
export function writeOf(runId: string, from: number, count: number, changes: Partial<ArchiveWrite> = {}): ArchiveWrite {
  const [first, ...rest] = commitOf(runId, 0, from + count);
  const head = rest.reduce(updateRunSummary, updateRunSummary(null, first));
  return { head, frames: [first, ...rest].slice(from), inbox: [], ...changes };
}

/** A finished conversation: each frame after the first is an answer. */
function talk(runId: string, length: number): Commit {
  const [first, ...rest] = commitOf(runId, 0, length);
  const answers = rest.map((frame): Frame => {
    const { v, id, seq, at, parentId, agentId, correlationId, labels, product } = frame;
    const text = `Answer **${String(seq)}** of ${runId}.`;
    const base = { v, id, runId, seq, at, parentId, agentId, correlationId, labels, product };
    return { ...base, kind: 'agent.response', text, partial: false, impossible: false, note: '', citations: [] };
  });
  return [first, ...answers];
}

function writeSaying(frames: Commit, from: number, count: number): ArchiveWrite {
  const [first, ...rest] = frames.slice(0, from + count) as [AgentInvokedFrame, ...Frame[]];
  const head = rest.reduce(updateRunSummary, updateRunSummary(null, first));
  return { head: { ...head, status: 'done' }, frames: frames.slice(from, from + count), inbox: [] };
}

const ended = (write: ArchiveWrite, startedAt: number): ArchiveWrite => ({
  ...write,
  head: { ...write.head, status: 'done', startedAt },
});
const idsOf = (heads: readonly RunSummary[]): string[] => heads.map(({ runId }) => runId);

export function archives(make: () => ArchiveSubject, numRuns = 100): void {
  it('gives back what was put, whatever the size of the writes and however often each is repeated', async () => {
    const writes = fc.array(fc.record({ size: fc.integer({ min: 1, max: 4 }), overlap: fc.nat(3), times: fc.nat(1) }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(writes, async (sizes) => {
        const { archive, reopen } = make();
        let length = 0;
        for (const { size, overlap, times } of sizes) {
          const from = Math.max(0, length - overlap);
          length += size;
          for (let i = 0; i <= times; i += 1) await archive.put(writeOf('a', from, length - from));
        }
        const { frames, head } = writeOf('a', 0, length);
        expect(await reopen().loadFrames('a')).toEqual(frames);
        expect(await reopen().findSummary('a')).toEqual({ ...NO_MARKS, ...extendListing(null, frames), ...head });
      }),
      { numRuns },
    );
  });

  it('refuses another frame at an archived seq, a gap, and a head that promises more, and changes nothing', async () => {
    const { archive } = make();
    await archive.put(writeOf('a', 0, 2));
    const [frame] = writeOf('a', 1, 1).frames;
    const other: Frame[] = frame ? [{ ...frame, at: 5 }] : [];
    expect(await codeOf(archive.put(writeOf('a', 1, 1, { frames: other })))).toBe('conflict');
    expect(await codeOf(archive.put(writeOf('a', 3, 1)))).toBe('conflict');
    expect(await codeOf(archive.put(writeOf('a', 2, 1, { frames: [] })))).toBe('conflict');
    expect(await codeOf(archive.put(writeOf('b', 1, 2)))).toBe('conflict');
    expect(await archive.loadFrames('a')).toEqual(writeOf('a', 0, 2).frames);
    expect(idsOf(await archive.listSummaries())).toEqual(['a']);
  });

  it('is not set back by a write that comes late', async () => {
    const { archive } = make();
    await archive.put(writeOf('a', 0, 2, { inbox: [CANCEL] }));
    await archive.put(writeOf('a', 2, 2));
    await archive.put(writeOf('a', 0, 2, { inbox: [CANCEL] }));
    expect(await archive.loadFrames('a')).toHaveLength(4);
    expect((await archive.findSummary('a'))?.lastSeq).toBe(3);
    expect(await archive.loadInbox('a')).toEqual([]);
  });

  it('keeps the commands that wait, with no new frame too', async () => {
    const { archive, reopen } = make();
    await archive.put(writeOf('a', 0, 1));
    await archive.put(writeOf('a', 1, 0, { inbox: [CANCEL] }));
    expect(await reopen().loadInbox('a')).toEqual([CANCEL]);
    await archive.put(writeOf('a', 1, 1));
    expect(await reopen().loadInbox('a')).toEqual([]);
  });

  it('knows nothing of an unknown run, and does not begin one by marking it', async () => {
    const { archive } = make();
    await archive.mark('x', { pinned: true });
    await archive.quarantine('x', 'why not');
    expect([await archive.findSummary('x'), await archive.loadFrames('x'), await archive.loadInbox('x')]).toEqual([
      null,
      [],
      [],
    ]);
    expect([await archive.listSummaries(), await archive.listQuarantined()]).toEqual([[], []]);
  });

  it('lists runs oldest first, with what was asked, and what the user marked them with whatever is written later', async () => {
    const { archive, reopen } = make();
    await archive.put(ended(writeOf('young', 0, 1), 20));
    await archive.put(ended(writeOf('old', 0, 1), 10));
    await archive.mark('old', { name: 'Tides', pinned: true });
    await archive.put(ended(writeOf('old', 1, 1), 10));
    expect((await reopen().listSummaries()).map(({ runId, job, name, pinned }) => [runId, job, name, pinned])).toEqual([
      ['old', 'summarise', 'Tides', true],
      ['young', 'summarise', '', false],
    ]);
  });

  it('finds the run that was unused the longest, never a pinned, private or live one, and first what was deleted', async () => {
    const run = fc.record({
      at: fc.nat(20),
      status: fc.constantFrom('done' as const, 'failed' as const, 'running' as const, 'asking' as const),
      private: fc.boolean(),
      pinned: fc.boolean(),
      deleted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 8 }), fc.nat(21), async (runs, before) => {
        const { archive } = make();
        for (const [i, { at, status, pinned, deleted, ...rest }] of runs.entries()) {
          const write = writeOf(`r${String(i)}`, 0, 1);
          const head = { ...write.head, status, private: rest.private, requestedAt: at + 1 };
          await archive.put({ ...write, head });
          await archive.mark(`r${String(i)}`, { pinned, deleted });
        }
        const removable = runs.filter(
          ({ status, pinned, deleted, ...rest }) =>
            deleted || (!pinned && !rest.private && (status === 'done' || status === 'failed')),
        );
        const times = removable.map(({ at, deleted }) => (deleted ? 0 : at + 1)).filter((time) => time < before);
        const found = await archive.findOldest(before);
        const { at = -1, deleted = false } = runs[Number(found?.slice(1))] ?? {};
        expect(found === null ? Infinity : deleted ? 0 : at + 1).toBe(Math.min(...times));
      }),
      { numRuns },
    );
  });

  it('grows with what it holds, and clears all of it, pinned ones too', async () => {
    const { archive, reopen } = make();
    await archive.put(ended(writeOf('a', 0, 2), 1));
    const small = await archive.measure();
    await archive.put(writeOf('b', 0, 2));
    await archive.mark('b', { pinned: true });
    expect(await archive.measure()).toBeGreaterThan(small);
    await archive.put(writeOf('broken', 0, 1));
    await archive.quarantine('broken', 'torn');
    await archive.clear();
    expect([await reopen().listSummaries(), await reopen().loadFrames('a')]).toEqual([[], []]);
    expect([await reopen().loadTexts(['a', 'b']), await reopen().listQuarantined()]).toEqual([[], []]);
  });

  it('forgets one run whole without touching its neighbours, and can begin it anew', async () => {
    const { archive } = make();
    const ids = ['a', 'a/0', 'aa', 'b']; // prefixes of each other
    for (const id of ids) await archive.put(writeOf(id, 0, 3, { inbox: [CANCEL] }));
    await archive.remove('a');
    expect([await archive.loadFrames('a'), await archive.loadInbox('a'), await archive.findSummary('a')]).toEqual([
      [],
      [],
      null,
    ]);
    for (const id of ids.slice(1)) expect([id, (await archive.loadFrames(id)).length]).toEqual([id, 3]);
    await archive.put(writeOf('a', 0, 1));
    expect(await archive.loadFrames('a')).toHaveLength(1);
  });

  it('tells what runs say, however their frames were put, and nothing of runs that are gone', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.constantFrom('remove', 'quarantine'), async (counts, how) => {
        const { archive, reopen } = make();
        const said = talk(
          'a',
          counts.reduce((sum, count) => sum + count, 0),
        );
        let length = 0;
        for (const count of counts) {
          await archive.put(writeSaying(said, length, count));
          if (length > 0) await archive.put(writeSaying(said, length - 1, count + 1)); // again, with one it has
          length += count;
        }
        await archive.put(writeSaying(talk('b', 2), 0, 2));
        const [other, words, ...more] = await reopen().loadTexts(['b', 'a', 'x']);
        expect(more).toEqual([]);
        expect([other?.runId, words]).toEqual(['b', { runId: 'a', words: appendSearchLines('', said) }]);
        await archive[how]('a', 'torn');
        expect(await reopen().loadTexts(['a'])).toEqual([]);
        await archive.put(writeOf('a', 0, 1));
        const { frames } = writeOf('a', 0, 1);
        expect(await archive.loadTexts(['a'])).toEqual([{ runId: 'a', words: appendSearchLines('', frames) }]);
      }),
      { numRuns },
    );
  });

  it('sets a run aside with the reason, out of every other list, until it is removed', async () => {
    const { archive, reopen } = make();
    await archive.put(writeOf('a', 0, 3, { inbox: [CANCEL] }));
    await archive.put(writeOf('b', 0, 1));
    await archive.quarantine('a', 'torn');
    expect(idsOf(await reopen().listSummaries())).toEqual(['b']);
    expect([await reopen().loadFrames('a'), await reopen().loadInbox('a')]).toEqual([[], []]);
    expect(await reopen().listQuarantined()).toMatchObject([{ runId: 'a', reason: 'torn' }]);
    await archive.remove('a');
    expect(await reopen().listQuarantined()).toEqual([]);
  });
}
