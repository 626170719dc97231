/** The same asked again while a run is live: that run is shown, and nothing is started or paid. */
import { describe, expect, it } from 'vitest';
import { findActiveModelCall } from '../../../src/lib/agent/state/agent-state.ts';
import { quotaArea } from '../../kit/storage/quota-area.ts';
import { modelsOf, specOf } from '../../kit/runs/world.ts';
import { hanging, opener, reaches, STOP, TAB, until, worker } from './worker.ts';

describe('live runs', () => {
  it('are joined by the same request on the same page, which starts and pays nothing, also while one waits [R11.4]', async () => {
    const model = hanging(1);
    const w = worker(quotaArea(), model);
    const [one, two] = await Promise.all([w.runs.start(specOf()), w.runs.start(specOf({ runId: 'r2' }))]);
    expect([one, two]).toEqual(['r1', 'r1']);
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    const grants = [{ tool: 'open_link', origin: 'https://example.org' }];
    expect(await w.runs.start(specOf({ runId: 'r3', grants }))).toBe('r1');
    expect(model.asked).toHaveLength(1);
    expect((await w.store.listRuns()).map(({ runId }) => runId)).toEqual(['r1']);
    const asking = worker(quotaArea(), opener());
    await asking.runs.start(specOf({ job: 'ask', goal: 'Open it.' }));
    await reaches(asking, 'asking');
    expect(await asking.runs.start(specOf({ runId: 'r2', job: 'ask', goal: 'Open it.' }))).toBe('r1');
    expect((await asking.state('r1')).status).toBe('asking');
  });

  it.each([
    ['another goal', { goal: 'Summarise it briefly.' }],
    ['another selection', { selection: 'b'.repeat(64) }],
    ['another model', { models: modelsOf({ id: 'other' }) }],
    ['another limit', { limits: { ...specOf().limits, maxSteps: 2 } }],
  ])('are replaced by a request with %s', async (_what, changes) => {
    const w = worker(quotaArea(), hanging(1));
    await w.runs.start(specOf());
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    expect(await w.runs.start(specOf({ runId: 'r2', ...changes }))).toBe('r2');
    await reaches(w, 'cancelled', 'r1');
  });

  it.each([
    ['another page', 'https://example.org/b', 'r2'],
    ['another route of an app', 'https://example.org/a#/inbox', 'r2'],
    ['a page that is not known', '', 'r2'],
    ['another part of the page', 'https://example.org/a#tides', 'r1'],
  ])('are joined from the page that they have read alone: %s', async (_what, url, shown) => {
    const w = worker(quotaArea(), hanging(1));
    await w.runs.start(specOf());
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    const { url: before } = TAB;
    TAB.url = url;
    try {
      expect(await w.runs.start(specOf({ runId: 'r2' }))).toBe(shown);
    } finally {
      TAB.url = before;
    }
    if (shown === 'r2') await reaches(w, 'cancelled', 'r1');
  });

  it('are not joined while they are being stopped, nor once they are over', async () => {
    const w = worker(quotaArea(), hanging(1));
    await w.runs.start(specOf());
    await until(async () => findActiveModelCall(await w.state('r1')) !== null);
    const stopped = w.runs.sendCommand('r1', STOP);
    expect(await w.runs.start(specOf({ runId: 'r2' }))).toBe('r2');
    await stopped;
    await reaches(w, 'done', 'r2');
    expect(await w.runs.start(specOf({ runId: 'r3' }))).toBe('r3');
  });
});
