/** Runs in which agents call agents: what is true of them whatever their models say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeLabels, type Frame, type Labels } from '../../../src/lib/agent/frames/frames.ts';
import { createSession, type AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { foldAll, fold } from '../../../src/lib/agent/state/fold.ts';
import { findAgentState, iterateSubAgents } from '../../../src/lib/agent/state/sub-agents.ts';
import { MAX_AGENTS_CALLED, MAX_AGENT_DEPTH } from '../../../src/lib/agent/frames/narrow-config.ts';
import { NO_USAGE, trackUsage } from '../../../src/lib/agent/budget/usage.ts';
import { play } from '../../kit/runs/generated-run.ts';
import { laundered } from '../../kit/runs/inheritance.ts';
import { expectNothingTwice, expectSame, playWithDeaths } from '../../kit/runs/kill-schedule.ts';
import { nests } from '../../kit/runs/nests.ts';
import { manifestOf } from '../../kit/agents/played-agents.ts';
import { plotOf, ROOMY, scarce, tight } from '../../kit/runs/plots.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';

/** All that may come of `MAX_AGENTS_CALLED`. */
const [main, theirs, last] = MAX_AGENTS_CALLED;
const MOST_INVOKED = main + main * theirs + main * theirs * last;

digestInTurn();

/** Two calls at once, in each of three agents on the way down. */
const BESIDE = 8;

const invoked = (frames: readonly Frame[]) =>
  frames.flatMap((frame) => (frame.kind === 'agent.invoked' && frame.correlationId !== null ? [frame] : []));

describe('a run in which agents call agents', () => {
  it('**Feature: agent-architecture-upgrade, Property 18: resume from every prefix of nested runs gives the same answer** [R6.2a]', async () => {
    let [resumed, inside] = [0, 0];
    await fc.assert(
      fc.asyncProperty(nests({ maxSteps: 1, mainSteps: 1, flaky: fc.constantFrom([0], [0, 0, 1]) }), async (plot) => {
        const { run, deaths } = await playWithDeaths(plot);
        expectNothingTwice(run);
        for (const { left } of deaths) {
          resumed += 1;
          inside += foldAll(left.frames).subAgents.live.size;
          expectSame(await play(plot, left), run, 1, BESIDE);
        }
      }),
      { numRuns: 30 },
    );
    expect(resumed).toBeGreaterThan(0); // some 813 on average
    expect(inside).toBeGreaterThan(0); // some 412 on average
  });

  it('goes on inside an agent after pairs of deaths: every first, and each third second of it in turn', async () => {
    const plot = plotOf([{ calls: [{ name: 'agent_a', args: { reasoning: 'r', task: 'Do it.' } }] }], {
      agents: [
        {
          manifest: manifestOf({ id: 'a', uses: ['look', 'b'] }),
          script: [{ calls: [look, { name: 'agent_b', args: { reasoning: 'r', task: 'Help.' } }] }],
        },
        {
          manifest: manifestOf({ id: 'b', uses: ['put'] }),
          script: [{ calls: [{ name: 'put', args: { reasoning: 'r', n: 2 } }] }],
        },
      ],
    });
    const { run, deaths } = await playWithDeaths(plot);
    expect(run.state.request.answer?.text).toContain('Answer of');
    for (const [nth, first] of deaths.entries()) {
      const again = await playWithDeaths(plot, first.left);
      expectSame(again.run, run, 1);
      for (const [i, second] of again.deaths.entries())
        if (i % 3 === nth % 3) expectSame(await play(plot, second.left), run, 2);
    }
  });

  it('[R7.3] lets no agent call a tool that its manifest does not name', async () => {
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(nests(), async (plot) => {
        const { frames } = await play(plot);
        const uses = new Map((plot.agents ?? []).map(({ manifest }) => [manifest.id, manifest.agent]));
        for (const frame of frames) {
          if (frame.correlationId === null || (frame.kind !== 'tool.call' && frame.kind !== 'tool.result')) continue;
          const { uses_tools = [], integration_mode } = uses.get(frame.agentId) ?? {};
          const own = integration_mode === 'handoff' ? ['hand_back'] : [];
          expect([...uses_tools.map((name) => (/^[a-d]$/.test(name) ? `agent_${name}` : name)), ...own]).toContain(
            frame.tool,
          );
          calls += 1;
        }
      }),
      { numRuns: 100 },
    );
    expect(calls).toBeGreaterThan(0); // some 80 on average
  });

  it('[R7.4a] spends nothing that its caller has not, and never more than the caller or it may', async () => {
    let spent = 0;
    const own = fc.record({
      max_turns: fc.integer({ min: 1, max: 5 }),
      max_tokens_per_invocation: fc.constantFrom(200, 2000, 12_000),
      time_budget_ms: fc.constantFrom(300, 100_000),
    });
    await fc.assert(
      fc.asyncProperty(nests({ own, limits: fc.oneof(tight, scarce, fc.constant(ROOMY)) }), async (plot) => {
        const { frames } = await play(plot);
        let state = createSession();
        for (const frame of frames) {
          state = fold(state, frame);
          if (frame.kind !== 'usage') continue;
          for (let [name, rest] = [frame.correlationId, true] as [string | null, boolean]; rest;) {
            const at = findAgentState(state, name);
            const sub = at?.spec?.sub?.agent.agent.limits.max_tokens_per_invocation ?? Infinity;
            const { input, output } = at?.usage ?? { input: 0, output: 0 };
            expect(input + output).toBeLessThanOrEqual(Math.min(sub, plot.limits.tokenBudget));
            if (plot.limits.maxCost !== null) expect(at?.bill.known ?? 0).toBeLessThanOrEqual(plot.limits.maxCost);
            rest = name !== null;
            if (name !== null && name !== '') spent += 1;
            name = name?.includes('>') === true ? name.slice(0, name.lastIndexOf('>')) : null;
          }
        }
        expect(state.usage).toEqual(usageIn(frames));
        for (const sub of [...iterateSubAgents(state)])
          expect(sub.usage).toEqual(usageIn(frames.filter(({ correlationId }) => isIn(correlationId, sub))));
      }),
      { numRuns: 300 },
    );
    expect(spent).toBeGreaterThan(0); // some 140 on average
  });

  it('[R7.4a] takes no agent deeper, in circles, or more often than is allowed', async () => {
    let [deepest, most] = [0, 0];
    await fc.assert(
      fc.asyncProperty(nests({ maxSteps: 4 }), async (plot) => {
        const { frames } = await play(plot);
        const all = invoked(frames);
        for (const { spec, correlationId } of all) {
          const path = spec.sub?.path ?? [];
          expect(path).toHaveLength(correlationId?.split('>').length ?? 0);
          expect(new Set(path).size).toBe(path.length);
          deepest = Math.max(deepest, path.length);
        }
        expect(new Set(all.map(({ correlationId }) => correlationId)).size).toBe(all.length);
        expect(all.length).toBeLessThanOrEqual(MOST_INVOKED);
        for (const [name, called] of countBy(all.map(({ correlationId }) => callerOf(correlationId ?? ''))))
          expect(called).toBeLessThanOrEqual(MAX_AGENTS_CALLED[pathOf(name)] ?? 0);
        most = Math.max(most, all.length);
      }),
      { numRuns: 200 },
    );
    expect(deepest).toBe(MAX_AGENT_DEPTH);
    expect(most).toBeGreaterThan(4);
  });

  it('[R9.1] makes nothing better of what an agent was told, and of what it reports', async () => {
    let reports = 0;
    await fc.assert(
      fc.asyncProperty(nests({ limits: fc.oneof(tight, fc.constant(ROOMY)) }), async (plot) => {
        const { frames, state } = await play(plot);
        expect(laundered(frames).found).toEqual([]);
        const labelsOf = new Map(frames.map(({ id, labels }) => [id, labels]));
        for (const { parentId, labels } of invoked(frames))
          expect(mergeLabels(labels, labelsOf.get(parentId ?? '') ?? labels)).toMatchObject(grades(labels));
        for (const frame of frames) {
          if (frame.kind !== 'tool.result' || !frame.final || !frame.tool.startsWith('agent_')) continue;
          const sub = findAgentState(
            state,
            frame.correlationId === null ? frame.key : `${frame.correlationId}>${frame.key}`,
          );
          if (!sub) continue;
          reports += 1;
          expect(frame.labels.integrity).toBe('untrusted');
          if (sub.worstLabels.confidentiality === 'private') expect(frame.labels.confidentiality).toBe('private');
        }
      }),
      { numRuns: 200 },
    );
    expect(reports).toBeGreaterThan(0); // some 103 on average
  });
});

const look = { name: 'look', args: { reasoning: 'r', n: 1 } };
const grades = ({ integrity, confidentiality }: Labels) => ({ integrity, confidentiality });
const usageIn = (frames: readonly Frame[]) =>
  frames.reduce((usage, frame) => (frame.kind === 'usage' ? trackUsage(usage, frame) : usage), NO_USAGE);
const isIn = (name: string | null, sub: AgentState): boolean =>
  name === sub.spec?.sub?.correlationId || name?.startsWith(`${sub.spec?.sub?.correlationId ?? ''}>`) === true;

const callerOf = (name: string): string => name.split('>').slice(0, -1).join('>');
const pathOf = (name: string): number => (name === '' ? 0 : name.split('>').length);
function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
