/** What a run by the clock is given. */
import { expect, test } from 'vitest';
import { createSpec } from '../../src/background/schedules.ts';
import type { RunConfig } from '../../src/lib/agent/frames/frames.ts';
import { memoryBlobs, specOf, termsIn } from '../kit/runs/world.ts';
import { article, schedule } from '../lib/schedules/world.ts';

const SETTINGS: RunConfig = {
  ...termsIn(specOf({ job: 'ask' })),
  grants: [{ tool: 'open_link', origin: 'https://a.example' }],
  search: [{ kind: 'wikipedia' }] as unknown as RunConfig['search'],
  serverTools: [{ name: 'send' }] as unknown as NonNullable<RunConfig['serverTools']>,
};

test('the one page, what was reserved for it, and no tab, grant, engine or tool of a server', async () => {
  const blobs = memoryBlobs();
  const page = article('The harbour is open.');
  const spec = await createSpec(schedule(), { runId: 'schedule-s-1', reserved: 7000 }, page, {
    config: () => Promise.resolve(SETTINGS),
    agents: { assertCallable: () => Promise.reject(new Error('no agent was asked for')) },
    blobs,
  });
  expect(spec).toMatchObject({ runId: 'schedule-s-1', job: 'ask', goal: 'What is new?', tabId: -1, also: [] });
  expect(spec).toMatchObject({ grants: [], search: [], serverTools: [], limits: { tokenBudget: 7000 } });
  expect(JSON.parse((await blobs.get(spec.byClock?.page ?? '')) ?? 'null')).toEqual(page);
});
