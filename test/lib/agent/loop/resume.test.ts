/** A run whose worker died over more model calls than one commit can settle. */
import { expect, it } from 'vitest';
import { SIZE_LIMITS } from '../../../../src/lib/agent/frames/bounds.ts';
import type { Model, ModelEvent } from '../../../../src/lib/agent/ports.ts';
import type { Command } from '../../../../src/lib/agent/storage-ports.ts';
import { beginning, play, type Durable, type Parts } from '../../../kit/runs/generated-run.ts';
import { manifestOf } from '../../../kit/agents/played-agents.ts';
import { plotOf } from '../../../kit/runs/plots.ts';
import { digestInTurn } from '../../../kit/base/virtual-clock.ts';

digestInTurn();

/** Model calls that nobody settled. */
const underWay = ({ frames }: Durable): number =>
  frames.filter(({ kind }) => kind === 'model.call').length - frames.filter(({ kind }) => kind === 'usage').length;

it('settles every attempt that was cut, also where the next worker dies over that', async () => {
  const inside = (n: number) => ({ name: 'inside', args: { reasoning: 'r', n } });
  const part = (n: number) => ({ name: 'agent_a', args: { reasoning: 'r', task: `Part ${String(n)}.` } });
  const many = Array.from({ length: 8 }, (_, n) => inside(n));
  const plot = plotOf([{ calls: [...[1, 2, 3, 4, 5, 6].map(part), inside(1), inside(2)] }], {
    agents: [{ manifest: manifestOf({ id: 'a', uses: ['inside'] }), script: [{ calls: many }] }],
  });
  const atOnce = 6 * many.length + 2;

  // the server answers no part before all are asked for
  let [asked, open] = [0, (): void => undefined];
  const gate = new Promise<void>((resolve) => (open = resolve));
  const around = ({ ports, ...rest }: Parts): Parts => {
    const modelFor: typeof ports.getModel = (config) => {
      const model = ports.getModel(config);
      return {
        ...model,
        async *stream(request, signal) {
          if (request.task === 'condense' && ++asked === atOnce) open();
          if (request.task === 'condense') await gate;
          yield* model.stream(request, signal);
        },
      };
    };
    return { ...rest, ports: { ...ports, getModel: modelFor } };
  };
  let cut = beginning();
  await play(plot, cut, {
    around,
    onPoint(_, copy) {
      if (asked === atOnce && cut.frames.length === 0) cut = copy();
    },
  });
  expect(underWay(cut)).toBe(atOnce);
  expect(atOnce * 2).toBeGreaterThanOrEqual(SIZE_LIMITS.frames);

  let again = cut;
  await play(plot, cut, {
    onPoint(name, copy) {
      if (name === 'after storing' && again === cut) again = copy();
    },
  });
  expect(underWay(again)).toBeGreaterThan(0);
  expect(underWay(again)).toBeLessThan(atOnce);

  const { frames, state } = await play(plot, again);
  expect(state.status).toBe('done');
  const charged = frames.flatMap((frame) => (frame.kind === 'usage' ? [frame.key] : []));
  const begun = frames.flatMap((frame) => (frame.kind === 'model.call' ? [frame.key] : []));
  expect(charged.toSorted()).toEqual(begun.toSorted());
  expect(frames.filter((frame) => frame.kind === 'control' && frame.control === 'resume')).toHaveLength(2);
});

async function readAll(stream: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

it('takes up replies that went on without a worker, asks nothing again and counts every token once', async () => {
  const plot = plotOf([{ calls: [{ name: 'inside', args: { reasoning: 'r', n: 1 } }] }]);
  /** The replies of one server, which outlive workers: by call. */
  const replies = new Map<string, Promise<readonly ModelEvent[]>>();
  const around = ({ ports, ...rest }: Parts): Parts => {
    const getModel: typeof ports.getModel = (config) => {
      const model = ports.getModel(config);
      return {
        ...model,
        canResume: (callId) => Promise.resolve(replies.has(callId)),
        async *stream(request, _, callId = '') {
          const reply = replies.get(callId) ?? readAll(model.stream(request, new AbortController().signal));
          replies.set(callId, reply);
          for (const event of await reply) yield event;
        },
      };
    };
    return { ...rest, ports: { ...ports, getModel } };
  };
  const cuts: Durable[] = [];
  const whole = await play(plot, beginning(), {
    around,
    onPoint: (_, copy) => void cuts.push(copy()),
  });
  const asked = replies.size;
  const during = cuts.filter((cut) => underWay(cut) > 0);
  expect(during.length).toBeGreaterThan(2);
  for (const cut of during.toReversed()) {
    const begun = new Set(cut.frames.filter(({ kind }) => kind === 'model.call').map(({ id }) => id));
    for (const id of replies.keys()) if (!begun.has(id)) replies.delete(id); // of later calls, which this run makes itself
    const { frames, state } = await play(plot, cut, { around });
    expect(replies.size).toBe(asked);
    expect(frames.filter(({ kind }) => kind === 'model.call')).toHaveLength(asked);
    expect(frames.some((frame) => frame.kind === 'usage' && frame.source === 'lost')).toBe(false);
    expect([state.status, state.bill]).toEqual([whole.state.status, whole.state.bill]);
    expect(state.usage).toEqual(whole.state.usage);
  }
});

/** A run whose worker dies while the model answers, and what the next worker's model says of that reply. */
async function cutDuringReply(): Promise<{ readonly plot: ReturnType<typeof plotOf>; readonly cut: Durable }> {
  const plot = plotOf([{ calls: [{ name: 'inside', args: { reasoning: 'r', n: 1 } }] }]);
  const cuts: Durable[] = [];
  await play(plot, beginning(), { onPoint: (_, copy) => void cuts.push(copy()) });
  const cut = cuts.find((each) => underWay(each) > 0);
  if (!cut) throw new Error('No model call was under way.');
  return { plot, cut };
}

const withModel =
  (more: Partial<Model>) =>
  ({ ports, ...rest }: Parts): Parts => ({
    ...rest,
    ports: { ...ports, getModel: (config) => ({ ...ports.getModel(config), ...more }) },
  });

it('goes on without a reply of which nobody says whether it is held', async () => {
  const { plot, cut } = await cutDuringReply();
  const around = withModel({ canResume: () => new Promise(() => undefined) });
  const { state } = await play(plot, cut, { around });
  expect(state.status).toBe('done');
});

it('a stop ends and charges a reply that went on without a worker', async () => {
  const { plot, cut } = await cutDuringReply();
  const forgotten: string[] = [];
  const around = withModel({ canResume: () => Promise.resolve(true), forgetReply: (id) => void forgotten.push(id) });
  const stopped = { ...cut, inbox: [{ id: 'stop', type: 'cancel' } as const] };
  const { state, frames } = await play(plot, stopped, { around });
  expect(state.status).toBe('cancelled');
  const [begun] = frames.filter(({ kind }) => kind === 'model.call');
  expect(forgotten).toEqual([begun?.id]);
  expect(frames.filter((frame) => frame.kind === 'usage').map(({ source }) => source)).toEqual(['lost']);
});

it.each([
  ['before the worker looks for it', false],
  ['while the worker looks for it', true],
])('an agent that is ended %s has the reply that went on charged and forgotten', async (_, isLater) => {
  const plot = plotOf([{ calls: [{ name: 'agent_a', args: { reasoning: 'r', task: 'Look.' } }] }], {
    agents: [{ manifest: manifestOf({ id: 'a', uses: ['inside'] }), script: [] }],
  });
  const cuts: Durable[] = [];
  await play(plot, beginning(), { onPoint: (_point, copy) => void cuts.push(copy()) });
  const cut = cuts.find(({ frames }) => {
    const last = frames.at(-1);
    return last?.kind === 'model.call' && last.agentId === 'a';
  });
  const call = cut?.frames.at(-1);
  if (!cut || !call) throw new Error('The agent asked nothing.');
  const word = { id: 'end', type: 'take-back', of: call.correlationId ?? '' } as const;
  const forgotten: string[] = [];
  const inbox: Command[] = isLater ? [] : [word];
  const around = ({ ports, ...rest }: Parts): Parts => ({
    ...rest,
    ports: {
      ...ports,
      listCommands: () => [...inbox, ...ports.listCommands()],
      getModel: (config) => ({
        ...ports.getModel(config),
        canResume() {
          if (inbox.length === 0) inbox.push(word);
          return Promise.resolve(true);
        },
        forgetReply: (id) => void forgotten.push(id),
      }),
    },
    append(commit) {
      if (commit.some((frame) => frame.kind === 'control' && frame.commandId === 'end')) inbox.splice(0, 1);
      return rest.append(commit);
    },
  });
  const { frames } = await play(plot, cut, { around });
  expect(forgotten).toContain(call.id);
  expect(underWay({ ...cut, frames })).toBe(0);
});
