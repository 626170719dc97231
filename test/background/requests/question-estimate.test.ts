/** A question’s price covers what was said before it, its length and its files. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQuestionEstimator } from '../../../src/background/requests/question-estimate.ts';
import type { RequestFile } from '../../../src/lib/agent/frames/frames.ts';
import type { JobEstimate } from '../../../src/lib/agent/loop/job.ts';
import { agentModel } from '../../kit/models/agent-model.ts';
import { GOOD_REQUESTS } from '../../kit/protocol/good-requests.ts';
import { goOn } from '../../kit/web/researching.ts';
import { modelCalls } from '../../kit/runs/seeing-runs.ts';
import { PANEL_PAGE } from '../../../src/lib/protocol/requests/request.ts';
import type { Request } from '../../../src/lib/protocol/requests/requests.ts';
import { settingsOf } from '../../kit/protocol/settings.ts';
import { articleWith, drive, specOf, stateOf, world, type World } from '../../kit/runs/world.ts';
import { cells, installChrome, make, page } from './requesting.ts';

installChrome();

beforeEach(() => void (cells['settings'] = settingsOf({ model: 'm', endpoint: 'https://api.example.org/v1' })));
afterEach(() => void delete cells['settings']);

const FILES: readonly RequestFile[] = ['a', 'b'].map((name) => ({ hash: name.repeat(64), name: `${name}.md` }));

const listPageTools = () => Promise.resolve([]);

async function estimate(
  w: World,
  frames: Awaited<ReturnType<typeof drive>>,
  asked: Readonly<Record<string, unknown>>,
): Promise<JobEstimate> {
  const { blobs, tokens, getModel } = w.ports;
  const store = { load: () => Promise.resolve(frames) };
  const { handle } = make({
    estimateQuestion: createQuestionEstimator({ store, blobs, tokens, getModel, listPageTools }),
  });
  const runId = frames.length > 0 ? 'r1' : '';
  const reply = await handle({ ...GOOD_REQUESTS['question.estimate'], tabId: 1, runId, ...asked }, page(PANEL_PAGE));
  const { estimate: found } = (reply.ok ? reply.value : {}) as { readonly estimate?: JobEstimate | null };
  if (!found) throw new Error(JSON.stringify(reply));
  return found;
}

describe('the estimate of a question', () => {
  it.each(['ask', 'chat'] as const)('of a conversation (%s) is never less than what it takes', async (job) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 10, max: 20_000 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 6000 }),
        async (words, length, spoken) => {
          const model = agentModel([{ text: 'w '.repeat(spoken / 2) }, { text: 'Water.' }], {
            contextTokens: 32_000,
            notMine: ['The page has to be read first.', 'Look the question up in the page.'],
          });
          const w = world(model, articleWith('The tide turns. '.repeat(words / 4)));
          const spec = specOf({ job: 'ask', goal: 'What turns?', tabId: 1 });
          const frames = await drive(w, [], spec);
          const goal = 'why '.repeat(length / 4 + 1).slice(0, length);
          const said = await estimate(w, frames, { job, goal });
          const { frames: all } = await goOn(w, { frames, state: stateOf(frames) }, { job, goal, also: [], tabId: 1 });
          const calls = modelCalls(all.slice(frames.length));
          const sum = (figure: 'input' | 'output') => calls.reduce((sum, { estimate }) => sum + estimate[figure], 0);
          expect(calls.length).toBeGreaterThan(0);
          expect(sum('input')).toBeLessThanOrEqual(said.input);
          expect(sum('output')).toBeLessThanOrEqual(said.output);
          expect(calls[0]?.estimate.input).toBeLessThan(2 * said.likely.input);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('covers the selection, which the first call shows with the page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8000 }), fc.integer({ min: 0, max: 4000 }), async (length, around) => {
        const model = agentModel([{ text: 'Water.' }], {
          contextTokens: 32_000,
          notMine: ['The page has to be read first.', 'Take what the person has selected.'],
        });
        const w = world(model, articleWith('The tide turns. '.repeat(50)));
        const words = (chars: number): string => '"surge"\n'.repeat(chars / 8 + 1).slice(0, chars);
        const place = {
          url: 'https://example.org/a',
          page: 'https://example.org/a',
          site: '',
          language: 'en',
          path: [],
        };
        const selected = {
          ...place,
          title: 'A page',
          text: words(length),
          cut: false,
          before: words(around),
          after: '',
        };
        const selection = await w.ports.blobs.put(JSON.stringify(selected));
        const frames = await drive(w, [], specOf({ job: 'ask', goal: 'Why?', selection, tabId: 1 }));
        const [first] = modelCalls(frames);
        const said = await estimate(w, [], { goal: 'Why?', page: 200, selection });
        const without = await estimate(w, [], { goal: 'Why?', page: 200 });
        expect(first?.estimate.input).toBeLessThanOrEqual(said.input);
        expect(said.likely.input - without.likely.input).toBeGreaterThanOrEqual((length + around) / 4);
      }),
      { numRuns: 15 },
    );
  });

  it.each(['ask', 'chat', 'research'] as const)('(%s) rises with its own length', async (job) => {
    const w = world(agentModel([], { contextTokens: 32_000 }), articleWith('Tides.'));
    const [short, long] = [await estimate(w, [], { job }), await estimate(w, [], { job, goal: 'x'.repeat(4000) })];
    expect(long.likely.input).toBeGreaterThanOrEqual(short.likely.input + 1000);
    expect(long.input).toBeGreaterThan(short.input);
  });

  it('is made anew where the stored conversation could not be read the time before', async () => {
    const w = world(
      agentModel([{ text: 'Water.' }], { notMine: ['The page has to be read first.'] }),
      articleWith('Tides.'),
    );
    const frames = await drive(w, [], specOf({ job: 'ask', goal: 'What turns?', tabId: 1 }));
    const { blobs, tokens, getModel } = w.ports;
    let isBroken = true;
    const get = (hash: string) => (isBroken ? Promise.reject(new Error('No disk.')) : blobs.get(hash));
    const store = { load: () => Promise.resolve(frames) };
    const ask = createQuestionEstimator({ store, blobs: { get }, tokens, getModel, listPageTools });
    const asked = { ...GOOD_REQUESTS['question.estimate'], tabId: 1, runId: 'r1' } as Request<'question.estimate'>;
    await expect(ask(asked)).rejects.toThrow('No disk.');
    isBroken = false;
    expect((await ask(asked)).estimate).toMatchObject({ asOf: [] });
  });

  it('rises with each file that was not read before, by what is shown of one at most', async () => {
    const files = { read: () => Promise.resolve({ ...ARTICLE, markdown: 'Tea is hot. '.repeat(1500) }) };
    const model = agentModel([{ text: 'Hot.' }], {
      contextTokens: 128_000,
      notMine: ['The file has to be read first.'],
    });
    const w = world(model, articleWith('Tides.'), { files });
    const none = await estimate(w, [], {});
    const two = await estimate(w, [], { files: FILES });
    const frames = await drive(
      w,
      [],
      specOf({ job: 'ask', goal: 'Is it?', files: [FILES[0]] as RequestFile[], tabId: 1 }),
    );
    expect(none.input).toBeLessThan(two.input);
    const [first] = modelCalls(frames);
    expect(first?.estimate.input).toBeLessThanOrEqual((await estimate(w, [], { files: FILES.slice(0, 1) })).input);
    const again = await estimate(w, frames, { files: FILES.slice(0, 1) });
    expect(again).toEqual(await estimate(w, frames, {}));
  });
});

const ARTICLE = { url: '', title: 'a.md', byline: '', site: '', published: '', language: 'en' };
