/** Looking up a page whose words are others than the question's, in real runs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame, RunSpec, ToolResultFrame } from '../../../../src/lib/agent/frames/frames.ts';
import type { ModelEvent, ModelRequest } from '../../../../src/lib/models/model.ts';
import { createExtractiveModel } from '../../../../src/lib/models/extractive/extractive-model.ts';
import type { TranslationApis } from '../../../../src/lib/models/translator/api.ts';
import { createPassageSearch } from '../../../../src/lib/toolbox/page/passage-search.ts';
import { agentModel, type Say } from '../../../kit/models/agent-model.ts';
import { fakeTranslator, NO_MODEL, translateByBrowser } from '../../../kit/models/fake-translator.ts';
import { taskOf } from '../../../kit/web/web-world.ts';
import {
  articleWith,
  drive,
  longPage,
  roughCounter,
  specOf,
  stateOf,
  stored,
  termsIn,
  world,
} from '../../../kit/runs/world.ts';

const MARKDOWN = [
  '## Dues\n\nEach vessel pays a mooring fee of nine crowns a night.',
  '## Tides\n\nThe highest tide on record was two metres.',
  '## Light\n\nThe lamp was lit by Ada Lund for forty years.',
].join('\n\n');
const PAGE = articleWith(MARKDOWN);
const ASK = specOf({ job: 'ask', goal: 'What does a boat cost?' });
const find = (query: string): Say => ({
  calls: [{ name: 'find_in_page', args: { reasoning: 'It is needed.', query } }],
});
const OTHER_WORDS = '{"queries": ["mooring fee vessel", "fee mooring VESSEL", "harbour dues"]}';

/** A model that looks a query up and then answers. */
const looking = (query: string, reply: string) =>
  agentModel([find(query), { text: 'Done.' }], {
    notMine: ['The page has to be read first.', 'Look the question up'],
    other: () => ({ text: reply }),
  });
const rewrites = (asked: readonly ModelRequest[]) => asked.filter((request) => taskOf(request) === 'rewrite');
const resultIn = (frames: readonly Frame[]): ToolResultFrame | undefined =>
  frames.findLast((frame) => frame.kind === 'tool.result' && frame.tool === 'find_in_page') as
    | ToolResultFrame
    | undefined;

describe('a look-up that finds little', () => {
  it('is made again in other words, asked of a model once, in the language of the page, counted and said [R11.12]', async () => {
    const model = looking('boat berth price', OTHER_WORDS);
    const w = world(model, PAGE);
    const frames = await drive(w, [], ASK);
    const result = resultIn(frames);
    expect(result?.message).toBe(
      'Found 1 passages for “boat berth price”, also as: mooring fee vessel · harbour dues.',
    );
    expect(result?.objects[0]?.meta).toMatchObject({
      others: { language: 'en', queries: ['mooring fee vessel', 'harbour dues'] },
    });
    expect(await w.ports.blobs.get(result?.objects[0]?.body.hash ?? '')).toMatch(/^\[.*\] Dues\n/);
    expect(JSON.stringify(rewrites(model.asked))).toContain('the language of the page, en');
    const calls = frames.filter((frame) => frame.kind === 'model.call' && frame.purpose === 'rewrite');
    expect(calls).toHaveLength(1);
    expect(frames.filter((frame) => frame.kind === 'usage')).toHaveLength(3);
  });

  it('is not if its own words are enough', async () => {
    const model = looking('mooring fee of a vessel', OTHER_WORDS);
    const result = resultIn(await drive(world(model, PAGE), [], ASK));
    expect(result?.message).toBe('Found 1 passages for “mooring fee of a vessel”.');
    expect(model.asked).toHaveLength(2);
  });

  it('finds what it found where nobody has other words for it', async () => {
    const query = 'boats of the night';
    const search = await createPassageSearch([{ text: MARKDOWN, language: 'en' }], new AbortController().signal);
    const alone = search.find([query], 5);
    expect(search.mayAnswer(query)).toBe(false);
    expect(alone?.ids.length).toBeGreaterThan(0);
    const refusal = { code: 'model.refused', message: 'No.', hint: '', retryable: false };
    const replies: readonly (readonly ModelEvent[])[] = [
      [{ type: 'error', failure: refusal, refused: true }],
      [{ type: 'error', failure: { ...refusal, code: 'model.timeout-total' } }],
      [
        { type: 'text', text: 'I would say\nthat I do not know.' },
        { type: 'done', finish: 'stop', usage: {} },
      ],
      [{ type: 'done', finish: 'stop', usage: {} }],
    ];
    for (const reply of replies) {
      const model = looking(query, '');
      const decide = model.stream.bind(model);
      model.stream = async function* (request, ...rest) {
        if (request.task === 'reflect') yield* reply;
        else yield* decide(request, ...rest);
      };
      const frames = await drive(world(model, PAGE), [], ASK);
      expect(resultIn(frames)?.objects[0]?.meta).toEqual({
        query,
        ids: alone?.ids,
        spans: alone?.spans,
        from: alone?.from,
      });
      expect(stateOf(frames).request.answer?.text).toBe('Done.');
    }
  });

  it('asks once however often the run is interrupted', async () => {
    const model = looking('boat berth price', OTHER_WORDS);
    const w = world(model, PAGE);
    const ends: number[] = [];
    const whole = await drive(w, [], ASK, (commit) => ends.push((ends.at(-1) ?? 0) + commit.length));
    const count = model.asked.length;
    for (const end of ends) {
      const past = stored(whole.slice(0, end));
      const before = model.asked.length;
      const resumed = await drive(w, past, ASK);
      expect(resultIn(resumed)?.objects).toEqual(resultIn(whole)?.objects);
      const replies = past.filter(({ kind }) => kind === 'model.reply').length;
      expect(model.asked.length - before).toBe(count - replies);
    }
  });

  it('asks no second time for the same question', async () => {
    const model = agentModel([{ text: 'None.' }, { text: 'Still none.' }], {
      contextTokens: 1_000_000,
      notMine: ['The page has to be read first.', 'Look the question up'],
      other: () => ({ text: '{"queries": ["tide gauge record"]}' }),
    });
    const w = world(model, longPage(600));
    const spec = specOf({ ...ASK, goal: 'Zeppelins?' });
    const first = await drive(w, [], spec);
    const { job, goal, tabId, also, sources, agent, action, selection, pictures, language } = spec;
    const request = { job, goal, tabId, also, sources, agent, action, selection, pictures, language };
    w.commands.push({ id: 'again', type: 'follow', request, config: termsIn(spec) });
    const both = await drive(w, stored(first), spec, (commit) => {
      if (commit.some(({ kind }) => kind === 'control')) w.commands.length = 0;
    });
    const looks = both.filter((frame) => frame.kind === 'tool.result' && frame.tool === 'find_in_page');
    expect(looks).toHaveLength(2);
    for (const look of looks) expect(JSON.stringify(look)).toContain('tide gauge record');
    expect(rewrites(model.asked)).toHaveLength(1);
  });
});

it('a search by several queries has every passage that one of them finds', async () => {
  const words = fc.array(fc.constantFrom('tide', 'fee', 'lamp', 'vessel', 'Lund', 'moon'), { maxLength: 3 });
  const search = await createPassageSearch([{ text: MARKDOWN, language: 'en' }], new AbortController().signal);
  fc.assert(
    fc.property(fc.array(words, { maxLength: 4 }), (queries) => {
      const texts = queries.map((query) => query.join(' '));
      const each = texts.flatMap((text) => search.find([text], 10)?.ids ?? []);
      expect(new Set(search.find(texts, 10)?.ids ?? [])).toEqual(new Set(each));
    }),
  );
});

describe('a question in another language than the page, without a model', () => {
  const answer = async (goal: string, apis: TranslationApis | null, spec: Partial<RunSpec> = {}, page = PAGE) => {
    const getModel = translateByBrowser(apis);
    const w = world(createExtractiveModel(roughCounter), page, { getModel });
    return stateOf(await drive(w, [], specOf({ job: 'ask', goal, models: NO_MODEL, ...spec })));
  };
  const translate = () => Promise.resolve('How high was the highest tide?');

  it.each([
    ['最高的潮有多高？', '', 'zh'],
    ['Wie hoch stieg das Wasser?', 'de', 'de'],
    ['Яка була висота води?', 'uk', 'uk'],
  ])('%s is looked up and answered as the browser translates it [R11.12]', async (goal, language, from) => {
    const apis = fakeTranslator({ translate });
    const { status, request } = await answer(goal, apis, { language });
    expect(status).toBe('done');
    expect(request.answer?.text).toContain('The highest tide on record was two metres.');
    expect(apis.created).toEqual([{ sourceLanguage: from, targetLanguage: 'en' }]);
    expect(apis.translated).toEqual([goal]);
  });

  it('loads no languages, and finds what it found without them', async () => {
    const absent = [fakeTranslator({ translate, state: 'downloadable' }), fakeTranslator({ create: new Error('No.') })];
    for (const apis of [...absent, null]) {
      const { status, request } = await answer('最高的潮有多高？', apis);
      expect([status, request.answer?.text]).toEqual(['done', 'The page doesn’t say.']);
    }
    expect(absent.map(({ created }) => created)).toEqual([[], []]);
  });

  it.each([
    ['in the language of the page', 'What is a zeppelin?', 'de', 'en'],
    ['of the person, who reads such pages', 'Zeppelins?', 'en-GB', 'en'],
    ['in a script that the page’s language has alone', 'Цепелін?', 'de', 'uk'],
    ['in a script that the person’s language does not have', 'Zeppelin?', 'ru', 'en'],
    ['about a page whose language is not known', '最高的潮有多高？', 'zh', ''],
  ])('is not told from one %s', async (_what, goal, own, of) => {
    const apis = fakeTranslator({ translate });
    const page = PAGE.kind === 'article' ? { ...PAGE, article: { ...PAGE.article, language: of } } : PAGE;
    expect((await answer(goal, apis, { language: own }, page)).request.answer?.text).toBe('The page doesn’t say.');
    expect(apis.translated).toEqual([]);
  });
});
