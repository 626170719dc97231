/** What becomes of runs when their tab closes, changes its id or shows another conversation. */
import { describe, expect, it, vi } from 'vitest';
import { findActiveModelCall } from '../../../src/lib/agent/state/agent-state.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { recoverRuns } from '../../../src/lib/agent/store/recover.ts';
import { StoreError } from '../../../src/lib/agent/storage-ports.ts';
import { forgetfulLedger } from '../../kit/storage/ledgers.ts';
import { faultyArchive, memoryArchive } from '../../kit/storage/memory-archive.ts';
import { quotaArea } from '../../kit/storage/quota-area.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { wishIn } from '../../kit/runs/spec.ts';
import { specOf } from '../../kit/runs/world.ts';
import { hanging, opener, reaches, STOP, until, worker } from './worker.ts';

const REFUSED = { code: 'model.key', message: 'The key was refused.', hint: 'Check it.', retryable: false } as const;

describe('runs', () => {
  it('leave the session with their tab for the history, the live ones stopped first; private ones are deleted [R6.6b]', async () => {
    const w = worker(quotaArea(), hanging(1));
    await w.runs.start(specOf({ runId: 'live', tabId: 1 }));
    await until(async () => findActiveModelCall(await w.state('live')) !== null);
    await w.runs.start(specOf({ runId: 'other', tabId: 2 }));
    const evicted: unknown[] = [];
    const evict = w.store.evict.bind(w.store);
    vi.spyOn(w.store, 'evict').mockImplementation(async (runId) => {
      evicted.push([runId, (await w.state(runId)).status]);
      return evict(runId);
    });
    await w.runs.leaveTab(1);
    await reaches(w, 'done', 'other');
    await w.runs.start(specOf({ runId: 'private', tabId: 3, private: true }));
    await reaches(w, 'done', 'private');
    await w.runs.leaveTab(3);
    expect((await w.store.listRuns()).map((head) => head.runId)).toEqual(['other']);
    expect([evicted, w.forgotten]).toEqual([[['live', 'cancelled']], ['private']]);
  });

  it('that are private are deleted as soon as their tab shows another conversation; others leave the session [R11.5]', async () => {
    const w = worker(quotaArea(), scriptedModel(), undefined, {}, forgetfulLedger, memoryArchive());
    const ask = async (runId: string, tabId: number, isPrivate: boolean): Promise<void> => {
      await w.runs.start(specOf({ runId, tabId, private: isPrivate }));
      await reaches(w, 'done', runId);
    };
    await ask('kept', 1, false);
    await ask('first', 1, true);
    await ask('elsewhere', 2, true);
    expect(w.forgotten).toEqual([]);
    await ask('second', 1, true);
    expect(w.forgotten).toEqual(['first']);
    expect((await w.store.listRuns()).map((head) => head.runId)).toEqual(['elsewhere', 'second']);
    await w.runs.followUp('kept', 'c', wishIn(specOf({ tabId: 1 })), specOf());
    expect(w.forgotten).toEqual(['first', 'second']);
    expect((await w.store.listRuns()).map((head) => head.runId)).toEqual(['elsewhere', 'kept']);
  });

  it('that are kept take nothing more while nothing is to be kept; private ones go on as private [R11.5]', async () => {
    const w = worker(quotaArea(), scriptedModel());
    const keepNothing = specOf({ private: true });
    await w.runs.start(specOf({ runId: 'kept', tabId: 1 }));
    await reaches(w, 'done', 'kept');
    const before = await w.store.load('kept');
    await expect(w.runs.followUp('kept', 'c', wishIn(specOf({ tabId: 1 })), keepNothing)).rejects.toMatchObject({
      error: { code: 'run.kept' },
    });
    expect(await w.store.load('kept')).toEqual(before);
    await w.runs.start(specOf({ runId: 'private', tabId: 2, private: true }));
    await reaches(w, 'done', 'private');
    await w.runs.followUp('private', 'd', wishIn(specOf({ tabId: 2 })), specOf());
    await until(async () => (await w.state('private')).exchanges.length === 1);
    expect((await w.state('private')).spec?.private).toBe(true);
  });

  it('that are kept are not tried again while nothing is to be kept', async () => {
    const w = worker(
      quotaArea(),
      scriptedModel(() => [{ type: 'error', failure: REFUSED }]),
    );
    await w.runs.start(specOf({ tabId: 1 }));
    await reaches(w, 'failed');
    await expect(w.runs.retry('r1', 'c', specOf({ private: true }))).rejects.toMatchObject({
      error: { code: 'run.kept' },
    });
  });

  it('that were left are not shown on their tab again by an update, what it shows is [R11.5]', async () => {
    const archive = memoryArchive();
    const w = worker(quotaArea(), scriptedModel(), undefined, {}, forgetfulLedger, archive);
    for (const runId of ['left', 'earlier', 'shown']) {
      await w.runs.start(specOf({ runId, tabId: runId === 'left' ? 1 : 2 }));
      await reaches(w, 'done', runId);
    }
    await w.runs.leaveTab(1);
    const store = createFrameStore(quotaArea()); // an update empties the session
    expect(await recoverRuns(store, archive, () => undefined, new Set([1, 2]))).toEqual(['shown']);
  });

  it('that could not be written or stopped are not driven by the next worker once their tab is closed', async () => {
    const area = quotaArea();
    const archive = faultyArchive(memoryArchive(), () => 'before');
    const w = worker(area, hanging(1), undefined, {}, forgetfulLedger, archive);
    await w.runs.start(specOf({ tabId: 1 }));
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    area.quota = area.used();
    await w.runs.leaveTab(1);
    expect(w.events).toContainEqual(expect.objectContaining({ type: 'notice', code: 'storage-full' }));
    area.quota = Infinity;
    const model = scriptedModel();
    const next = worker(area, model, undefined, {}, forgetfulLedger, archive);
    await next.runs.resumeAll();
    await next.runs.waitUntilIdle();
    expect([model.asked, await next.store.listRuns()]).toEqual([[], []]);
  });

  it('that could not be written are stopped by the next run of their tab, by whichever worker drives them', async () => {
    const area = quotaArea();
    const w = worker(area, hanging(1));
    await w.runs.start(specOf({ tabId: 1 }));
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    area.quota = area.used() + 150; // room for the command, not for what follows
    await w.runs.sendCommand('r1', { id: 'b', type: 'restore', compaction: 'r1/9' });
    await w.runs.sendCommand('r1', STOP);
    await until(() => Promise.resolve(w.events.some((event) => event.type === 'notice')));
    area.quota = Infinity;
    await w.runs.start(specOf({ tabId: 1, runId: 'r2' }));
    await reaches(w, 'done', 'r2');
    expect((await w.store.listCommands('r1')).map(({ id }) => id)).toContain('r2/replaces');
  });

  it('that could not be written and were started again are stopped with their tab, which blocks no other', async () => {
    const area = quotaArea(10);
    const w = worker(area, hanging(1));
    await w.runs.start(specOf({ tabId: 1 }));
    await until(() => Promise.resolve(w.events.some((event) => event.type === 'notice')));
    area.quota = Infinity;
    await w.runs.start(specOf({ tabId: 1 }));
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    await w.runs.leaveTab(1);
    expect(w.rests.map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('are started though an earlier one cannot be deleted, and the others are left', async () => {
    const w = worker(quotaArea(), scriptedModel());
    for (const runId of ['a', 'b']) {
      await w.runs.start(specOf({ runId, tabId: runId === 'a' ? 1 : 2, private: true }));
      await reaches(w, 'done', runId);
    }
    await w.store.assignTab('b', 1);
    const remove = w.store.remove.bind(w.store);
    vi.spyOn(w.store, 'remove').mockImplementation((runId) =>
      runId === 'a' ? Promise.reject(new StoreError('denied', 'It does not answer.')) : remove(runId),
    );
    expect(await w.runs.start(specOf({ runId: 'c', tabId: 1 }))).toBe('c');
    expect(w.forgotten).toEqual(['a', 'b']);
    await w.runs.waitUntilIdle();
  });

  it('go with their tab to its new id, live ones included, and end there [R11.5]', async () => {
    const w = worker(quotaArea(), hanging(1));
    await w.runs.start(specOf({ tabId: 1 }));
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    await w.runs.replaceTab(1, 7);
    expect((await w.store.findRun('r1'))?.tabId).toBe(7);
    await w.runs.sendCommand('r1', STOP);
    await reaches(w, 'cancelled');
    expect((await w.store.findRun('r1'))?.tabId).toBe(7);
    await w.runs.leaveTab(1);
    expect(await w.store.findRun('r1')).not.toBeNull();
    await w.runs.leaveTab(7);
    expect(await w.store.findRun('r1')).toBeNull();
  });

  it('that lost their tab are shown by another when asked to, and stopped with that one', async () => {
    const w = worker(quotaArea(), opener());
    await w.runs.start(specOf({ job: 'ask', tabId: 1 }));
    await reaches(w, 'asking');
    await w.runs.continueOnTab('r1', 2);
    await w.runs.leaveTab(1);
    await w.runs.resumeAll();
    expect((await w.state('r1')).status).toBe('asking');
    await w.runs.leaveTab(2);
    expect(await w.store.listRuns()).toEqual([]);
  });

  it('that are continued beside a tab take the place of its live run, which is stopped, and of private ones', async () => {
    const w = worker(quotaArea(), hanging(2));
    for (const [runId, tabId] of [
      ['lost', 1],
      ['live', 2],
    ] as const) {
      await w.runs.start(specOf({ runId, tabId, private: runId === 'live' }));
      await until(async () => findActiveModelCall(await w.state(runId)) !== null);
    }
    await w.runs.continueOnTab('lost', 2);
    expect(w.forgotten).toEqual(['live']);
    expect(await w.store.listRuns()).toMatchObject([{ runId: 'lost', tabId: 2, status: 'running' }]);
    await w.runs.leaveTab(2);
  });
});
