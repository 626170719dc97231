import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame, RunSpec, RunRequest } from '../../../src/lib/agent/frames/frames.ts';
import { generateGrounding, createGrounding } from '../../../src/lib/agent/context/grounding.ts';
import type { RunPorts } from '../../../src/lib/agent/ports.ts';
import type { Command } from '../../../src/lib/agent/storage-ports.ts';
import { findArtifactsByName } from '../../../src/lib/agent/state/artifacts.ts';
import { iterateTurns } from '../../../src/lib/agent/state/turns.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { fold } from '../../../src/lib/agent/state/fold.ts';
import { computeTokenUsage, countChargedTokens } from '../../../src/lib/agent/budget/usage.ts';
import { listPages } from '../../../src/lib/toolbox/sources.ts';
import { agentModel, type AgentModel, type Say } from '../../kit/models/agent-model.ts';
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
} from '../../kit/runs/world.ts';

const ASK = specOf({ job: 'ask', goal: 'How high was the tide?' });
const PAGE = articleWith('The tide was two metres high. It came at noon.');
const request = (goal: string, more: Partial<RunRequest> = {}): RunRequest => ({
  job: 'ask',
  goal,
  tabId: ASK.tabId,
  also: [],
  sources: null,
  agent: '',
  action: '',
  selection: null,
  pictures: [],
  language: '',
  ...more,
});
const follow = (id: string, wanted: RunRequest, config: Partial<RunSpec> = {}): Command => ({
  id,
  type: 'follow',
  request: wanted,
  config: { ...termsIn(ASK), ...config },
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

/** Each tab with a page of its own; of those that are closed there is none. */
const tabs = (closed: readonly number[] = []): Pick<RunPorts, 'pages'> => ({
  pages: {
    read: (tabId) =>
      closed.includes(tabId)
        ? Promise.reject(new Error('This tab is closed.'))
        : Promise.resolve(articleWith(`Words of tab ${String(tabId)}.`)),
  },
});

const asked = (model: AgentModel): string => JSON.stringify(model.asked.at(-1)?.messages);
const count = (text: string, part: string): number => text.split(part).length - 1;

/** Names under which the model was shown the page of that tab. */
const namesOf = (model: AgentModel, tabId: number): string[] =>
  Array.from(
    asked(model).matchAll(new RegExp(`\\[([\\w/-]+)\\]\\\\nWords of tab ${String(tabId)}`, 'g')),
    ([, name = '']) => name.replace(/[^/]*$/, ''),
  );

describe('the pages of several tabs', () => {
  it('are numbered as citations are looked up: without those that could not be read', async () => {
    const model = asking([{ text: 'One.' }]);
    const state = stateOf(await drive(world(model, PAGE, tabs([8])), [], specOf({ ...ASK, also: [8, 9] })));
    expect(listPages(state).map(({ meta }) => meta.tab)).toEqual([7, 9]);
    expect([namesOf(model, 7), namesOf(model, 9)]).toEqual([[''], ['2/']]);
  });

  it('keep their number when they are read again', async () => {
    const again: Say = { calls: [{ name: 'read_page', args: { reasoning: 'It may have changed.' } }] };
    const model = asking([{ text: 'One.' }, again, { text: 'Two.' }]);
    const spec = specOf({ ...ASK, also: [8] });
    await converse(world(model, PAGE, tabs()), [follow('f1', request('And now?', { also: [8] }))], [], spec);
    expect([namesOf(model, 7), namesOf(model, 8)]).toEqual([['', ''], ['2/']]);
  });

  it('are all there after an interruption between any two of them', async () => {
    const blobs = memoryBlobs();
    const spec = specOf({ ...ASK, also: [8, 9] });
    const make = (model: AgentModel): World => world(model, PAGE, { ...tabs(), blobs });
    const whole = await drive(make(asking([{ text: 'One.' }])), [], spec);
    const given = whole.flatMap(({ kind, seq }) => (kind === 'tool.result' ? [seq] : []));
    expect(given).toHaveLength(3);
    for (const seq of given) {
      const model = asking([{ text: 'One.' }]);
      const state = stateOf(await drive(make(model), stored(whole.slice(0, seq)), spec));
      expect(listPages(state).map(({ meta }) => meta.tab)).toEqual([7, 8, 9]);
      expect([7, 8, 9].map((tabId) => namesOf(model, tabId))).toEqual([[''], ['2/'], ['3/']]);
    }
  });
});

describe('going on after an answer', () => {
  it('shows the model what was asked and answered before, and reads no page twice [J7]', async () => {
    const model = asking([{ text: 'Two metres.' }, { text: 'At noon.' }]);
    const w = world(model, PAGE);
    const state = stateOf(await converse(w, [follow('f1', request('And when?'))]));
    expect(state).toMatchObject({
      status: 'done',
      request: { answer: { text: 'At noon.' } },
      spec: { goal: 'And when?' },
    });
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
    await converse(world(model, PAGE), [follow('f1', request('And when?'))]);
    expect(JSON.stringify(model.asked.at(-1)?.messages.at(-1))).toContain('Goal: And when?');
  });

  it('goes on with another job: a question after a summary', async () => {
    const model = asking([{ text: 'At noon.' }], {
      other: () => ({ text: 'A page about a tide.' }),
      notMine: ['The page has to be read first.', 'A page about a tide.'],
    });
    const spec = specOf();
    const state = stateOf(await converse(world(model, PAGE), [follow('f1', request('When was it?'))], [], spec));
    expect(state).toMatchObject({ status: 'done', request: { answer: { text: 'At noon.' } } });
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
    const state = stateOf(await converse(w, [follow('f1', request('And there?', { also: [8, 9] }))]));
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
    expect(state).toMatchObject({ status: 'done', request: { answer: { text: 'One.' } } });
    expect(asked(model)).toContain('This tab is closed.');
  });

  it('reads the tab it has moved to', async () => {
    const w = world(asking([{ text: 'One.' }, { text: 'Two.' }]), PAGE, tabs());
    const first = await drive(w, [], ASK);
    const state = stateOf(await converse(w, [follow('f1', request('And here?', { tabId: 8 }))], stored(first)));
    expect(listPages(state).map(({ meta }) => meta.tab)).toEqual([7, 8]);
  });

  it('lets the model look again for what it looked for under another wish: there may be more to look in', async () => {
    const look: Say = { calls: [{ name: 'find_in_page', args: { reasoning: 'Look.', query: 'Words' } }] };
    const model = asking([look, { text: 'One.' }, look, { text: 'Two.' }]);
    const w = world(model, PAGE, tabs());
    const state = stateOf(await converse(w, [follow('f1', request('And there?', { also: [8] }))]));
    expect(state).toMatchObject({ status: 'done', request: { answer: { text: 'Two.' } } });
    const found = findArtifactsByName(state, 'passages').map(({ meta }) => meta.from);
    expect(found).toEqual([[0], [0, 1]]);
    model.done();
  });

  it('says the present wish whole once its turn was condensed', async () => {
    const long = `And ${'why, '.repeat(300)}so?`;
    const w = world(asking([{ text: 'One.' }, { text: 'Two.' }]), PAGE);
    const frames = await converse(w, [follow('f1', request(long))]);
    const state = stateOf(frames);
    const last = frames.at(-1);
    if (!last) throw new Error('No frames.');
    const compaction = {
      ...last,
      kind: 'compaction',
      step: 1,
      stage: 'summary',
      by: 'rule',
      to: state.request.firstTurn,
      summary: 'Notes.',
      sources: [],
      before: 2,
      after: 1,
    } as const;
    const goalIn = (of: AgentState): string => generateGrounding(createGrounding(of), of, '').split('\n')[1] ?? '';
    expect(goalIn(state)).toHaveLength('Goal: '.length + 600);
    expect(goalIn(fold(state, compaction))).toBe(`Goal: ${long}`);
  });

  it('keeps what was asked and answered where no model condenses it', async () => {
    const script = [1, 2, 3, 4, 5].map((n) => ({ text: `Answer ${String(n)}. ${'It came at noon. '.repeat(80)}` }));
    const model = asking(script, { contextTokens: 4000, other: () => ({ text: '' }) });
    const commands = [2, 3, 4, 5].map((n) => follow(`f${String(n)}`, request(`What of tide ${String(n)}?`)));
    const frames = await converse(world(model, PAGE), commands);
    const notes = frames.flatMap((frame) => (frame.kind === 'compaction' && frame.by === 'rule' ? frame.summary : []));
    expect(notes.at(-1)).toContain('Answered: Answer');
    expect(notes.at(-1)).toContain('The user asked: What of tide 2?');
  });

  it('has a budget and steps of its own [R2.2c]', async () => {
    const model = asking([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }], {
      usage: { input: 900, output: 50 },
    });
    const limits = { ...ASK.limits, tokenBudget: 10_000, maxSteps: 2 };
    const commands = ['b', 'c'].map((id) => follow(id, request(`Question ${id}?`), { limits }));
    const state = stateOf(await converse(world(model, PAGE), commands, [], specOf({ ...ASK, limits })));
    expect(state.exchanges.length).toBe(2);
    expect(state.request.answer).toMatchObject({ text: 'Three.', partial: false });
    expect(state.usage.input).toBe(2700);
    expect(countChargedTokens(computeTokenUsage(state))).toBe(950);
  });

  it('follows on from a run that was stopped or failed too, with what it had written', async () => {
    const model = asking([{ text: 'At noon.' }]);
    const w = world(model, PAGE);
    const first = await drive(w, [], ASK, (commit) => {
      if (commit.some(({ kind }) => kind === 'tool.result')) w.commands.push({ id: 'stop', type: 'cancel' });
    });
    expect(stateOf(first).status).toBe('cancelled');
    w.commands.length = 0;
    const state = stateOf(await converse(w, [follow('f1', request('When?'))], first));
    expect(state).toMatchObject({ status: 'done', request: { answer: { text: 'At noon.' } } });
    expect(state.exchanges.at(0)).toMatchObject({ status: 'cancelled', answer: null });
  });

  it('is no word to a run that is under way', async () => {
    const model = asking([{ text: 'Two metres.' }, { text: 'At noon.' }]);
    const w = world(model, PAGE);
    w.commands.push(follow('early', request('And when?')));
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
        const command = follow('f1', request('And then?'));
        const ends: number[] = [];
        const whole = await converse(make(), [command], [], ASK, (seq) => void ends.push(seq + 1));
        const taken = whole.findIndex((frame) => frame.kind === 'control' && frame.control === 'follow');
        const expected = stateOf(whole);
        expect(expected.request.answer?.text).toBe('Second.');
        for (const length of ends) {
          const past = stored(whole.slice(0, length));
          const state = stateOf(await converse(make(), length > taken ? [] : [command], past));
          expect([state.status, state.request.answer?.text, state.exchanges.length]).toEqual(['done', 'Second.', 1]);
          expect([...iterateTurns(state)].map(({ decision }) => decision)).toEqual(
            [...iterateTurns(expected)].map(({ decision }) => decision),
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});
