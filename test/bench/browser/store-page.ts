/** The part of the store's benchmark that runs in the browser: times each append, and the load, of a whole run. */
import { createSessionArea } from '../../../src/chrome/storage/areas.ts';
import type { Commit } from '../../../src/lib/agent/frames/frames.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';

const WARM_UP = 100;

/** Appends the commits in order, as a run of its own. Milliseconds of each. */
async function appendAll(commits: readonly Commit[], runId: string): Promise<number[]> {
  const store = createFrameStore(createSessionArea());
  const times: number[] = [];
  for (const commit of commits) {
    const [first, ...rest] = commit;
    const own: Commit = [{ ...first, runId }, ...rest.map((frame) => ({ ...frame, runId }))];
    const began = performance.now();
    await store.append(own);
    times.push(performance.now() - began);
  }
  return times;
}

/** Milliseconds of loading a run's frames, by a store that knows nothing yet, as after the worker's death. */
async function loadAll(runId: string): Promise<number> {
  const began = performance.now();
  await createFrameStore(createSessionArea()).load(runId);
  return performance.now() - began;
}

/** Forgets every run, and appends a few frames of another, so that the forgetting has ended before the next is timed. */
async function clear(commits: readonly Commit[]): Promise<void> {
  await chrome.storage.session.clear();
  await appendAll(commits.slice(0, WARM_UP), 'warm-up');
}

const usedBy = (): Promise<number> => chrome.storage.session.getBytesInUse(null);

Object.assign(globalThis, { appendAll, loadAll, clear, usedBy });
