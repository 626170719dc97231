/**
 * Appending to the frame store, early and late in a run: in the real worker over `chrome.storage.session`, and over the
 * area in memory in Node. The one rule: the commits are those of a real run, and each is awaited as the worker does.
 */
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { Commit } from '../../../src/lib/agent/frames/frames.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { rawLaunch } from '../../e2e/kit/raw.ts';
import { bundle } from '../bundle.ts';
import { median, p95, type Figure } from '../figure.ts';
import { commitsOf } from '../runs/long-run.ts';

/** Frames after which appending is timed: the next 60 frames are the sample. */
const LENGTHS = [10, 1600] as const;
const SAMPLE = 60;
const ROUNDS = 6;

type Round = Awaited<ReturnType<typeof inMemory>>;

async function inMemory(commits: readonly Commit[]): Promise<{ readonly times: number[]; readonly load: number }> {
  const area = createMemoryArea();
  const store = createFrameStore(area);
  const times: number[] = [];
  for (const commit of commits) {
    const began = performance.now();
    await store.append(commit);
    times.push(performance.now() - began);
  }
  const began = performance.now();
  await createFrameStore(area).load(commits[0]?.[0].runId ?? '');
  return { times, load: performance.now() - began };
}

/** Attaching to the worker stops its idle timer, which is of no account here. */
async function inWorker(
  commits: readonly Commit[],
): Promise<{ readonly rounds: readonly Round[]; readonly used: number }> {
  const x = await rawLaunch();
  try {
    const keeper = await x.open(x.url('manifest.json'));
    await keeper.evaluate(() => chrome.runtime.sendMessage({ type: 'bench.none' }).then(() => true));
    const worker = await x.attach(await x.workerUp());
    await worker.evaluate(await bundle(new URL('./store-page.ts', import.meta.url)));
    await worker.evaluate(`globalThis.commits = ${JSON.stringify(commits)}; true`);
    const rounds: Round[] = [];
    let used = 0;
    for (let i = 0; i <= ROUNDS; i += 1) {
      await worker.evaluate('clear(commits)');
      const before = await worker.evaluate<number>('usedBy()');
      const times = await worker.evaluate<number[]>(`appendAll(commits, 'bench-${i}')`);
      used = (await worker.evaluate<number>('usedBy()')) - before;
      rounds.push({ times, load: await worker.evaluate<number>(`loadAll('bench-${i}')`) });
    }
    return { rounds: rounds.slice(1), used }; // without the one that compiles
  } finally {
    await x.close();
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** `coarse`: the clock has steps of 0.1 ms, so that only a mean shows smaller differences. */
function rows(where: string, commits: readonly Commit[], rounds: readonly Round[], coarse: boolean): Figure[] {
  const append = LENGTHS.flatMap((length) => {
    const sample = rounds.flatMap(({ times }) =>
      times.filter((_, i) => {
        const seq = commits[i]?.[0].seq ?? -1;
        return seq >= length && seq < length + SAMPLE;
      }),
    );
    const name = `append, ${where}, after ${length} frames`;
    return [
      { name: `${name}, median`, value: median(sample), unit: 'ms' },
      ...(coarse ? [{ name: `${name}, mean`, value: sum(sample) / sample.length, unit: 'ms' }] : []),
      { name: `${name}, p95`, value: p95(sample), unit: 'ms' },
    ];
  });
  const loads = rounds.map(({ load }) => load);
  return [...append, { name: `load of ${LENGTHS[1]} frames, ${where}, median`, value: median(loads), unit: 'ms' }];
}

export async function storeBench(): Promise<Figure[]> {
  const commits = await commitsOf(LENGTHS[1] + SAMPLE);
  const inNode: Round[] = [];
  for (let i = 0; i <= ROUNDS; i += 1) inNode.push(await inMemory(commits));
  const { rounds, used } = await inWorker(commits);
  const frames = commits.flat().length;
  return [
    ...rows('session area in the worker', commits, rounds, true),
    { name: 'session area, bytes in use per frame (its quota is 10,485,760)', value: used / frames, unit: 'B' },
    ...rows('memory in Node', commits, inNode.slice(1), false),
  ];
}
