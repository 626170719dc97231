/** What is told of agents that were called, in logs, files and bills. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forkFrames } from '../../../src/lib/agent/store/fork.ts';
import type { Commit, Frame } from '../../../src/lib/agent/frames/frames.ts';
import { exportLog, createLogFromFrames } from '../../../src/lib/agent/log/trajectory-log.ts';
import { buildReceipt } from '../../../src/lib/agent/log/receipt.ts';
import { Timeline } from '../../../src/lib/agent/log/timeline.ts';
import { findAgentState, iterateSubAgents } from '../../../src/lib/agent/state/sub-agents.ts';
import { buildAgentTrajectories, buildTrajectory } from '../../../src/lib/agent/log/trajectory.ts';
import { play } from '../../kit/runs/generated-run.ts';
import { expectComplete } from '../../kit/runs/log-complete.ts';
import { nests } from '../../kit/runs/nests.ts';
import { manifestOf } from '../../kit/agents/played-agents.ts';
import { plotOf } from '../../kit/runs/plots.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';
import { anyFrames } from './log-arbitraries.ts';
import { nestFrames } from '../../../src/lib/agent/log/report-frames.ts';

digestInTurn();

const call = (name: string, args: object) => ({ calls: [{ name, args: { reasoning: 'r', ...args } }] });
/** The main agent calls one that calls another, which looks at something dear. */
const DEAR = { input: 1000, cached: 1000, output: 1000, asOf: '2025-09-01' };
const PLOT = plotOf([call('agent_a', { task: 'Find it.', context: 'It is blue.' })], {
  prices: { input: 1, cached: 1, output: 1, asOf: '2025-09-01' },
  usage: { input: 10, output: 1 },
  crew: { fast: { metered: true, prices: DEAR, toolCalling: 'native' } },
  agents: [
    { manifest: manifestOf({ id: 'a', uses: ['b'] }), script: [call('agent_b', { task: 'Look.' })] },
    { manifest: manifestOf({ id: 'b', uses: ['look'], model: 'fast' }), script: [call('look', { n: 1 })] },
  ],
});

describe('the log of a run in which agents call agents', () => {
  it('**Feature: agent-architecture-upgrade, Property 13: trajectory logging completeness, of agents that were called too**', async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(nests(), async (plot) => {
        const { frames, state } = await play(plot);
        expectComplete(frames);
        const all = buildAgentTrajectories(createLogFromFrames(frames));
        for (const { correlationId, steps, totalTokens, status } of all) {
          const sub = findAgentState(state, correlationId);
          expect(totalTokens).toEqual({ input: sub?.usage.input, output: sub?.usage.output });
          expect(status).toBe(STATUS[sub?.status ?? 'running']);
          const own = frames.filter((frame) => frame.correlationId === correlationId);
          expect(steps.filter(({ type }) => type === 'action')).toHaveLength(
            own.filter(({ kind }) => kind === 'tool.call').length,
          );
        }
        expect(all).toHaveLength([...iterateSubAgents(state)].length);
        told += all.length;
      }),
      { numRuns: 100 },
    );
    expect(told).toBeGreaterThan(0); // some 97 on average
  });

  it('names how an agent begins and ends, with its id and its correlation id [R7.4b]', async () => {
    const { frames } = await play(PLOT);
    const lines = exportLog(frames, 'ndjson').trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as { type: string; agentId: string; correlationId: string });
    const ofAgents = events.filter(({ type }) => type.startsWith('agent_'));
    const [outer = '', inner = ''] = ofAgents.map(({ correlationId }) => correlationId);
    expect(inner).toMatch(new RegExp(`^${outer}>`));
    expect(ofAgents.map(({ type, agentId, correlationId }) => [type, agentId, correlationId])).toEqual([
      ['agent_invoked', 'a', outer],
      ['agent_invoked', 'b', inner],
      ['agent_result', 'b', inner],
      ['agent_result', 'a', outer],
    ]);
    const { entries } = createLogFromFrames(frames);
    expect([...entries].filter(({ type }) => type === 'agent_invoked')).toMatchObject([
      { content: 'Find it.', metadata: { agentId: 'a', correlationId: outer, path: ['a'], context: 'It is blue.' } },
      { content: 'Look.', metadata: { agentId: 'b', correlationId: inner, path: ['a', 'b'] } },
    ]);
  });

  it('counts the main agent’s own steps in its trajectory, to which another’s work is one action', async () => {
    const { frames } = await play(PLOT);
    const log = createLogFromFrames(frames);
    const { steps, status, goal } = buildTrajectory(log);
    expect([goal, status, log.metrics.totalSteps]).toEqual(['Play the plot.', 'completed', 2]);
    expect(steps.filter(({ type }) => type === 'action').map(({ content }) => content)).toEqual(['agent_a']);
    expect(steps.filter(({ type }) => type === 'synthesis')).toHaveLength(1);
    const [a, b] = buildAgentTrajectories(log);
    expect([a?.goal, a?.agentId, b?.goal, b?.agentId]).toEqual(['Find it.', 'a', 'Look.', 'b']);
    expect(b?.totalTokens).toEqual({ input: 20, output: 2 });
    expect(a?.totalTokens).toEqual({ input: 40, output: 4 });

    const fork = forkFrames(frames as Commit, { runId: 'fork', at: 2_000_000, product: 'test', isPrivate: false });
    const again = buildAgentTrajectories(createLogFromFrames(fork));
    expect(again.map(({ totalTokens }) => totalTokens)).toEqual([a, b].map(() => ({ input: 0, output: 0 })));
  });
});

const STATUS = {
  running: 'running',
  waiting: 'running',
  asking: 'running',
  done: 'completed',
  failed: 'failed',
  cancelled: 'terminated',
} as const;

describe('the report of such a run', () => {
  it('tells an agent’s work below the call that it was called with', async () => {
    const { frames } = await play(PLOT);
    const report = exportLog(frames, 'markdown');
    const headings = report.split('\n').filter((line) => line.startsWith('#'));
    expect(headings.slice(4).map((line) => line.replace(/ \(at .*/, ''))).toEqual([
      '### Step 1: act, decided by the model',
      '#### Work of an agent',
      '##### Step 1: act, decided by the model',
      '###### Work of an agent',
      '###### Step 1: act, decided by the model',
      '###### Step 2: answer, decided by the model',
      '##### Step 2: answer, decided by the model',
      '### Step 2: answer, decided by the model',
    ]);
    expect(report).toContain('and is told\n\n```text\nIt is blue.\n```');
    const answer = frames.findLast(({ kind }) => kind === 'agent.response');
    if (answer?.kind !== 'agent.response') throw new Error('no answer');
    expect(report).toContain(`## Answer\n\n\`\`\`text\n${answer.text}`);
  });

  it('tells every frame once, each agent’s in order, whatever calls there are', () => {
    fc.assert(
      fc.property(anyFrames, (frames) => {
        const order = nestFrames(frames).map(({ frame }) => frame);
        expect(order.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(frames.map(({ seq }) => seq));
        const of = (name: string | null) => (frame: Frame) => frame.correlationId === name;
        for (const { correlationId } of frames)
          expect(order.filter(of(correlationId))).toEqual(frames.filter(of(correlationId)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the receipt of such a run', () => {
  it('charges each agent’s calls at the prices of its own model, and to the step that called it', async () => {
    const { frames, state } = await play(PLOT);
    const { steps, models, agents, total, bill } = buildReceipt(Timeline.of(frames));
    expect(bill).toEqual(state.bill);
    expect(models.map(({ id, cost }) => [id, cost])).toEqual([
      ['scripted:model', 44 / 1e6],
      ['scripted:fast', 22_000 / 1e6],
    ]);
    expect(agents.map(({ id, name, input, output }) => [id, name, input, output])).toEqual([
      ['a', 'a', 20, 2],
      ['b', 'b', 20, 2],
    ]);
    // what is decided next is asked for in the step before it is made
    expect(steps.map(({ step, attempts }) => [step, attempts])).toEqual([
      [1, 5],
      [2, 1],
    ]);
    expect(total.cost).toBeCloseTo(22_044 / 1e6, 12);
  });
});
