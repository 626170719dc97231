/** A fork has the past of a run, and goes on as a run with that past would. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addExpenses, createChargeReader, NO_EXPENSE } from '../../../src/lib/agent/budget/expense.ts';
import type { Commit, Frame } from '../../../src/lib/agent/frames/frames.ts';
import { createLogFromFrames } from '../../../src/lib/agent/log/trajectory-log.ts';
import { forkFrames } from '../../../src/lib/agent/store/fork.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import { stringifyCanonical } from '../../../src/lib/base/json.ts';
import { isValidState } from '../../../src/lib/agent/store/run-state.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { play } from '../../kit/runs/generated-run.ts';
import { playWithDeaths } from '../../kit/runs/kill-schedule.ts';
import { plots } from '../../kit/runs/plots.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';

digestInTurn();

const FORKED = { runId: 'fork', at: 2_000_000, product: 'test', isPrivate: false };
const fork = (frames: readonly Frame[]): readonly Frame[] => forkFrames(frames as Commit, FORKED);

/** Without what names the run: ids, the keys made of them, and what a scripted model makes of those. */
function toShape(frames: readonly Frame[]): unknown {
  const { runId = '' } = frames[0] ?? {};
  const names = new Map<string, string>();
  // as many letters of another digest may be more tokens
  const isCounted = (frame: Frame): boolean => frame.kind === 'usage' && frame.source !== 'provider';
  const comparable = frames.map((frame) => ({ ...frame, spec: null, ...(isCounted(frame) ? { output: 0 } : {}) }));
  const text = stringifyCanonical(JSON.parse(JSON.stringify(comparable)))
    .replaceAll(`"${runId}"`, '"run"')
    .replaceAll(`"${runId}/`, '"run/')
    .replace(/\b(answer of )[0-9a-f]+/gi, '$1it')
    .replace(/\b[0-9a-f]{8,64}\b/g, (key) => {
      if (!names.has(key)) names.set(key, `#${String(names.size)}`);
      return names.get(key) ?? '';
    });
  return JSON.parse(text);
}

it('a fork at any frame goes on as a run with that past, asks what is left to ask, and pays for nothing before it [R11.10]', async () => {
  let forks = 0;
  await fc.assert(
    fc.asyncProperty(plots({ maxLength: 2, flaky: fc.constant([0]) }), fc.nat(), async (plot, n) => {
      const { deaths } = await playWithDeaths(plot);
      const begun = deaths.filter(({ left }) => left.frames.length > 0);
      const death = begun[n % begun.length];
      if (!death) return;
      const { left } = death;
      const [whole, forked] = [await play(plot, left), await play(plot, { ...left, frames: fork(left.frames) })];
      expect(toShape(forked.frames)).toEqual(toShape(whole.frames));
      expect(forked.asked.length).toBe(whole.asked.length);
      const readCharge = createChargeReader();
      const charged = forked.frames.flatMap((frame) => readCharge(frame) ?? []);
      expect(charged.filter(({ seq }) => seq < left.frames.length)).toEqual([]);
      const total = charged.map(({ expense }) => expense).reduce(addExpenses, NO_EXPENSE);
      const tokens = { input: total.input, output: total.output };
      const store = createFrameStore(createMemoryArea());
      await store.append(forked.frames.slice(0, left.frames.length) as unknown as Commit);
      for (const frame of forked.frames.slice(left.frames.length)) await store.append([frame]);
      expect(await store.findRun('fork')).toMatchObject(tokens);
      const { metrics } = createLogFromFrames(forked.frames);
      expect(metrics.totalTokens).toEqual(tokens);
      expect(metrics.modelCalls).toBe(
        forked.frames.filter(({ kind, seq }) => kind === 'model.call' && seq >= left.frames.length).length,
      );
      forks += 1;
    }),
    { numRuns: 200 },
  );
  expect(forks).toBeGreaterThan(180);
});

it('of any number of frames has the state of the run at that frame, but for what that has paid', async () => {
  await fc.assert(
    fc.asyncProperty(plots({ maxLength: 3 }), async (plot) => {
      const { frames } = await play(plot);
      for (let kept = 1; kept <= frames.length; kept += 1) {
        const copied = fork(frames.slice(0, kept));
        expect(isValidState(copied)).toBe(true);
        expect(toShape(copied)).toEqual(toShape(frames.slice(0, kept)));
        expect(foldAll(copied).usage).toMatchObject({ input: 0, output: 0 });
        expect(foldAll(copied).status).toBe(foldAll(frames.slice(0, kept)).status);
      }
    }),
    { numRuns: 25 },
  );
});
