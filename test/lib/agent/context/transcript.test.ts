import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getToolSchemas } from '../../../../src/lib/agent/tool-calls/index.ts';
import { foldAll } from '../../../../src/lib/agent/state/fold.ts';
import { getStepsLeft } from '../../../../src/lib/agent/state/limits.ts';
import { Transcript } from '../../../../src/lib/agent/context/transcript.ts';
import { toShareList, sumShares } from '../../../../src/lib/agent/budget/token-shares.ts';
import { agentModel } from '../../../kit/models/agent-model.ts';
import { play } from '../../../kit/runs/generated-run.ts';
import { plotOf, plots } from '../../../kit/runs/plots.ts';
import { noDeeds, toyJob } from '../../../kit/runs/tools.ts';
import { digestInTurn } from '../../../kit/base/virtual-clock.ts';
import { roughCounter } from '../../../kit/runs/world.ts';

digestInTurn();

const LAST = 'No further step is left. Answer now, with what you have; say plainly what is missing.';

describe('the conversation a model is shown', () => {
  it('is the same, and has the same hash, whether it grew with the run or is made anew [R3.5]', async () => {
    await fc.assert(
      fc.asyncProperty(plots({ maxLength: 4 }), async (plot) => {
        const { frames, blobs, asked } = await play(plot);
        const model = agentModel([], { toolCalling: plot.toolCalling });
        const job = toyJob({ deeds: noDeeds() });
        const read = (hash: string): Promise<string> => Promise.resolve(blobs.get(hash) ?? '');
        const decides = frames.filter((frame) => frame.kind === 'model.call' && frame.purpose === 'decide');
        const requests = asked.filter(({ task }) => task === 'decide');
        expect(decides.length).toBe(requests.length);
        for (const [i, call] of decides.entries()) {
          if (call.kind !== 'model.call') continue;
          const state = foldAll(frames.slice(0, call.seq));
          const last = getStepsLeft(state) <= 1;
          const fresh = await new Transcript({ tokens: roughCounter, read }).buildPrompt(state, model, {
            instructions: 'Play.',
            tools: last ? [] : getToolSchemas(job.registry, state),
            reminder: last ? LAST : '',
            preferences: {},
          });
          expect(fresh.measured?.promptHash).toBe(call.promptHash);
          expect(toShareList(fresh.measured?.shares ?? new Map())).toEqual(call.shares);
          expect(fresh.labels).toEqual(call.labels);
          expect(fresh.request).toEqual(requests[i]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each(['native', 'json', 'text'] as const)(
    'is counted with the rules of the %s protocol before the first reply',
    async (toolCalling) => {
      const plot = plotOf([], { toolCalling });
      const { frames, asked } = await play(plot);
      const [call] = frames.filter((frame) => frame.kind === 'model.call' && frame.purpose === 'decide');
      if (call?.kind !== 'model.call') throw new Error('Nothing was asked.');
      const written = JSON.stringify([asked[0]?.messages.map(({ content }) => content), asked[0]?.tools ?? []]);
      const tokens = await roughCounter.count(written);
      expect(call.estimate.input / tokens).toBeGreaterThan(0.85);
      expect(call.estimate.input / tokens).toBeLessThan(1.15);
    },
  );

  it('opens with the person’s goal, word for word, and answers each call in its own message and in order', async () => {
    const plot = fc.sample(plots({ maxLength: 0 }), { numRuns: 1, seed: 1 })[0];
    if (!plot) throw new Error('no plot');
    const call = (name: string) => ({ name, args: { reasoning: 'Because.', n: 1, observation: 'So far so good.' } });
    const { asked } = await play({
      ...plot,
      toolCalling: 'native',
      opening: false,
      flaky: [0],
      script: [{ calls: [call('inside'), call('broken')] }],
    });
    const request = asked.at(-1);
    if (!request) throw new Error('nothing was asked');
    expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
    expect(request.messages[1]?.content).toEqual([{ type: 'text', text: 'Play the plot.' }]);
    const made = request.messages[2]?.content ?? [];
    const results = request.messages.slice(3, 5).flatMap(({ content }) => content);
    expect(made.map((part) => (part.type === 'tool-call' ? part.id : ''))).toEqual(
      results.map((part) => (part.type === 'tool-result' ? part.id : null)),
    );
    expect(made.map((part) => (part.type === 'tool-call' ? part.name : ''))).toEqual(['inside', 'broken']);
    expect(JSON.stringify(made)).toContain('Because.');
    expect(JSON.stringify(request.messages.at(-1))).toMatch(/<grounding>.*Goal: Play the plot\./);
  });

  it('is untrusted once a model’s own words stand in it, whatever they are about', async () => {
    const plot = fc.sample(plots({ maxLength: 0 }), { numRuns: 1, seed: 1 })[0];
    if (!plot) throw new Error('no plot');
    const ask = { calls: [{ name: 'ask_user', args: { question: 'Which?' } }] };
    const { frames } = await play({ ...plot, toolCalling: 'native', opening: false, flaky: [0], script: [ask] });
    const labels = frames.flatMap((frame) => (frame.kind === 'model.call' ? [frame.labels.integrity] : []));
    expect(labels).toEqual(['user', 'untrusted']);
  });

  it('never shows a result that is longer than half of it, and says where the rest is [R4.6b]', async () => {
    const long = 'word '.repeat(40_000);
    const read = (): Promise<string> => Promise.resolve(long);
    const plot = fc.sample(plots({ maxLength: 0 }), { numRuns: 1, seed: 1 })[0];
    if (!plot) throw new Error('no plot');
    const { frames } = await play({ ...plot, opening: true, script: [] });
    const grown = frames.map((frame) =>
      frame.kind !== 'tool.result'
        ? frame
        : {
            ...frame,
            content: frame.content.map((block) =>
              block.type === 'resource'
                ? { ...block, body: { ...block.body, length: long.length, tokens: long.length / 4 } }
                : block,
            ),
          },
    );
    const model = agentModel([], { contextTokens: 8192 });
    const end = grown.findIndex(({ kind }) => kind === 'model.call');
    const { request, measured: weight } = await new Transcript({ tokens: roughCounter, read }).buildPrompt(
      foldAll(grown.slice(0, end)),
      model,
      { instructions: '', tools: [], reminder: '', preferences: {} },
    );
    expect(sumShares(weight?.shares ?? new Map())).toBeLessThan(8192 * 0.6);
    expect(JSON.stringify(request)).toContain('The text goes on');
  });
});
