/** An agent that has the conversation: it talks with the user until it is done or taken back from, and the run goes on. */
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { Command } from '../../../src/lib/agent/storage-ports.ts';
import { listOpenAsks } from '../../../src/lib/agent/state/sub-agents.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { agentModel, type Say } from '../../kit/models/agent-model.ts';
import { cardOf, manifestOf, whoIsAsked, type AgentChanges } from '../../kit/agents/played-agents.ts';
import { articleWith, drive, specOf, stored, termsIn, world, type World } from '../../kit/runs/world.ts';

const GOAL = 'Teach me about tides.';
const CALL = { calls: [{ name: 'agent_tutor', args: { reasoning: 'r', task: 'Teach tides.' } }] };

interface Talk {
  readonly w: World;
  frames: Frame[];
  state: AgentState;
}

/** A run in which the main agent hands over to the tutor at once, up to the tutor's first turn. */
async function talk(
  tutor: readonly Say[],
  changes: AgentChanges = {},
  main: readonly Say[] = [CALL, { text: 'Back with me.' }],
): Promise<Talk> {
  const manifest = manifestOf({ id: 'tutor', mode: 'handoff', ...changes });
  const card = cardOf({ manifest });
  const models = {
    '': agentModel(main, { notMine: ['The page has to be read first.'] }),
    tutor: agentModel(tutor, { usage: {}, last: () => tutor.at(-1) ?? {} }),
  };
  const model = {
    ...models[''],
    stream: (request: Parameters<typeof models.tutor.stream>[0], signal: AbortSignal) =>
      (whoIsAsked(request) === 'tutor' ? models.tutor : models['']).stream(request, signal),
  };
  const stops = new Map<string, AbortController>();
  const stop = (name: string): AbortController => {
    const known = stops.get(name) ?? new AbortController();
    stops.set(name, known);
    return known;
  };
  const w = world(model, articleWith('Tides rise twice a day.'), {
    getRecallSignal: (name) => stop(name).signal,
  });
  const { blobs } = w.ports;
  const get = blobs.get.bind(blobs);
  Object.assign(blobs, {
    get: (hash: string) => (hash === card.manifest ? Promise.resolve(JSON.stringify(manifest)) : get(hash)),
  });
  const spec = specOf({ job: 'ask', goal: GOAL, agents: [card] });
  const frames = await drive(w, [], spec);
  return { w, frames, state: foldAll(frames) };
}

/** The run after a user's word, by a worker that knows nothing but the frames. */
async function say(run: Talk, command: Command): Promise<void> {
  run.w.commands.push(command);
  run.frames = await drive(run.w, stored(run.frames), undefined, (commit) => {
    if (commit.some((frame) => frame.kind === 'control' && frame.commandId === command.id)) run.w.commands.length = 0;
  });
  run.state = foldAll(run.frames);
}

const turn = (run: Talk) => {
  const ask = listOpenAsks(run.state).find(({ form }) => form === 'turn');
  if (!ask) throw new Error('Nobody has the conversation.');
  return ask;
};
const reply = (run: Talk, text: string): Promise<void> =>
  say(run, { id: text, type: 'answer', ask: turn(run).key, text });
const heard = (run: Talk): string =>
  JSON.stringify(run.frames.filter(({ kind, correlationId }) => kind === 'tool.result' && correlationId === null));

describe('a handoff', () => {
  it('waits for the person after each turn of the agent, and tells it what they reply', async () => {
    const run = await talk([{ text: 'What pulls the sea?' }, { text: 'And what else?' }]);
    expect(run.state.status).toBe('asking');
    expect(turn(run)).toMatchObject({
      text: 'What pulls the sea?',
      agentId: 'tutor',
      labels: { integrity: 'untrusted' },
    });
    await reply(run, 'The moon.');
    expect(turn(run).text).toBe('And what else?');
    expect(run.state.request.answer).toBeNull();
  });

  it('ends when the agent hands back, and the main agent goes on with what was said [R7.2b]', async () => {
    const back = { calls: [{ name: 'hand_back', args: { reasoning: 'Done.', outcome: 'They know tides now.' } }] };
    const run = await talk([{ text: 'What pulls the sea?' }, back]);
    await reply(run, 'The moon.');
    expect(run.state).toMatchObject({ status: 'done', request: { answer: { text: 'Back with me.' } } });
    expect(heard(run)).toContain('They know tides now.');
    expect(heard(run)).toContain('Person: The moon.');
  });

  it('is taken back by the person, and the main agent goes on [R7.2b]', async () => {
    const run = await talk([{ text: 'What pulls the sea?' }, { text: 'And?' }]);
    await reply(run, 'The moon.');
    await say(run, { id: 'back', type: 'take-back', of: turn(run).correlationId ?? '' });
    expect(run.state).toMatchObject({ status: 'done', request: { answer: { text: 'Back with me.' } } });
    expect(heard(run)).toContain('The person ended the chat with tutor.');
    expect(
      run.frames.filter(({ kind, correlationId }) => kind === 'control' && correlationId !== null).at(-1),
    ).toMatchObject({ control: 'cancel', commandId: 'back' });
  });

  it('is taken back at the limit of its turns, and the main agent goes on', async () => {
    const run = await talk([{ text: 'One?' }, { text: 'Two?' }], { limits: { max_turns: 2 } });
    await reply(run, 'first');
    expect(turn(run).text).toBe('Two?');
    await reply(run, 'second');
    expect(run.state).toMatchObject({ status: 'done', request: { answer: { text: 'Back with me.' } } });
    expect(limitsOf(run)).toEqual(['steps']);
    expect(heard(run)).toContain('Person: second');
  });

  it('is taken back when its budget is spent, and the main agent goes on', async () => {
    const run = await talk([{ text: 'One?' }, { text: 'Two?' }], { limits: { max_tokens_per_invocation: 12_000 } });
    for (let n = 0; run.state.status === 'asking' && n < 3; n += 1)
      await reply(run, `${String(n)} ${'moon and sun and sea '.repeat(700)}`);
    expect(limitsOf(run)).toEqual(['tokens']);
    expect(run.state).toMatchObject({ status: 'done', request: { answer: { text: 'Back with me.' } } });
  });

  it('is taken back when it fails, and the main agent goes on', async () => {
    const run = await talk([
      { text: 'One?' },
      ...Array.from({ length: 9 }, () => ({ calls: [{ name: 'nothing', args: {} }] })),
    ]);
    await reply(run, 'first');
    expect(run.state).toMatchObject({ status: 'done', request: { answer: { text: 'Back with me.' } } });
    expect(
      run.frames.some((frame) => frame.kind === 'control' && frame.control === 'limit' && frame.limit === 'retries'),
    ).toBe(true);
  });

  it('goes on in the conversation after it ended: a further question is the main agent’s', async () => {
    const run = await talk([{ text: 'One?' }], {}, [CALL, { text: 'Back with me.' }, { text: 'Second answer.' }]);
    await say(run, { id: 'back', type: 'take-back', of: turn(run).correlationId ?? '' });
    const next = specOf({ job: 'ask', goal: 'And now?' });
    await say(run, { id: 'on', type: 'follow', request: next, config: termsIn(next) });
    expect(run.state).toMatchObject({ status: 'done', request: { answer: { text: 'Second answer.' } } });
  });
});

const limitsOf = ({ frames }: Talk): readonly string[] =>
  frames.flatMap((frame) =>
    frame.kind === 'control' && frame.control === 'limit' && frame.agentId === 'tutor' ? [frame.limit] : [],
  );
