/** Looking up a page by meaning, in real runs, by an embedding model over HTTP. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame, RunSpec, ToolResultFrame } from '../../../../src/lib/agent/frames/frames.ts';
import { createRankingModel } from '../../../../src/lib/models/embeddings/ranking-model.ts';
import { NO_VECTORS } from '../../../../src/lib/models/embeddings/vectors.ts';
import type { Model } from '../../../../src/lib/models/model.ts';
import { openAICompatible } from '../../../../src/lib/models/providers/openai-compatible.ts';
import { createPassageSearch, fuseRanks } from '../../../../src/lib/toolbox/page/passage-search.ts';
import { MAX_RANKED } from '../../../../src/lib/toolbox/page/rank-passages.ts';
import { agentModel, type Say } from '../../../kit/models/agent-model.ts';
import { TEST_ORIGIN } from '../../../kit/models/http-models.ts';
import { PATIENT } from '../../../kit/conformance/model-conformance.ts';
import { refuse } from '../../../kit/models/model-server-replies.ts';
import { useEmbeddingServer } from '../../../kit/models/use-embedding-server.ts';
import { taskOf } from '../../../kit/web/web-world.ts';
import {
  articleWith,
  drive,
  longPage,
  modelsOf,
  modelTermsOf,
  specOf,
  stateOf,
  stored,
  world,
} from '../../../kit/runs/world.ts';

const server = useEmbeddingServer();

const PAGE = articleWith(
  [
    '## Tides\n\nThe highest one on record was two metres.',
    '## Light\n\nThe lamp was lit by Ada Lund for forty years.',
    '## Money\n\nEach vessel pays nine crowns a night in mooring dues.',
  ].join('\n\n'),
);
const QUERY = 'boat berth price';
const find: Say = { calls: [{ name: 'find_in_page', args: { reasoning: 'It is needed.', query: QUERY } }] };
const looking = () =>
  agentModel([find, { text: 'Done.' }], {
    notMine: ['The page has to be read first.', 'Look the question up'],
    other: () => ({ text: '{"queries": ["mooring vessel"]}' }),
  });
const EMBEDDER = modelTermsOf({ id: 'own:embed', label: 'embed at home', metered: false });
const ASK = specOf({ job: 'ask', goal: 'What?', models: modelsOf({}, { embedder: EMBEDDER }) });

function worldWith(chat: Model, page = PAGE) {
  const { config } = EMBEDDER;
  const endpoint = `${server.origin()}/v1`;
  const served = { ...config, endpoint, model: 'embed', embeds: true, protocol: openAICompatible, timeouts: PATIENT };
  const ranking = createRankingModel({ ...served, fetch: globalThis.fetch, extensionOrigin: TEST_ORIGIN }, NO_VECTORS);
  const shares: [string, number][] = [];
  const getModel = ({ id }: { readonly id: string }): Model => (id === EMBEDDER.id ? ranking : chat);
  return { ...world(chat, page, { getModel, onProgress: (key, share) => void shares.push([key, share]) }), shares };
}
const resultIn = (frames: readonly Frame[]): ToolResultFrame | undefined =>
  frames.findLast((frame) => frame.kind === 'tool.result' && frame.tool === 'find_in_page') as
    | ToolResultFrame
    | undefined;
const rewrites = ({ asked }: ReturnType<typeof looking>) => asked.filter((request) => taskOf(request) === 'rewrite');

describe('a look-up that finds little, with an embedding model', () => {
  it('is made by meaning instead of other words, counted, with its progress', async () => {
    const chat = looking();
    const w = worldWith(chat);
    const frames = await drive(w, [], ASK);
    expect(resultIn(frames)?.message).toBe('Found 3 passages for “boat berth price”, also by meaning.');
    expect(await w.ports.blobs.get(resultIn(frames)?.objects[0]?.body.hash ?? '')).toMatch(/^\[.*\] Money\n/);
    expect(rewrites(chat)).toEqual([]);
    expect(server.sentTexts()).toHaveLength(4);
    const [call] = frames.filter((frame) => frame.kind === 'model.call' && frame.purpose === 'rank');
    expect(frames.find((frame) => frame.kind === 'usage' && frame.model === EMBEDDER.id)).toMatchObject({
      ...{ input: 40, output: 0, source: 'provider' },
    });
    expect(stateOf(frames).bill).toMatchObject({ free: 40 });
    expect(w.shares.at(-1)).toEqual([call?.kind === 'model.call' ? call.key : '', 1]);
  });

  it('is not if its own words are enough', async () => {
    const chat = agentModel(
      [
        { calls: [{ name: 'find_in_page', args: { reasoning: 'It is.', query: 'mooring dues of a vessel' } }] },
        { text: 'Done.' },
      ],
      {
        notMine: ['The page has to be read first.', 'Look the question up'],
      },
    );
    await drive(worldWith(chat), [], ASK);
    expect(server.sentTexts()).toEqual([]);
  });

  it('goes on in other words where the server refuses, and says so', async () => {
    server.respond(() => refuse(400, 'This model does not support embeddings.'));
    const chat = looking();
    const frames = await drive(worldWith(chat), [], ASK);
    expect(resultIn(frames)?.message).toBe(
      'Found 1 passages for “boat berth price”, also as: mooring vessel. Meanings were not compared: embed at home gave no answer.',
    );
    expect(rewrites(chat)).toHaveLength(1);
    expect(stateOf(frames).request.answer?.text).toBe('Done.');
  });

  it('asks once however often the run is interrupted', async () => {
    const chat = looking();
    const w = worldWith(chat);
    const ends: number[] = [];
    const whole = await drive(w, [], ASK, (commit) => ends.push((ends.at(-1) ?? 0) + commit.length));
    for (const end of ends) {
      const past = stored(whole.slice(0, end));
      const from = server.sent().length;
      const resumed = await drive(w, past, ASK);
      expect(resultIn(resumed)?.objects).toEqual(resultIn(whole)?.objects);
      const isKnown = past.some((frame) => frame.kind === 'usage' && frame.model === EMBEDDER.id);
      expect(server.sent().length - from).toBe(isKnown ? 0 : 1);
    }
  });

  it('sends no more than so many passages of a long page, those with words of the question among them', async () => {
    const long = longPage(3000);
    if (long.kind !== 'article') throw new Error('It is an article.');
    const markdown = `${long.article.markdown}\n\n## Last\n\n${'A berth of many words, said again. '.repeat(20)}`;
    await drive(worldWith(looking(), articleWith(markdown)), [], ASK);
    // the question, looked up when the page was read, and then the model's query
    const [first, second] = [server.sentTexts().slice(0, MAX_RANKED + 1), server.sentTexts().slice(MAX_RANKED + 1)];
    expect([first[0], second[0], second.length]).toEqual(['What?', QUERY, MAX_RANKED + 1]);
    expect(second.some((text) => text.startsWith('Last\n'))).toBe(true);
  });

  it.each([true, false])('keeps nothing of a private run (%s)', async (isPrivate) => {
    const requests: unknown[] = [];
    const chat = looking();
    const w = worldWith(chat);
    const { getModel } = w.ports;
    const noting: typeof getModel = (config) => {
      const model = getModel(config);
      return config.id === EMBEDDER.id
        ? { ...model, stream: (request, ...rest) => (requests.push(request.ephemeral), model.stream(request, ...rest)) }
        : model;
    };
    await drive({ ...w, ports: { ...w.ports, getModel: noting } }, [], {
      ...ASK,
      private: isPrivate,
    } satisfies RunSpec);
    expect(requests).toEqual([isPrivate]);
  });
});

const lists = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 20 })), { maxLength: 4 });

it('fused ranks have each once, and what is first everywhere comes first', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 21, max: 30 }), (all, best) => {
      const fused = fuseRanks(...all);
      expect([...fused].sort((a, b) => a - b)).toEqual([...new Set(all.flat())].sort((a, b) => a - b));
      expect(fuseRanks(...all.map((list) => [best, ...list]))[0]).toBe(all.length === 0 ? undefined : best);
      const [only = []] = all;
      expect(fuseRanks(only, [])).toEqual(only);
    }),
  );
});

it('a sample is in page order, never more than asked, and has all if there is room', async () => {
  const page = longPage(400);
  const text = page.kind === 'article' ? page.article.markdown : '';
  const search = await createPassageSearch([{ text, language: 'en' }], new AbortController().signal);
  const all = search.sample('', Infinity);
  fc.assert(
    fc.property(
      fc.constantFrom('zeppelin', 'Paragraph 7', 'tide gauge'),
      fc.integer({ min: 1, max: 200 }),
      (query, most) => {
        const sample = search.sample(query, most);
        expect(sample).toHaveLength(Math.min(most, all.length));
        expect(all.filter((passage) => sample.includes(passage))).toEqual(sample);
      },
    ),
  );
});
