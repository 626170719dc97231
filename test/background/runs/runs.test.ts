import { describe, expect, it, vi } from 'vitest';
import { selectBestPartial } from '../../../src/lib/agent/state/partial-answer.ts';
import { findActiveModelCall } from '../../../src/lib/agent/state/agent-state.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { quotaArea, type QuotaArea } from '../../kit/storage/quota-area.ts';
import { echo, scriptedModel } from '../../kit/models/scripted-model.ts';
import { specOf, termsIn } from '../../kit/runs/world.ts';

import { hanging, opener, reaches, STOP, until, worker } from './worker.ts';

describe('runs', () => {
  it('acknowledge a start only when its first frame is stored, and keep the worker awake exactly while one lives [R6.1] [R6.2b]', async () => {
    const w = worker(quotaArea(), scriptedModel());
    await w.runs.start(specOf());
    expect((await w.store.load('r1'))[0]?.kind).toBe('agent.invoked');
    await reaches(w, 'done');
    await until(() => Promise.resolve(!w.awake()));
  });

  it('take the same start delivered twice as one', async () => {
    const model = scriptedModel();
    const w = worker(quotaArea(), model);
    await Promise.all([w.runs.start(specOf()), w.runs.start(specOf())]);
    await w.runs.start(specOf());
    await reaches(w, 'done');
    expect(model.asked).toHaveLength(1);
    expect(await w.store.listRuns()).toHaveLength(1);
  });

  it('stop at once on cancel, and a cancel delivered twice is one', async () => {
    const w = worker(quotaArea(), hanging(1));
    await w.runs.start(specOf());
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    await Promise.all([w.runs.sendCommand('r1', STOP), w.runs.sendCommand('r1', STOP)]);
    await reaches(w, 'cancelled');
    expect(selectBestPartial(await w.state('r1'))).toBe('So far');
    expect((await w.store.load('r1')).filter((frame) => frame.kind === 'control')).toHaveLength(1);
  });

  it('go on after the worker died, by whatever wakes the next one', async () => {
    const area = quotaArea();
    const first = worker(area, hanging(1));
    await first.runs.start(specOf());
    await until(async () => findActiveModelCall(await first.state('r1')) !== null);
    const second = worker(area, scriptedModel());
    await Promise.all([second.runs.resumeAll(), second.runs.resumeAll()]);
    await reaches(second, 'done');
    expect((await second.state('r1')).resumes).toBe(1);
  });

  it('keep what a failed run is to be shown again until it is tried again', async () => {
    const failure = { code: 'model.x', message: 'm', hint: 'c', retryable: false } as const;
    const w = worker(
      quotaArea(),
      scriptedModel(() => [{ type: 'error', failure }]),
    );
    await w.runs.start(specOf());
    await reaches(w, 'failed');
    await w.runs.sendCommand('r1', { id: 'w', type: 'restore', compaction: 'r1/3' });
    expect(await w.store.listCommands('r1')).toMatchObject([{ id: 'w', type: 'restore' }]);
    expect((await w.state('r1')).status).toBe('failed');
  });

  it('take the rating of an answer, also one that was stored in the moment the worker died', async () => {
    const area = quotaArea();
    const model = scriptedModel();
    const first = worker(area, model);
    await first.runs.start(specOf());
    await reaches(first, 'done');
    await first.runs.sendCommand('r1', { id: 'one', type: 'rate', exchange: 0, rating: 'good' });
    await until(async () => (await first.state('r1')).ratings.get(0) === 'good');
    await createFrameStore(area).send('r1', { id: 'two', type: 'rate', exchange: 0, rating: 'bad' });
    const second = worker(area, model);
    await second.runs.resumeAll();
    await until(async () => (await second.state('r1')).ratings.get(0) === 'bad');
    expect([(await second.state('r1')).status, model.asked.length]).toEqual(['done', 1]);
  });

  it('honour a cancel that was stored in the moment the worker died', async () => {
    const area = quotaArea();
    const first = worker(area, hanging(1));
    await first.runs.start(specOf());
    await until(async () => findActiveModelCall(await first.state('r1')) !== null);
    await createFrameStore(area).send('r1', { id: 'c', type: 'cancel' });
    const second = worker(area, scriptedModel());
    await second.runs.resumeAll();
    await reaches(second, 'cancelled');
  });

  it('go on with a wish that was stored in the moment the worker died', async () => {
    const area = quotaArea();
    const first = worker(area, scriptedModel());
    await first.runs.start(specOf());
    await reaches(first, 'done');
    const { job, goal, tabId, also, selection, pictures, language, sources, agent, action, ...config } = specOf({
      goal: 'And then?',
    });
    const wish = { job, goal, tabId, also, selection, pictures, language, sources, agent, action };
    await createFrameStore(area).send('r1', {
      id: 'f',
      type: 'follow',
      request: wish,
      config: termsIn({ ...config, ...wish }),
    });
    const second = worker(area, scriptedModel());
    await second.runs.resumeAll();
    await until(async () => (await second.state('r1')).exchanges.length === 1);
    await reaches(second, 'done');
    expect((await second.state('r1')).spec?.goal).toBe('And then?');
  });

  it('sleep out a wait and go on by themselves', async () => {
    const model = scriptedModel((request, nth) =>
      nth === 0
        ? [
            {
              type: 'error',
              failure: { code: 'model.rate-limited', message: 'm', hint: 'c', retryable: true, retryAfterMs: 300 },
            },
          ]
        : echo(request, nth),
    );
    const w = worker(quotaArea(), model);
    await w.runs.start(specOf());
    await reaches(w, 'waiting');
    expect(w.awake()).toBe(true);
    await reaches(w, 'done');
  });

  it('replace a live run of the same tab by the new one', async () => {
    const w = worker(quotaArea(), hanging(1));
    await w.runs.start(specOf());
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    await w.runs.start(specOf({ runId: 'r2', goal: 'Summarise it briefly.' }));
    await reaches(w, 'cancelled', 'r1');
    await reaches(w, 'done', 'r2');
  });

  it('make room from the oldest finished run when storage is full, and lose no frame of the live one [R6.4a]', async () => {
    const area: QuotaArea = quotaArea();
    const w = worker(area, scriptedModel());
    await w.runs.start(specOf({ runId: 'old', tabId: 1 }));
    await reaches(w, 'done', 'old');
    area.quota = area.used() + 1000;
    await w.runs.start(specOf({ runId: 'new', tabId: 2 }));
    await reaches(w, 'done', 'new');
    expect((await w.store.listRuns()).map((head) => head.runId)).toEqual(['new']);
  });

  it('say so when there is no room at all, and stop there', async () => {
    const area = quotaArea(600);
    const w = worker(area, scriptedModel());
    await w.runs.start(specOf());
    await until(() =>
      Promise.resolve(w.events.some((event) => event.type === 'notice' && event.code === 'storage-full')),
    );
    await until(() => Promise.resolve(!w.awake()));
  });

  it('try once, and not for ever, to write a stop for which there is no room', async () => {
    const area = quotaArea();
    const w = worker(area, hanging(1));
    await w.runs.start(specOf());
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    area.quota = area.used() + 100; // room for the command, not for the frames that take it
    await w.runs.sendCommand('r1', STOP);
    await until(() => Promise.resolve(w.events.some((event) => event.type === 'notice')));
    await until(() => Promise.resolve(!w.awake()));
    expect(w.events.filter((event) => event.type === 'notice')).toHaveLength(1);
  });

  it('that could not be written are tried again when the person says so, and go on once there is room', async () => {
    const area = quotaArea();
    const w = worker(area, hanging(1));
    await w.runs.start(specOf());
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    area.quota = area.used() + 150; // room for the command, not for what follows
    await w.runs.sendCommand('r1', STOP);
    await until(() => Promise.resolve(w.events.some((event) => event.type === 'notice')));
    area.quota = Infinity;
    await w.runs.retry('r1', 'again', termsIn(specOf()));
    await reaches(w, 'cancelled'); // the stop was stored, and holds
  });

  it('are all forgotten on clear, the live ones stopped first', async () => {
    const w = worker(quotaArea(), hanging(1));
    await w.runs.start(specOf());
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    await w.runs.clear(() => w.store.clear());
    expect(await w.store.listRuns()).toEqual([]);
    expect(await w.store.load('r1')).toEqual([]);
    expect(w.awake()).toBe(false);
  });

  it('wait for a person in the dark, and act on a yes that was stored in the moment the worker died [R2.3b] [R6.2c]', async () => {
    const area = quotaArea();
    const first = worker(area, opener());
    await first.runs.start(specOf({ job: 'ask' }));
    await reaches(first, 'asking');
    await until(() => Promise.resolve(!first.awake()));
    expect(first.rests.at(-1)?.status).toBe('asking');
    expect(first.opened).toEqual([]);
    const [ask] = (await first.state('r1')).request.asks;
    if (!ask?.call) throw new Error('Nothing was asked.');
    await createFrameStore(area).send('r1', {
      id: 'yes',
      type: 'approve',
      ask: ask.key,
      hash: ask.call.hash,
      always: null,
    });
    const second = worker(area, opener());
    await second.runs.resumeAll();
    await reaches(second, 'done');
    expect(second.opened).toEqual(['https://example.org/more']);
  });

  it('ignore a yes to another call than the one that was shown', async () => {
    const w = worker(quotaArea(), opener());
    await w.runs.start(specOf({ job: 'ask' }));
    await reaches(w, 'asking');
    const [ask] = (await w.state('r1')).request.asks;
    await w.runs.sendCommand('r1', {
      id: 'yes',
      type: 'approve',
      ask: ask?.key ?? '',
      hash: 'f'.repeat(64),
      always: null,
    });
    await w.runs.sendCommand('r1', { id: 'no', type: 'decline', ask: ask?.key ?? '' });
    await reaches(w, 'done');
    expect(w.opened).toEqual([]);
  });

  it('keep the worker awake for one that begins in the moment the last one ended', async () => {
    const w = worker(quotaArea(), hanging(2));
    const heads = w.store.listRuns.bind(w.store);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const looking: ReturnType<typeof heads>[] = [];
    vi.spyOn(w.store, 'listRuns').mockImplementation(() => {
      if (w.rests.length === 0 || looking.length > 0) return heads();
      return looking[looking.push(heads().then((found) => gate.then(() => found))) - 1] ?? heads();
    });
    await w.runs.start(specOf());
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    await w.runs.sendCommand('r1', STOP);
    await until(() => Promise.resolve(looking.length > 0));
    await w.runs.start(specOf({ runId: 'r2' }));
    await until(async () => findActiveModelCall(await w.state('r2')) !== null);
    release();
    await looking[0];
    expect(w.awake()).toBe(true);
  });

  it('are one at a time on a tab, however quickly two are asked for', async () => {
    const w = worker(quotaArea(), hanging(2));
    await Promise.all([w.runs.start(specOf()), w.runs.start(specOf({ runId: 'r2', goal: 'Briefly.' }))]);
    await reaches(w, 'cancelled', 'r1');
  });

  it('that are just beginning are forgotten on clear and go with their tab, too', async () => {
    const w = worker(quotaArea(), hanging(2));
    await Promise.all([w.runs.start(specOf()), w.runs.clear(() => w.store.clear())]);
    await Promise.all([w.runs.start(specOf({ runId: 'r2' })), w.runs.leaveTab(specOf().tabId)]);
    expect(await w.store.listRuns()).toEqual([]);
    await w.runs.waitUntilIdle();
    expect(w.events.filter((event) => event.type === 'notice')).toEqual([]);
  });

  it('are forgotten on clear also where there is no room to write that they stop', async () => {
    const area = quotaArea();
    const w = worker(area, opener());
    await w.runs.start(specOf({ job: 'ask' }));
    await reaches(w, 'asking');
    area.quota = area.used();
    await w.runs.clear(() => w.store.clear());
    expect(await w.store.listRuns()).toEqual([]);
  });

  it('make room for a person’s word from the oldest finished run', async () => {
    const area = quotaArea();
    const w = worker(area, opener());
    await w.runs.start(specOf({ runId: 'old', tabId: 9 }));
    await w.runs.waitUntilIdle();
    await w.runs.start(specOf({ job: 'ask' }));
    await w.runs.waitUntilIdle();
    area.quota = area.used();
    await w.runs.sendCommand('r1', STOP);
    await reaches(w, 'cancelled');
  });

  it('tell when none is under way, for an update to be let in', async () => {
    const w = worker(quotaArea(), scriptedModel());
    await w.runs.waitUntilIdle();
    await w.runs.start(specOf());
    await w.runs.waitUntilIdle();
    expect((await w.state('r1')).status).toBe('done');
  });
});
