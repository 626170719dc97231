/** What becomes of agents that were called when their models, their callers or their worker fail. */
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import type { Command } from '../../../src/lib/agent/storage-ports.ts';
import { findAddressee } from '../../../src/lib/agent/loop/select-next-action.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { findAgentState, iterateSubAgents } from '../../../src/lib/agent/state/sub-agents.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { IDS, play, type Plot } from '../../kit/runs/generated-run.ts';
import { manifestOf, whoIsAsked, type AgentChanges, NO_RIGHTS } from '../../kit/agents/played-agents.ts';
import { plotOf, ROOMY } from '../../kit/runs/plots.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';
import { LIMITS, specOf } from '../../kit/runs/world.ts';
import { frames as script, say } from '../../sidepanel/kit/script.ts';

digestInTurn();

const CALLED = { calls: [{ name: 'agent_a', args: { reasoning: 'r', task: 'Do it.' } }] };
const LOOK = { calls: [{ name: 'look', args: { reasoning: 'r', n: 1 } }] };
const calling = (agent: AgentChanges, changes: Partial<Plot>): Plot =>
  plotOf([CALLED], {
    agents: [{ manifest: manifestOf({ id: 'a', uses: ['look'], ...agent }), script: [LOOK] }],
    ...changes,
  });
const ONE = { metered: true, prices: null, toolCalling: 'native' } as const;
const switchesIn = (frames: readonly Frame[]) =>
  frames.filter((frame) => frame.kind === 'control' && frame.control === 'switch');

describe('an agent whose model cannot be had', () => {
  it('goes on with the fallback once, and nobody else does', async () => {
    const { frames, state } = await play(
      calling({ model: 'fast' }, { crew: { fast: ONE, fallback: ONE }, moods: { fast: ['refuses'] } }),
    );
    expect(switchesIn(frames)).toHaveLength(1);
    expect(switchesIn(frames)[0]?.agentId).toBe('a');
    const [sub] = iterateSubAgents(state);
    expect([sub?.status, sub?.spec?.models.main.id]).toEqual(['done', IDS.fallback]);
    expect([state.status, state.spec?.models.main.id, state.request.switches]).toEqual(['done', IDS.main, []]);
  });
});

describe('an agent whose manifest says how its model is to write', () => {
  const decides = ({ frames }: { readonly frames: readonly Frame[] }) =>
    frames.flatMap((frame) => (frame.kind === 'model.call' && frame.agentId === 'a' ? [frame] : []));

  it('asks it so, no longer than its window allows, and its caller asks in its own way', async () => {
    const plain = await play(calling({}, {}));
    const cold = await play(calling({ parameters: { temperature: 0.2, max_output_tokens: 50 } }, {}));
    const long = await play(calling({ parameters: { max_output_tokens: 1_000_000 } }, {}));
    const asked = cold.asked.map((request) => [whoIsAsked(request), request.temperature, request.maxOutputTokens]);
    const [own = 0] = plain.asked.map(({ maxOutputTokens }) => maxOutputTokens);
    expect(asked).toEqual([
      ['', undefined, own],
      ['a', 0.2, 50],
      ['a', 0.2, 50],
      ['', undefined, own],
    ]);
    expect(decides(cold).map(({ estimate }) => estimate.output)).toEqual([50, 50]);
    expect(long.asked.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([own, own, own, own]);
    // the same words at another temperature are another prompt
    expect(decides(cold)[0]?.promptHash).not.toBe(decides(plain)[0]?.promptHash);
    expect(decides(long)[0]?.promptHash).toBe(decides(plain)[0]?.promptHash);
  });
});

describe('a provider that counts more of an agent’s words than we do', () => {
  it('is reckoned with by the agent’s caller too', async () => {
    const run = await play(
      calling({}, { usage: { input: 9000, output: 10 }, limits: { ...ROOMY, tokenBudget: 24_000 } }),
    );
    const [sub] = iterateSubAgents(run.state);
    expect(sub?.request.drift).toBeGreaterThan(2);
    expect(run.state.request.drift).toBeGreaterThanOrEqual(sub?.request.drift ?? Infinity);
    expect(run.state.usage.input + run.state.usage.output).toBeLessThanOrEqual(24_000);
  });
});

const KEY = '1.0/a';
const SUB = specOf({
  limits: { ...LIMITS, wallClockMs: 30_000 },
  sub: {
    correlationId: KEY,
    agent: manifestOf({ id: 'a' }),
    context: '',
    path: ['a'],
    ...NO_RIGHTS,
  },
});
const ofSub = (draft: FrameDraft): FrameDraft => ({ ...draft, agentId: 'a', correlationId: KEY });
const AT_WORK = [say.invoked({ job: 'ask' }), say.plan(1), say.toolCall('agent_a', KEY), ofSub(say.invoked(SUB))];
const subOf = (state: AgentState): AgentState | undefined => findAgentState(state, KEY);

describe('an agent at work', () => {
  it('is not charged twice for the time in which no worker lived', () => {
    const resume = say.control({ control: 'resume', lost: [] });
    const beside = say.observation('Another goes on.', []);
    const told = script(...AT_WORK, beside, resume, resume, resume); // a second apart each
    for (let resumes = 0; resumes <= 3; resumes += 1) {
      const state = foldAll(told.slice(0, AT_WORK.length + 1 + resumes));
      expect([state.request.waitedMs, subOf(state)?.request.waitedMs]).toEqual([resumes * 1000, resumes * 1000]);
    }
  });

  it('is told nothing any more once the run is stopped', () => {
    const asking = [
      ...AT_WORK,
      ofSub(say.plan(1, { decision: 'ask' })),
      ofSub(say.ask('turn', 'q', 'Ready?')),
      ofSub(say.wait(0)),
    ];
    const words: readonly Command[] = [
      { id: 'w', type: 'answer', ask: 'q', text: 'Yes.' },
      { id: 'b', type: 'take-back', of: KEY },
    ];
    const going = foldAll(script(...asking));
    const stopped = foldAll(script(...asking, say.control({ control: 'cancel' })));
    for (const word of words) {
      expect(findAddressee(word, going)).toBe(subOf(going));
      expect(findAddressee(word, stopped)).toBeNull();
    }
  });
});
