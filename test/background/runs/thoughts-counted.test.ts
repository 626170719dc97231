/** A model that thinks until it is stopped: what it thought was paid for. */
import { expect, it } from 'vitest';
import { setTimeout as wait } from 'node:timers/promises';
import { quotaArea } from '../../kit/storage/quota-area.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { specOf } from '../../kit/runs/world.ts';
import { reaches, STOP, until, worker, type Worker } from './worker.ts';

/** `onRead`: called once a thought was read. */
function thinking(onRead = (): void => undefined): ReturnType<typeof scriptedModel> {
  return {
    ...scriptedModel(),
    async *stream(_, signal) {
      while (!signal.aborted) {
        yield { type: 'thought', text: 'I wonder about water. ' };
        onRead();
        await wait(20);
      }
      yield { type: 'aborted' };
    },
  };
}

const findUsage = async ({ store }: Worker) => (await store.load('r1')).find((frame) => frame.kind === 'usage');
const countThoughts = async ({ store }: Worker) => (await store.loadDrafts('r1'))[0]?.reasoning ?? 0;

it('counts them where the run is stopped', async () => {
  let onRead = (): void => undefined;
  const read = new Promise<void>((resolve) => (onRead = resolve));
  const w = worker(
    quotaArea(),
    thinking(() => onRead()),
  );
  await w.runs.start(specOf());
  await read;
  await w.runs.sendCommand('r1', STOP);
  await reaches(w, 'cancelled');
  const usage = await findUsage(w);
  if (usage?.kind !== 'usage') throw new Error('no usage');
  expect(usage.reasoning).toBeGreaterThan(0);
  expect(usage).toMatchObject({ output: usage.reasoning, source: 'counted' });
});

it('counts them where the worker died', async () => {
  const area = quotaArea();
  const first = worker(area, thinking());
  await first.runs.start(specOf());
  await until(async () => (await countThoughts(first)) > 0);
  const second = worker(area, scriptedModel());
  const stored = await countThoughts(second);
  await second.runs.resumeAll();
  await reaches(second, 'done');
  const usage = await findUsage(second);
  if (usage?.kind !== 'usage') throw new Error('no usage');
  expect(usage).toMatchObject({ source: 'lost', output: usage.reasoning });
  expect(usage.reasoning).toBeGreaterThanOrEqual(stored);
});
