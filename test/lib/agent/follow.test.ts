import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame, RunSpec, Wish } from '../../../src/lib/agent/frames.ts';
import type { Command } from '../../../src/lib/agent/ports.ts';
import { turnsOf } from '../../../src/lib/agent/state.ts';
import { usageOf, chargedIn } from '../../../src/lib/agent/tokens.ts';
import { agentModel, type AgentModel, type Say } from '../../kit/agent-model.ts';
import {
  articleWith,
  drive,
  longPage,
  memoryBlobs,
  specOf,
  stateOf,
  stored,
  termsIn,
  world,
  type World,
} from '../../kit/world.ts';

const ASK = specOf({ job: 'ask', goal: 'How high was the tide?' });
const PAGE = articleWith('The tide was two metres high. It came at noon.');
const wish = (goal: string, more: Partial<Wish> = {}): Wish => ({
  job: 'ask',
  goal,
  tabId: ASK.tabId,
  also: [],
  selection: null,
  language: '',
  ...more,
});
const follow = (id: string, wanted: Wish, terms: Partial<RunSpec> = {}): Command => ({
  id,
  type: 'follow',
  wish: wanted,
  terms: { ...termsIn(ASK), ...terms },
});
const asking = (script: readonly Say[], options: Parameters<typeof agentModel>[1] = {}): AgentModel =>
  agentModel(script, { notMine: ['The page has to be read first.', 'Look the question up'], ...options });

/** Drives to the end, a command at a time: each is delivered once the run rests, and gone once it is taken. */
async function converse(
  w: World,
  commands: readonly Command[],
  past: readonly Frame[] = [],
  spec = ASK,
  committed: (lastSeq: number) => void = () => undefined,
) {
  const waiting = [...commands];
  let frames = [...past];
  for (;;) {
    frames = await drive(w, frames, spec, (commit) => {
      committed(commit.at(-1)?.seq ?? 0);
      for (const frame of commit)
        if (frame.kind === 'control')
          w.commands.splice(0, w.commands.length, ...w.commands.filter(({ id }) => id !== frame.commandId));
    });
    const next = waiting.shift();
    if (!next) return frames;
    w.commands.push(next);
  }
}

const asked = (model: AgentModel): string => JSON.stringify(model.asked.at(-1)?.messages);
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('going on after an answer', () => {
  it('shows the model what was asked and answered before, and reads no page twice [J7]', async () => {
    const model = asking([{ text: 'Two metres.' }, { text: 'At noon.' }]);
    const w = world(model, PAGE);
    const state = stateOf(await converse(w, [follow('f1', wish('And when?'))]));
    expect(state).toMatchObject({ status: 'done', answer: { text: 'At noon.' }, spec: { goal: 'And when?' } });
    expect([...state.exchanges]).toMatchObject([{ goal: ASK.goal, status: 'done', answer: { text: 'Two metres.' } }]);
    expect(w.reads()).toBe(1);
    const prompt = asked(model);
    for (const part of ['How high was the tide?', 'Two metres.', 'And when?']) expect(prompt).toContain(part);
    expect(count(prompt, 'The tide was two metres high.')).toBe(1);
    expect(prompt.indexOf('Two metres.')).toBeLessThan(prompt.indexOf('And when?'));
    model.done();
  });

  it('grounds every decision in the present wish', async () => {
    const model = asking([{ text: 'Two metres.' }, { text: 'At noon.' }]);
    await converse(world(model, PAGE), [follow('f1', wish('And when?'))]);
    expect(JSON.stringify(model.asked.at(-1)?.messages.at(-1))).toContain('Goal: And when?');
  });

  it('goes on with another job: a question after a summary', async () => {
    const model = asking([{ text: 'At noon.' }], {
      other: () => ({ text: 'A page about a tide.' }),
      notMine: ['The page has to be read first.', 'A page about a tide.'],
    });
    const spec = specOf();
    const state = stateOf(await converse(world(model, PAGE), [follow('f1', wish('When was it?'))], [], spec));
    expect(state).toMatchObject({ status: 'done', answer: { text: 'At noon.' } });
    expect(state.exchanges.at(0)).toMatchObject({ job: 'summarise', answer: { text: 'A page about a tide.' } });
    expect(asked(model)).toContain('A page about a tide.');
  });

  it('reads the tabs that are added with it, and no other anew', async () => {
    const model = asking([{ text: 'One.' }, { text: 'Two.' }]);
    const read: number[] = [];
    const w = world(model, PAGE, {
      pages: {
        read(tabId) {
          read.push(tabId);
          return Promise.resolve(articleWith(`Words of tab ${String(tabId)}.`));
        },
      },
    });
    const state = stateOf(await converse(w, [follow('f1', wish('And there?', { also: [8, 9] }))]));
    expect(read).toEqual([7, 8, 9]);
    expect(state.status).toBe('done');
    expect(asked(model)).toContain('Words of tab 9.');
  });

  it('goes on without a tab that was added and cannot be read, and says so', async () => {
    const model = asking([{ text: 'One.' }]);
    const w = world(model, PAGE, {
      pages: {
        read: (tabId) => (tabId === 7 ? Promise.resolve(PAGE) : Promise.reject(new Error('This tab is closed.'))),
      },
    });
    const state = stateOf(await drive(w, [], specOf({ ...ASK, also: [8] })));
    expect(state).toMatchObject({ status: 'done', answer: { text: 'One.' } });
    expect(asked(model)).toContain('This tab is closed.');
  });

  it('has a budget and steps of its own [R2.2c]', async () => {
    const model = asking([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }], {
      usage: { input: 900, output: 50 },
    });
    const limits = { ...ASK.limits, tokenBudget: 10_000, maxSteps: 2 };
    const commands = ['b', 'c'].map((id) => follow(id, wish(`Question ${id}?`), { limits }));
    const state = stateOf(await converse(world(model, PAGE), commands, [], specOf({ ...ASK, limits })));
    expect(state.exchanges.length).toBe(2);
    expect(state.answer).toMatchObject({ text: 'Three.', partial: false });
    expect(state.usage.input).toBe(2700);
    expect(chargedIn(usageOf(state))).toBe(950);
  });

  it('follows on from a run that was stopped or failed too, with what it had written', async () => {
    const model = asking([{ text: 'At noon.' }]);
    const w = world(model, PAGE);
    const first = await drive(w, [], ASK, (commit) => {
      if (commit.some(({ kind }) => kind === 'tool.result')) w.commands.push({ id: 'stop', type: 'cancel' });
    });
    expect(stateOf(first).status).toBe('cancelled');
    w.commands.length = 0;
    const state = stateOf(await converse(w, [follow('f1', wish('When?'))], first));
    expect(state).toMatchObject({ status: 'done', answer: { text: 'At noon.' } });
    expect(state.exchanges.at(0)).toMatchObject({ status: 'cancelled', answer: null });
  });

  it('is no word to a run that is under way', async () => {
    const model = asking([{ text: 'Two metres.' }, { text: 'At noon.' }]);
    const w = world(model, PAGE);
    w.commands.push(follow('early', wish('And when?')));
    const kinds: string[] = [];
    await drive(w, [], ASK, (commit) => {
      for (const frame of commit) {
        kinds.push(frame.kind === 'control' ? frame.control : frame.kind);
        if (frame.kind === 'control') w.commands.length = 0;
      }
    });
    expect(kinds.indexOf('follow')).toBeGreaterThan(kinds.indexOf('agent.response'));
  });

  it('**Feature: agent-architecture-upgrade, Property 18: a conversation resumed from every prefix ends as it would have** [R6.2a]', async () => {
    const says = fc.array(
      fc.constantFrom<Say>(
        { text: 'So.' },
        { calls: [{ name: 'find_in_page', args: { reasoning: 'Look.', query: 'tide gauge' } }] },
      ),
      { maxLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(says, says, async (before, after) => {
        const text = (turn: readonly Say[], last: string): Say[] => [
          ...turn.filter(({ calls }) => calls),
          { text: last },
        ];
        const script = [...text(before, 'First.'), ...text(after, 'Second.')];
        // the same look twice is no progress: the second time it is said to be one
        if (before[0]?.calls && after[0]?.calls) return;
        const blobs = memoryBlobs();
        const make = () => world(asking(script), longPage(3), { blobs });
        const command = follow('f1', wish('And then?'));
        const ends: number[] = [];
        const whole = await converse(make(), [command], [], ASK, (seq) => void ends.push(seq + 1));
        const taken = whole.findIndex((frame) => frame.kind === 'control' && frame.control === 'follow');
        const expected = stateOf(whole);
        expect(expected.answer?.text).toBe('Second.');
        for (const length of ends) {
          const past = stored(whole.slice(0, length));
          const state = stateOf(await converse(make(), length > taken ? [] : [command], past));
          expect([state.status, state.answer?.text, state.exchanges.length]).toEqual(['done', 'Second.', 1]);
          expect([...turnsOf(state)].map(({ decision }) => decision)).toEqual(
            [...turnsOf(expected)].map(({ decision }) => decision),
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});
