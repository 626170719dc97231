/** A server that has the model answer while its tool runs: never without a yes, never with more than its own words, paid for once. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ServerRequest } from '../../../../src/lib/agent/frames/control-frames.ts';
import type { Frame } from '../../../../src/lib/agent/frames/frames.ts';
import { listOpenAsks } from '../../../../src/lib/agent/state/sub-agents.ts';
import type { ModelRequest } from '../../../../src/lib/models/model.ts';
import { askUntilQuestion, say, startAsking } from '../../../kit/servers/asking-runs.ts';
import { drive, stateOf, stored } from '../../../kit/runs/world.ts';

const GOAL = 'Book a room for Ada-canary.';
const asks = {
  kind: 'sampling',
  system: 'You name rooms.',
  messages: [{ role: 'user', text: 'Name the blue one.' }],
  maxTokens: 400,
} as const satisfies ServerRequest;

const start = (asked: ServerRequest = asks, options: Partial<Parameters<typeof startAsking>[0]> = {}) =>
  startAsking({ asks: asked, goal: GOAL, other: () => ({ text: 'The sea room.' }), ...options });
type Started = ReturnType<typeof start>;

const keyOf = (frames: readonly Frame[]): string => listOpenAsks(stateOf(frames))[0]?.key ?? '';
const agree = (run: Started, frames: readonly Frame[]) =>
  say(run, frames, { id: 'yes-1', type: 'answer', ask: keyOf(frames), text: 'yes' });
const completionsOf = ({ model }: Started): readonly ModelRequest[] =>
  model.asked.filter(({ task }) => task !== 'decide');
const repliesTo = ({ attempts }: Started) => attempts.flatMap(({ answer }) => (answer ? [answer.entered] : []));

it('is asked about with its words, its host and what it costs at most, and nothing is called before the yes', async () => {
  const run = start();
  const frames = await askUntilQuestion(run);
  const [card] = listOpenAsks(stateOf(frames));
  expect(card).toMatchObject({ form: 'sampling', asked: { ...asks, host: 'rooms.example', most: { output: 400 } } });
  expect(completionsOf(run)).toEqual([]);
});

it('gets the answer of the model in the call that it asked in, and the receipt has it', async () => {
  const run = start();
  const done = await agree(run, await askUntilQuestion(run));
  expect(completionsOf(run)).toEqual([
    {
      task: 'answer',
      maxOutputTokens: 400,
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'You name rooms.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Name the blue one.' }] },
      ],
    },
  ]);
  expect(repliesTo(run)).toEqual([JSON.stringify({ text: 'The sea room.', isCut: false })]);
  const call = done.find((frame) => frame.kind === 'model.call' && frame.purpose === 'sample');
  expect(call?.labels).toEqual({ integrity: 'untrusted', confidentiality: 'private', origin: 'https://rooms.example' });
  const key = call?.kind === 'model.call' ? call.key : '';
  expect(done.filter((frame) => frame.kind === 'usage' && frame.key === key)).toHaveLength(1);
  expect(done.at(-1)).toMatchObject({ kind: 'agent.response', text: 'It is booked.' });
});

it('is declined without a call of the model', async () => {
  const run = start();
  const frames = await askUntilQuestion(run);
  await say(run, frames, { id: 'no', type: 'decline', ask: keyOf(frames) });
  expect([completionsOf(run), repliesTo(run)]).toEqual([[], [null]]);
});

it('is given nothing where the budget does not reach, and the run goes on', async () => {
  const run = start();
  const frames = await askUntilQuestion(run);
  const poor = frames.map((frame) =>
    frame.kind === 'agent.invoked'
      ? { ...frame, spec: { ...frame.spec, limits: { ...frame.spec.limits, tokenBudget: 100 } } }
      : frame,
  );
  await agree(run, poor);
  expect([completionsOf(run), repliesTo(run)]).toEqual([[], [JSON.stringify({ text: null, isCut: false })]]);
});

it('is not paid where the server waits no more, and the run goes on', async () => {
  const run = start();
  const frames = await askUntilQuestion(run);
  run.server.isWaiting = false;
  const done = await agree(run, frames);
  expect([completionsOf(run), repliesTo(run)]).toEqual([[], [JSON.stringify({ text: null, isCut: false })]]);
  expect(done.at(-1)).toMatchObject({ kind: 'agent.response', text: 'It is booked.' });
});

it('is called for once, though the reply breaks off: the card said what that costs', async () => {
  const run = start(asks, { isCut: true });
  const done = await agree(run, await askUntilQuestion(run));
  expect(completionsOf(run)).toHaveLength(1);
  expect(repliesTo(run)).toEqual([JSON.stringify({ text: null, isCut: false })]);
  expect(done.at(-1)).toMatchObject({ kind: 'agent.response', text: 'It is booked.' });
});

it.each([
  ['the model has no room for it', { contextTokens: 5000 }],
  ['it is beyond the budget', { tokenBudget: 5000 }],
])('is declined unasked where %s', async (_why, limits) => {
  const run = start({ ...asks, system: 'You name rooms. '.repeat(1240) }, limits);
  const frames = await askUntilQuestion(run);
  expect(listOpenAsks(stateOf(frames))).toEqual([]);
  expect([completionsOf(run), repliesTo(run)]).toEqual([[], ['']]);
});

it('that failed is told to the server also where nothing need be asked before a call', async () => {
  const run = start(asks, { isCut: true, isGranted: true, goal: 'Have rooms book a room.' });
  const done = await agree(run, await askUntilQuestion(run));
  expect(done.filter((frame) => frame.kind === 'ask.user' && frame.form === 'approval')).toEqual([]);
  expect(repliesTo(run)).toEqual([JSON.stringify({ text: null, isCut: false })]);
});

it('is asked for no more tokens than the model has room for', async () => {
  const run = start({ ...asks, system: 'You name rooms. '.repeat(250), maxTokens: 4000 }, { contextTokens: 5000 });
  const [card] = listOpenAsks(stateOf(await askUntilQuestion(run)));
  const asked = card?.asked?.kind === 'sampling' ? card.asked : null;
  expect(asked?.maxTokens).toBe(5000 - (asked?.most?.input ?? 0));
});

it('survives a worker that dies at any moment: the model is paid once, and no call is made twice', async () => {
  const run = start();
  const frames = await askUntilQuestion(run);
  const done = await agree(run, frames);
  for (const end of run.ends.filter((each) => each >= frames.length && each < done.length)) {
    const past = stored(done.slice(0, end));
    const [asked, called] = [completionsOf(run).length, run.attempts.length];
    const ended = end === frames.length ? await agree(run, past) : await drive(run.w, past, run.spec);
    expect(stateOf(ended).status).toBe('done');
    const isPaid = past.some((frame) => frame.kind === 'model.call' && frame.purpose === 'sample');
    expect(completionsOf(run).length - asked).toBe(isPaid ? 0 : 1);
    expect(run.attempts.slice(called).filter(({ answer }) => answer === null)).toEqual([]);
  }
});

it('never: a prompt of a server with a word of the run that is not the server’s, nor a call without a yes', async () => {
  const text = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
  const messages = fc.array(fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), text }), {
    minLength: 1,
    maxLength: 4,
  });
  const asked = fc.record({
    kind: fc.constant('sampling' as const),
    system: fc.option(text, { nil: '' }),
    messages,
    maxTokens: fc.integer({ min: 1, max: 4000 }),
  });
  await fc.assert(
    fc.asyncProperty(asked, fc.boolean(), async (request, agrees) => {
      const run = start(request);
      const frames = await askUntilQuestion(run);
      if (agrees) await agree(run, frames);
      else await say(run, frames, { id: 'no', type: 'decline', ask: keyOf(frames) });
      const own = [request.system, ...request.messages.map((message) => message.text)].filter((each) => each !== '');
      const sent = completionsOf(run).map(({ messages: parts, tools }) => [
        tools,
        ...parts.flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.text : part))),
      ]);
      expect(sent).toEqual(agrees ? [[undefined, ...own]] : []);
    }),
    { numRuns: 40 },
  );
});
