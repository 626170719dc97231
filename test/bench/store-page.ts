/** The part of the store's benchmark that runs in the browser: times each append, and the load, of a whole run. */
import { sessionArea } from '../../src/chrome/session-area.ts';
import type { Commit } from '../../src/lib/agent/frames.ts';
import { createFrameStore } from '../../src/lib/agent/store.ts';

/** Appends the commits in order under a run id of their own, and forgets them. Milliseconds. */
async function appendAll(
  commits: readonly Commit[],
  runId: string,
): Promise<{ readonly times: number[]; readonly load: number }> {
  const store = createFrameStore(sessionArea());
  const times: number[] = [];
  for (const commit of commits) {
    const [first, ...rest] = commit;
    const own: Commit = [{ ...first, runId }, ...rest.map((frame) => ({ ...frame, runId }))];
    const began = performance.now();
    await store.append(own);
    times.push(performance.now() - began);
  }
  const began = performance.now();
  await createFrameStore(sessionArea()).load(runId);
  const load = performance.now() - began;
  await store.remove(runId);
  return { times, load };
}

Object.assign(globalThis, { appendAll });
