/** How agents that were called come to an end that nobody chose for them: stopped at work, one too many, tried again. */
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { RunPorts } from '../../../src/lib/agent/ports.ts';
import type { Command } from '../../../src/lib/agent/storage-ports.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { iterateSubAgents } from '../../../src/lib/agent/state/sub-agents.ts';
import { MAX_AGENTS_CALLED } from '../../../src/lib/agent/frames/narrow-config.ts';
import { sleep } from '../../../src/lib/base/clock.ts';
import { beginning, planSpec, play, type Plot } from '../../kit/runs/generated-run.ts';
import { manifestOf } from '../../kit/agents/played-agents.ts';
import { plotOf } from '../../kit/runs/plots.ts';
import { digestInTurn } from '../../kit/base/virtual-clock.ts';
import { termsIn } from '../../kit/runs/world.ts';

digestInTurn();

const call = (name: string, args: object = { n: 1 }) => ({ name, args: { reasoning: 'r', ...args } });
const agent = (id: string, uses: readonly string[], script: Plot['script']) => ({
  manifest: manifestOf({ id, uses }),
  script,
});
const stuckIn = (tool: string): Plot =>
  plotOf([{ calls: [call('agent_a', { task: 'Do it.' })] }], {
    agents: [agent('a', [tool], [{ calls: [call(tool)] }])],
  });
/** The main agent has `a` do it, which has `b` do it. */
const CHAIN = plotOf([{ calls: [call('agent_a', { task: 'Do it.' })] }], {
  agents: [agent('a', ['b'], [{ calls: [call('agent_b', { task: 'Help.' })] }]), agent('b', [], [])],
});

/** The name under which an agent was called. */
const nameIn = (frames: readonly Frame[], id: string): string =>
  frames.find(({ kind, agentId }) => kind === 'agent.invoked' && agentId === id)?.correlationId ?? '';

interface Interrupting {
  /** Whether the user says it at this moment. */
  readonly when: (point: string, frames: readonly Frame[]) => boolean;
  readonly word: (frames: readonly Frame[]) => Command;
  readonly ports?: (ports: RunPorts) => Partial<RunPorts>;
}

/** A run to which the user says something in the midst of its work. */
async function interrupted(plot: Plot, { when, word, ports: changes = () => ({}) }: Interrupting) {
  const stops = new Map<string, AbortController>();
  const stopOf = (name: string): AbortController => {
    const known = stops.get(name) ?? new AbortController();
    stops.set(name, known);
    return known;
  };
  let said: Command | null = null;
  let waiting: readonly Command[] = [];
  const run = await play(plot, beginning(), {
    onPoint(point, copy) {
      if (said !== null || !when(point, copy().frames)) return;
      said = word(copy().frames);
      waiting = [said];
      stopOf(said.type === 'take-back' ? said.of : '').abort();
    },
    around: ({ ports, append, ...rest }) => ({
      ...rest,
      ports: {
        ...ports,
        listCommands: () => [...waiting, ...ports.listCommands()],
        cancelled: AbortSignal.any([ports.cancelled, stopOf('').signal]),
        getRecallSignal: (name) => stopOf(name).signal,
        ...changes(ports),
      },
      append(commit) {
        if (commit.some((frame) => frame.kind === 'control' && frame.commandId === said?.id)) waiting = [];
        return append(commit);
      },
    }),
  });
  expect(said).not.toBeNull();
  return run;
}

describe('an agent that is taken back from at work', () => {
  it('in the midst of a tool is cancelled, and reached no limit', async () => {
    const { frames, state } = await interrupted(stuckIn('stuck'), {
      when: (point) => point === 'stuck: after',
      word: (frames) => ({ id: 'back', type: 'take-back', of: nameIn(frames, 'a') }),
    });
    expect([...iterateSubAgents(state)].map(({ status }) => status)).toEqual(['cancelled']);
    expect(frames.some((frame) => frame.kind === 'control' && frame.control === 'limit')).toBe(false);
    expect(state.status).toBe('done');
  });
});

/** Counts as the run's own does, and takes its time. */
const slowly =
  (ms: number) =>
  ({ tokens, clock }: RunPorts): Partial<RunPorts> => ({
    tokens: {
      ...tokens,
      stream() {
        const stream = tokens.stream();
        return { append: (text) => stream.append(text), count: () => sleep(clock, ms).then(() => stream.count()) };
      },
    },
  });
const writing = (point: string, frames: readonly Frame[]): boolean =>
  point === 'draft' && frames.at(-1)?.kind === 'model.call' && frames.at(-1)?.agentId === 'b';

describe('what an agent was writing when somebody above it was stopped', () => {
  const words: readonly (readonly [string, (frames: readonly Frame[]) => Command])[] = [
    ['the person stops the run', () => ({ id: 'halt', type: 'cancel' })],
    ['its caller is taken back from', (frames) => ({ id: 'back', type: 'take-back', of: nameIn(frames, 'a') })],
  ];
  const cases = [300, 100_000].flatMap((ms) => words.map(([name, word]) => [ms, name, word] as const));
  it.each(cases)('is charged though counting takes %d ms: %s', async (ms, _, word) => {
    const { frames } = await interrupted({ ...CHAIN, tempo: 50 }, { when: writing, word, ports: slowly(ms) });
    const called = frames.flatMap((frame) => (frame.kind === 'model.call' ? [frame.key] : []));
    const charged = frames.flatMap((frame) => (frame.kind === 'usage' ? [frame.key] : []));
    expect(frames.some(({ kind, agentId }) => kind === 'model.call' && agentId === 'b')).toBe(true);
    expect(charged).toEqual(called);
  });
});

describe('agents that are called side by side', () => {
  it('are never more than may be called', async () => {
    const five = { calls: [1, 2, 3, 4, 5].map((n) => call('agent_a', { task: `Part ${String(n)}.` })) };
    const again = { calls: [6, 7, 8, 9, 10].map((n) => call('agent_a', { task: `Part ${String(n)}.` })) };
    const more = { calls: [11, 12, 13, 14, 15].map((n) => call('agent_a', { task: `Part ${String(n)}.` })) };
    const { state } = await play(plotOf([five, again, more], { agents: [agent('a', [], [])] }));
    expect(state.status).toBe('done');
    expect([...iterateSubAgents(state)]).toHaveLength(MAX_AGENTS_CALLED[0]);
  });
});

describe('an agent that waits for the person in a run that failed', () => {
  it('waits again once the run is tried again, and hears the reply', async () => {
    const plot = plotOf([{ calls: [call('agent_a', { task: 'Ask.' })] }], {
      agents: [
        agent('a', [], [{ text: 'I wonder.', calls: [{ name: 'ask_user', args: { question: 'Which one?' } }] }]),
      ],
    });
    let left = beginning();
    const died = play(plot, left, {
      onPoint(point, copy) {
        left = copy();
        if (point === 'user') throw new Error('dead');
      },
    });
    await expect(died).rejects.toThrow('dead');
    const at = left.frames.at(-1);
    if (!at) throw new Error('Nothing was said.');
    const error = { code: 'limit.tokens', message: 'Spent.', hint: 'Raise it.' };
    const failed: Frame = {
      ...at,
      kind: 'error',
      error,
      seq: at.seq + 1,
      id: `${at.runId}/${String(at.seq + 1)}`,
      correlationId: null,
      agentId: 'main',
    };
    const frames = [...left.frames, failed];
    expect(foldAll(frames).status).toBe('failed');
    const config = termsIn(foldAll(frames).spec ?? planSpec(plot));
    const again = await play(plot, { ...left, frames, inbox: [{ id: 'again', type: 'retry', config }] });
    expect(again.state.status).toBe('done');
    expect([...iterateSubAgents(again.state)].map(({ status }) => status)).toEqual(['done']);
  });
});
