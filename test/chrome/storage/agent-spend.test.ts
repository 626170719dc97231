import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { countSpend, loadSpend, filterUncounted } from '../../../src/chrome/storage/agent-spend.ts';
import { getTotalCost } from '../../../src/lib/agent/budget/cost.ts';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { foldAll, iterateSubAgents, type AgentState } from '../../../src/lib/agent/store/run-state.ts';
import { MAX_RUNS_COUNTED } from '../../../src/lib/protocol/stored.ts';
import { play } from '../../kit/generated-run.ts';
import { installLocal, type LocalArea } from '../../kit/local-area.ts';
import { IDS_OF_AGENTS, nests } from '../../kit/nests.ts';
import { manifestOf } from '../../kit/played-agents.ts';
import { plotOf } from '../../kit/plots.ts';
import { digestInTurn } from '../../kit/virtual-clock.ts';

digestInTurn();

let area: LocalArea;
beforeEach(() => {
  area = installLocal();
});

/** The same run under another id, as it stood after so many frames. */
const runOf = (frames: readonly Frame[], runId: string, length = frames.length): AgentState => {
  const state = foldAll(frames.slice(0, length));
  return { ...state, spec: state.spec && { ...state.spec, runId } };
};

/** What the agents of a run have taken, invocation by invocation. */
function takenBy(state: AgentState, id: string) {
  const subs = [...iterateSubAgents(state)].filter(({ spec }) => spec?.sub?.agent.id === id);
  const costs = subs.map(({ bill }) => getTotalCost(bill));
  return {
    invocations: subs.length,
    input: subs.reduce((sum, { usage }) => sum + usage.input, 0),
    output: subs.reduce((sum, { usage }) => sum + usage.output, 0),
    cost: costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  };
}

const calling = (id: string) => ({ calls: [{ name: `agent_${id}`, args: { reasoning: 'r', task: 'Do it.' } }] });
const PRICES = { input: 1_000_000, cached: 1_000_000, output: 2_000_000, asOf: '' };
/** Calls `a`, which calls `b`. */
const nested = (prices: typeof PRICES | null) =>
  play(
    plotOf([calling('a')], {
      prices,
      usage: { input: 10, output: 5 },
      agents: [
        { manifest: manifestOf({ id: 'a', uses: ['b'] }), script: [calling('b')] },
        { manifest: manifestOf({ id: 'b' }), script: [] },
      ],
    }),
  );

describe('what agents have taken', () => {
  it('is nothing for one that was never called', async () => {
    expect(await loadSpend(['a'])).toEqual(new Map());
  });

  it('is told by agent, with what those took that it called, over all runs', async () => {
    const { frames } = await nested(PRICES);
    await countSpend(runOf(frames, 'one'));
    await countSpend(runOf(frames, 'two'));
    expect(await loadSpend(['a', 'b', 'c'])).toEqual(
      new Map([
        ['a', { invocations: 2, input: 60, output: 30, cost: 120 }],
        ['b', { invocations: 2, input: 20, output: 10, cost: 40 }],
      ]),
    );
  });

  it('has no cost once the price of some of it is not known', async () => {
    const [known, unknown] = [await nested(PRICES), await nested(null)];
    await countSpend(runOf(known.frames, 'one'));
    await countSpend(runOf(unknown.frames, 'two'));
    await countSpend(runOf(known.frames, 'three'));
    expect((await loadSpend(['b'])).get('b')).toEqual({ invocations: 3, input: 30, output: 15, cost: null });
  });

  it('counts each invocation once, however often and whenever runs are looked at, and whichever writes fail', async () => {
    const look = fc.record({ run: fc.nat(1), at: fc.double({ min: 0, max: 1, noNaN: true }), full: fc.boolean() });
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(nests({ maxSteps: 1 }), fc.array(look, { maxLength: 8 }), async (plot, looks) => {
        area = installLocal();
        const { frames } = await play(plot);
        for (const { run, at, full } of looks) {
          if (full) area.quota = 0;
          const seen = countSpend(runOf(frames, `r${String(run)}`, Math.ceil(at * frames.length)));
          await (full ? seen.catch(() => undefined) : seen);
          area.quota = Infinity;
        }
        const ends = ['r0', 'r1'].map((runId) => runOf(frames, runId));
        for (const end of [...ends, ...ends]) await countSpend(end);
        const spend = await loadSpend(IDS_OF_AGENTS);
        for (const id of IDS_OF_AGENTS) {
          const once = takenBy(foldAll(frames), id);
          const { invocations, input, output, cost } = spend.get(id) ?? {
            invocations: 0,
            input: 0,
            output: 0,
            cost: 0,
          };
          expect([invocations, input, output]).toEqual([once.invocations * 2, once.input * 2, once.output * 2]);
          if (once.cost === null) expect(cost).toBeNull();
          else expect(cost).toBeCloseTo(once.cost * 2, 9);
          counted += invocations;
        }
      }),
      { numRuns: 100 },
    );
    expect(counted).toBeGreaterThan(100);
  });

  it('is written with the note that it was, or neither is', async () => {
    const { frames } = await nested(PRICES);
    await countSpend(runOf(frames, 'one'));
    expect(area.writes.map((keys) => [...keys].sort())).toEqual([['agent-runs', 'agent-spend/a', 'agent-spend/b']]);
    const heads = [
      { runId: 'one', lastSeq: frames.length - 1 },
      { runId: 'two', lastSeq: 3 },
    ];
    expect(await filterUncounted(heads)).toEqual([heads[1]]);
    await countSpend(runOf(frames, 'one'));
    expect(area.writes).toHaveLength(1);
  });

  it('takes no more room for more runs, and begins anew where what is stored does not fit', async () => {
    const { frames } = await nested(PRICES);
    for (let n = 0; n < MAX_RUNS_COUNTED + 5; n += 1) await countSpend(runOf(frames, `r${String(n)}`));
    expect(area.value('agent-runs')).toMatchObject({ runs: { length: MAX_RUNS_COUNTED } });
    area.put('agent-spend/b', { version: 2 });
    expect((await loadSpend(['b'])).size).toBe(0);
    await countSpend(runOf(frames, 'next'));
    expect((await loadSpend(['b'])).get('b')).toMatchObject({ invocations: 1 });
  });
});
