/**
 * What the loop itself costs: time per step early and late in one long run, bytes per step, and the time to resume. The
 * one rule: nothing is subtracted. A step is one decision of the model and one call of a tool, as in
 * `peer-loop.ts`; the model's reply and the tool's result are there at once, so what is left is the loop, its frames and
 * its folds.
 */
import { createMemoryArea, type StorageArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { Commit } from '../../../src/lib/agent/frames/frames.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { endsAgentStep, payloadOf, startAgentRun } from './agent-run.ts';
import { median, p95, slope, type Figure } from '../figure.ts';
import { commitsOf, start, worldOfParts } from './long-run.ts';
import { LAST, STEPS, stepFigures } from './loop-shape.ts';

const RUNS = 20;
const LONG = 1600;

/** Milliseconds of each step of one run, the first step first; each commit is handed on before the next is asked for. */
async function timesOfSteps(keep: (commit: Commit) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let began = performance.now();
  for await (const commit of startAgentRun()) {
    await keep(commit);
    if (!endsAgentStep(commit)) continue;
    const now = performance.now();
    times.push(now - began);
    began = now;
  }
  if (times.length !== LAST) throw new Error(`The run ended after ${times.length} steps.`);
  return times;
}

async function stepTimes(name: string, keeper: () => Parameters<typeof timesOfSteps>[0]): Promise<Figure[]> {
  await timesOfSteps(keeper()); // the one that compiles
  const runs: number[][] = [];
  for (let i = 0; i < RUNS; i += 1) runs.push(await timesOfSteps(keeper()));
  return stepFigures(name, runs);
}

/** What each step of a run writes, in bytes of keys and JSON: the area's view of the real store. */
async function bytes(): Promise<Figure[]> {
  const encoder = new TextEncoder();
  const size = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
  const inner = createMemoryArea();
  let written = 0;
  const area: StorageArea = {
    ...inner,
    set(items) {
      for (const [key, value] of Object.entries(items)) written += key.length + size(value);
      return inner.set(items);
    },
  };
  const store = createFrameStore(area);
  const whole: number[] = [];
  const own: number[] = [];
  let [before, payload] = [0, 0];
  for await (const commit of startAgentRun()) {
    await store.append(commit);
    payload += payloadOf(commit, size);
    if (!endsAgentStep(commit)) continue;
    whole.push(written - before);
    own.push(written - before - payload);
    [before, payload] = [written, 0];
  }
  return [
    ...STEPS.map((step) => ({
      name: `bytes written per step, step ${step}`,
      value: whole[step - 1] ?? NaN,
      unit: 'B',
    })),
    { name: 'of these not payload (envelopes, heads, keys), step 400', value: own[399] ?? NaN, unit: 'B' },
    { name: 'growth of bytes per step, from one step to the next', value: slope(whole.slice(1)), unit: 'B' },
  ];
}

/** A run of 1,600 frames that was cut while the model was answering: from the stored frames to what happens next. */
async function resume(): Promise<Figure[]> {
  const area = createMemoryArea();
  const commits = await commitsOf(LONG);
  while (commits.at(-1)?.[0].kind !== 'model.call') commits.pop();
  const writer = createFrameStore(area);
  for (const commit of commits) await writer.append(commit);
  const runId = commits[0]?.[0].runId ?? '';
  const world = worldOfParts(Math.ceil(LONG / 3));
  // the page has to be in the blob store of the world that resumes
  for await (const commit of start(world)) if (commit[0].kind === 'tool.result') break;
  const taken: Record<'load' | 'fold' | 'first' | 'call', number[]> = { load: [], fold: [], first: [], call: [] };
  for (let i = 0; i < RUNS; i += 1) {
    const began = performance.now();
    const past = await createFrameStore(area).load(runId);
    const loaded = performance.now();
    foldAll(past);
    const folded = performance.now();
    const frames = start(world, past);
    const first = await frames.next();
    const next = performance.now();
    let commit = first;
    while (!commit.done && commit.value[0].kind !== 'model.call') commit = await frames.next();
    const called = performance.now();
    if (commit.done) throw new Error('The resumed run ended without a model call.');
    if (i < 3) continue; // these compile
    taken.load.push(loaded - began);
    taken.fold.push(folded - loaded);
    taken.first.push(next - folded);
    taken.call.push(called - folded);
  }
  const row = (what: string, times: readonly number[]): Figure[] => [
    { name: `resume, 1,600 frames: ${what}, median`, value: median(times), unit: 'ms' },
    { name: `resume, 1,600 frames: ${what}, p95`, value: p95(times), unit: 'ms' },
  ];
  return [
    ...row('load from memory', taken.load),
    ...row('fold', taken.fold),
    ...row('run(past) to its first commit', taken.first),
    ...row('run(past) to the next model call (the page is split again)', taken.call),
  ];
}

export async function loopBench(): Promise<Figure[]> {
  return [
    ...(await stepTimes('loop alone', () => () => Promise.resolve())),
    ...(await stepTimes('loop and store in memory', () => {
      const store = createFrameStore(createMemoryArea());
      return (commit) => store.append(commit);
    })),
    ...(await bytes()),
    ...(await resume()),
  ];
}
