import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getTabRight, listUserOrigins } from '../../../src/lib/agent/egress/rights.ts';
import type { RunRequest } from '../../../src/lib/agent/frames/frames.ts';
import { bindCallees } from '../../../src/lib/agent/state/model-roles.ts';
import { estimateChat } from '../../../src/lib/jobs/chat.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { agentModel, type AgentModelOptions, type Say } from '../../kit/models/agent-model.ts';
import { goOn } from '../../kit/web/researching.ts';
import { modelCalls } from '../../kit/runs/seeing-runs.ts';
import { articleWith, drive, longPage, roughCounter, specOf, stateOf, world } from '../../kit/runs/world.ts';

const CHAT = specOf({ job: 'chat', goal: 'What is a tide?' });
const PAGE = articleWith('The secret tide was two metres high.');
const chatting = (script: readonly Say[], options: AgentModelOptions = {}) =>
  agentModel(script, { notMine: ['The page has to be read first.'], ...options });
const finish = async (w: ReturnType<typeof world>, spec = CHAT) => {
  const frames = await drive(w, [], spec);
  return { frames, state: stateOf(frames) };
};
const withDefaults = (request: Partial<RunRequest>): Partial<RunRequest> => ({
  also: [],
  tabId: CHAT.tabId,
  ...request,
});

describe('a chat [J11]', () => {
  it('is one call without tools, reads nothing, and says that nothing backs the answer', async () => {
    const model = chatting([{ text: 'Water that rises.' }]);
    const w = world(model, PAGE);
    const { frames, state } = await finish(w);
    expect(state.request.answer).toMatchObject({ text: 'Water that rises.', citations: [] });
    expect(state.request.answer?.note).toContain('From the model’s own knowledge');
    expect(modelCalls(frames)).toHaveLength(1);
    expect([model.asked[0]?.tools, w.reads()]).toEqual([[], 0]);
    expect(JSON.stringify(model.asked)).toContain('What is a tide?');
    model.done();
  });

  it('has no right to the tab nor to the web, and keeps that of a question before it', async () => {
    const w = world(chatting([{ text: 'Two metres.' }, { text: 'Water.' }]), PAGE);
    const { state } = await finish(world(chatting([{ text: 'Water.' }]), PAGE));
    expect([getTabRight(state), listUserOrigins(state)]).toEqual(['ask', ['link:own']]);
    const asked = await finish(w, specOf({ ...CHAT, job: 'ask' }));
    const { state: followed } = await goOn(w, asked, withDefaults({ job: 'chat', goal: 'And what is a tide?' }));
    expect(getTabRight(followed)).toBe('own');
    expect(followed.request.answer?.note).toContain('Nothing in this answer is backed');
  });

  it('goes on with what was said before', async () => {
    const model = chatting([{ text: 'Water that rises.' }, { text: 'The moon.' }]);
    const w = world(model, PAGE);
    const { state } = await goOn(w, await finish(w), withDefaults({ job: 'chat', goal: 'Why?' }));
    expect(state.request.answer?.text).toBe('The moon.');
    for (const said of ['What is a tide?', 'Water that rises.', 'Why?'])
      expect(JSON.stringify(model.asked[1])).toContain(said);
    expect(w.reads()).toBe(0);
  });

  it('is shown nothing to call, in whatever way the model calls tools', async () => {
    for (const toolCalling of ['native', 'json', 'text'] as const) {
      const model = chatting([{ text: 'Water.' }], { toolCalling });
      const { state } = await finish(world(model, PAGE));
      expect(state.request.answer?.text).toBe('Water.');
      const { tools = [], json, messages } = model.asked[0] ?? { messages: [] };
      expect([tools, json]).toEqual([[], undefined]);
      expect(JSON.stringify(messages)).not.toContain('ask_user');
    }
  });

  it('is written as the settings say, in the language of the request where they name that of the page', async () => {
    const model = chatting([{ text: 'Wasser.' }]);
    await finish(world(model, PAGE), { ...CHAT, style: { language: 'page', length: 'long', format: 'bullets' } });
    const told = JSON.stringify(model.asked);
    expect(told).toContain('Answer at length');
    expect(told).toContain('Markdown list');
    expect(told).toContain('Answer in the language of the request.');
  });

  it('needs a model that can write', async () => {
    const { state } = await finish(world(createExtractiveModel(roughCounter), PAGE));
    expect([state.status, state.request.error?.code]).toEqual(['failed', 'model.only-quotes']);
  });

  it('resumes from every prefix of its frames to the same answer, and asks for none twice', async () => {
    const model = chatting([{ text: 'Water.' }, { text: 'The moon.' }]);
    const w = world(model, longPage(3));
    const ends = [0];
    const whole = await drive(w, [], CHAT, (commit) => ends.push((ends.at(-1) ?? 0) + commit.length));
    for (const end of ends) {
      const before = model.asked.length;
      const past = whole.slice(0, end);
      expect(stateOf(await drive(w, past, CHAT)).request.answer?.text).toBe('Water.');
      expect(model.asked.length - before).toBe(past.some(({ kind }) => kind === 'model.reply') ? 0 : 1);
    }
  });
});

it('no first chat takes more than its estimate, however often a reply cannot be used', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 2000, max: 32_000 }),
      fc.string({ minLength: 1, maxLength: 4000, size: 'max' }),
      async (useless, contextTokens, goal) => {
        const script = [...Array.from({ length: useless }, () => ({ text: '' })), { text: 'Water.' }];
        const model = chatting(script, { contextTokens });
        const { frames } = await finish(world(model, PAGE), { ...CHAT, goal: `x${goal}` });
        const most = estimateChat(
          bindCallees(CHAT.models, () => model),
          CHAT.limits,
          await roughCounter.count(`x${goal}`),
        );
        const sum = (figure: 'input' | 'output') =>
          modelCalls(frames).reduce((all, { estimate }) => all + estimate[figure], 0);
        expect(modelCalls(frames).length).toBeLessThanOrEqual(most.calls);
        expect(sum('input')).toBeLessThanOrEqual(most.input);
        expect(sum('output')).toBeLessThanOrEqual(most.output);
      },
    ),
    { numRuns: 30 },
  );
});
