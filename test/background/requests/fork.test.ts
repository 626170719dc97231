/** Retry, edit, branch and continue: one request, which keeps what came before and pays for nothing of it again. */
import { describe, expect, it } from 'vitest';
import { createAgentStore } from '../../../src/background/agents.ts';
import { createRunHandlers } from '../../../src/background/requests/run-requests.ts';
import type { ForkPlace } from '../../../src/lib/agent/frames/spec.ts';
import type { Model } from '../../../src/lib/agent/ports.ts';
import { createChargeReader } from '../../../src/lib/agent/budget/expense.ts';
import { isValidState } from '../../../src/lib/agent/store/run-state.ts';
import { findActiveModelCall } from '../../../src/lib/agent/state/agent-state.ts';
import { forgetfulLedger } from '../../kit/storage/ledgers.ts';
import { memoryArchive } from '../../kit/storage/memory-archive.ts';
import { quotaArea } from '../../kit/storage/quota-area.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { wishIn } from '../../kit/runs/spec.ts';
import { memoryBlobs, specOf } from '../../kit/runs/world.ts';
import { hanging, reaches, STOP, until, worker, type Worker } from '../runs/worker.ts';

const SENDER = {};

function forkIn(w: Worker, config = specOf()) {
  const agents = createAgentStore(memoryBlobs(), forgetfulLedger, []);
  const { 'run.fork': fork } = createRunHandlers({
    runs: w.runs,
    agents,
    config: () => Promise.resolve(config),
    listPageTools: () => Promise.resolve([]),
    store: w.store,
    now: () => Date.now(),
    product: 'test',
    getLanguage: () => 'en',
    loadTranslationLanguage: () => Promise.resolve('en'),
  });
  return (commandId: string, exchange: number, place: ForkPlace) =>
    fork({ type: 'run.fork', runId: 'r1', commandId, tabId: 1, exchange, place }, SENDER);
}

const archived = (model: Model): Worker => worker(quotaArea(), model, undefined, {}, forgetfulLedger, memoryArchive());

/** A summary, and a question after it. */
async function converse(w: Worker): Promise<void> {
  await w.runs.start(specOf({ tabId: 1 }));
  await reaches(w, 'done');
  await w.runs.followUp('r1', 'f', wishIn(specOf({ tabId: 1, job: 'ask', goal: 'And then?' })), specOf());
  await until(async () => (await w.state('r1')).exchanges.length === 1);
  await reaches(w, 'done');
}

const charges = async (w: Worker, runId: string) => {
  const read = createChargeReader();
  return (await w.store.load(runId)).flatMap((frame) => read(frame) ?? []);
};

describe('a fork of a conversation', () => {
  it('before an answer asks the model for that answer alone, and the conversation is as it was', async () => {
    const model = scriptedModel();
    const w = archived(model);
    await converse(w);
    const [before, asked] = [await w.store.load('r1'), model.asked.length];
    await forkIn(w)('again', 0, 'answer');
    await reaches(w, 'done', 'again');
    expect(model.asked.slice(asked).map(({ task }) => task)).toEqual(['summarise']);
    expect((await w.state('again')).exchanges.length).toBe(0);
    expect((await w.state('again')).request.answer?.text).toBe((await w.state('r1')).exchanges.at(0)?.answer?.text);
    expect(await charges(w, 'again')).toHaveLength(1);
    expect(await w.store.load('r1')).toEqual(before);
    expect((await w.state('again')).resumes).toBe(0);
  });

  it('before a later question takes another in its place; after an answer it waits for the next one', async () => {
    const model = scriptedModel();
    const w = archived(model);
    await converse(w);
    const asked = model.asked.length;
    const fork = forkIn(w);
    await fork('edited', 1, 'request');
    await fork('branch', 0, 'end');
    expect(model.asked.length).toBe(asked);
    expect(await w.store.load('branch')).toHaveLength((await w.store.load('edited')).length);
    await w.runs.followUp('edited', 'e', wishIn(specOf({ tabId: 1, job: 'ask', goal: 'And before?' })), specOf());
    await until(async () => (await w.state('edited')).exchanges.length === 1);
    await reaches(w, 'done', 'edited');
    expect((await w.state('edited')).spec?.goal).toBe('And before?');
    expect(await charges(w, 'branch')).toEqual([]);
    expect((await w.store.listRuns()).map(({ runId }) => runId)).toEqual(['edited']); // the others are in the history
  });

  it('keeps the last rating of each answer it keeps, whenever it was given, and no other', async () => {
    const w = archived(scriptedModel());
    await converse(w);
    for (const [exchange, rating] of [
      [0, 'good'],
      [1, 'bad'],
      [0, 'bad'],
    ] as const)
      await w.runs.sendCommand('r1', { id: `${rating} ${String(exchange)}`, type: 'rate', exchange, rating });
    await until(async () => (await w.state('r1')).ratings.get(0) === 'bad');
    const fork = forkIn(w);
    for (const [exchange, place, ratings] of [
      [0, 'answer', []],
      [0, 'end', [[0, 'bad']]],
      [1, 'request', [[0, 'bad']]],
      [1, 'answer', [[0, 'bad']]],
    ] as const) {
      const name = `${place} of ${String(exchange)}`;
      await fork(name, exchange, place);
      await reaches(w, 'done', name);
      expect([name, [...(await w.state(name)).ratings]]).toEqual([name, ratings]);
      expect(isValidState(await w.store.load(name))).toBe(true);
    }
    await fork('whole', 1, 'end');
    expect(new Map((await w.state('whole')).ratings)).toEqual(
      new Map([
        [0, 'bad'],
        [1, 'bad'],
      ]),
    );
  });

  it('before a stop goes on where it was stopped', async () => {
    const model = hanging(1);
    const w = archived(model);
    await w.runs.start(specOf({ tabId: 1 }));
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    await w.runs.sendCommand('r1', STOP);
    await reaches(w, 'cancelled');
    await forkIn(w)('more', 0, 'stop');
    await reaches(w, 'done', 'more');
    expect((await w.state('more')).request.answer?.partial).toBe(false);
    await forkIn(w)('anew', 0, 'answer');
    await reaches(w, 'done', 'anew');
    expect((await w.state('anew')).request.answer?.partial).toBe(false);
    expect((await w.state('r1')).status).toBe('cancelled');
  });

  it('is private always if its origin is or nothing is to be kept now, at every place, and stays so', async () => {
    for (const [origin, now] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      const w = archived(scriptedModel());
      await w.runs.start(specOf({ tabId: 1, private: origin }));
      await reaches(w, 'done');
      const fork = forkIn(w, specOf({ private: now }));
      for (const place of ['end', 'answer'] as const) {
        await fork(place, 0, place);
        await reaches(w, 'done', place);
        const made = await w.state(place);
        expect([place, (await w.store.findRun(place))?.private, made.spec?.private]).toEqual([
          place,
          origin || now,
          origin || now,
        ]);
        if (origin) break; // the origin was left with the first fork, and is deleted
      }
    }
  });

  it('of a private conversation is made once too, though the first request deleted that', async () => {
    const w = archived(scriptedModel());
    await w.runs.start(specOf({ tabId: 1, private: true }));
    await reaches(w, 'done');
    const fork = forkIn(w);
    await fork('branch', 0, 'end');
    expect(w.forgotten).toEqual(['r1']);
    expect(await fork('branch', 0, 'end')).toEqual({ runId: 'branch' });
    expect((await w.store.listRuns()).map(({ runId }) => runId)).toEqual(['branch']);
  });

  it('is made once however often it is asked for, and refused where there is no such place', async () => {
    const w = archived(scriptedModel());
    await converse(w);
    const fork = forkIn(w);
    await Promise.all([fork('again', 0, 'answer'), fork('again', 0, 'answer')]);
    await reaches(w, 'done', 'again');
    expect((await w.store.listRuns()).map(({ runId }) => runId)).toEqual(['again']);
    for (const [exchange, place] of [
      [2, 'end'],
      [0, 'stop'],
      [0, 'request'],
    ] as const)
      await expect(fork('none', exchange, place)).rejects.toMatchObject({ error: { code: 'run.gone' } });
  });
});
