/** Agents called side by side of which one waits: it goes on as soon as it can, though the other is still at work. */
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../../src/lib/agent/frames/frames.ts';
import type { ModelFailure } from '../../../../src/lib/agent/ports.ts';
import { beginning, play, type PlayHooks, type Plot } from '../../../kit/runs/generated-run.ts';
import { manifestOf, whoIsAsked } from '../../../kit/agents/played-agents.ts';
import { plotOf } from '../../../kit/runs/plots.ts';
import { digestInTurn } from '../../../kit/base/virtual-clock.ts';

digestInTurn();

const call = (name: string, args: object = { n: 1 }) => ({ name, args: { reasoning: 'r', ...args } });
const both = { calls: [call('agent_a', { task: 'Be quick.' }), call('agent_b', { task: 'Be slow.' })] };
const SLOW = [1, 2, 3, 4, 5].map((n) => ({ calls: [call('look', { n })] }));
const plotWith = (a: Plot['script']): Plot => ({
  ...plotOf([both], {
    agents: [
      { manifest: manifestOf({ id: 'a', uses: ['look'] }), script: a },
      { manifest: manifestOf({ id: 'b', uses: ['look'] }), script: SLOW },
    ],
  }),
  tempo: 2000,
});

/** In which order the agents reported. */
const reports = (frames: readonly Frame[]): readonly string[] =>
  frames.flatMap((frame) => (frame.kind === 'agent.response' ? [frame.agentId] : []));

const BUSY: ModelFailure = {
  code: 'model.rate-limited',
  message: 'Too many requests.',
  hint: 'Wait.',
  retryable: true,
};

/** The model's server is too busy for the first request of each of these agents, for so many milliseconds. */
function busyFor(agents: Readonly<Record<string, number>>): PlayHooks {
  const left = new Map(Object.entries(agents));
  return {
    around: ({ ports, ...rest }) => ({
      ...rest,
      ports: {
        ...ports,
        getModel(config) {
          const model = ports.getModel(config);
          return {
            ...model,
            async *stream(request, signal) {
              const retryAfterMs = left.get(whoIsAsked(request));
              left.delete(whoIsAsked(request));
              if (retryAfterMs !== undefined) yield { type: 'error', failure: { ...BUSY, retryAfterMs } };
              else yield* model.stream(request, signal);
            },
          };
        },
      },
    }),
  };
}

describe('an agent that waits beside one at work', () => {
  it('goes on when its moment has come', async () => {
    const { frames, state } = await play(plotWith([]), beginning(), busyFor({ a: 3000 }));
    expect(frames.some(({ kind, agentId }) => kind === 'wait' && agentId === 'a')).toBe(true);
    expect(reports(frames)).toEqual(['a', 'b', 'main']);
    expect(state.status).toBe('done');
  });

  it('goes on when its moment has come, where both had to wait and the other was first', async () => {
    const { frames } = await play(plotWith(SLOW), beginning(), busyFor({ a: 3000, b: 6000 }));
    expect(frames.filter(({ kind, agentId }) => kind === 'wait' && agentId !== 'main')).toHaveLength(2);
    const of = (kind: Frame['kind']) =>
      frames.flatMap((frame, at) =>
        frame.kind === kind && frame.agentId !== 'main' ? [{ by: frame.agentId, at }] : [],
      );
    const [first] = of('agent.response');
    expect(first?.by).toBe('a');
    expect(of('plan').some(({ by, at }) => by === 'b' && at < (first?.at ?? 0))).toBe(true);
  });

  const asks = [{ text: 'I wonder.', calls: [{ name: 'ask_user', args: { question: 'Which one?' } }] }];

  it('goes on when the person has answered it', async () => {
    const { frames, state } = await play(plotWith(asks));
    expect(frames.some(({ kind, agentId }) => kind === 'ask.user' && agentId === 'a')).toBe(true);
    expect(reports(frames)).toEqual(['a', 'b', 'main']);
    expect(state.status).toBe('done');
  });
});
