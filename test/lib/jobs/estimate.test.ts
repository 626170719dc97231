/** What a job can take at most, over several models. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindCallees } from '../../../src/lib/agent/state/model-roles.ts';
import type { RunModels } from '../../../src/lib/agent/frames/frames.ts';
import { computeTokenBudget } from '../../../src/lib/agent/budget/window-split.ts';
import { NO_PRICES } from '../../../src/lib/models/prices.ts';
import { estimatesBench } from '../../bench/runs/estimates.ts';
import { estimateQuestion } from '../../../src/lib/jobs/ask-estimate.ts';
import { addOpinion } from '../../../src/lib/jobs/estimate.ts';
import { estimateSummary } from '../../../src/lib/jobs/summarise.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { pictureOf, withVision } from '../../kit/runs/seeing.ts';
import { asking, call, eyeOf, modelCalls, seeing } from '../../kit/runs/seeing-runs.ts';
import {
  articleWith,
  drive,
  longPage,
  modelsOf,
  modelTermsOf,
  roughCounter,
  specOf,
  world,
} from '../../kit/runs/world.ts';

const PAGE = longPage(300);
const text = PAGE.kind === 'article' ? PAGE.article.markdown : '';
const [small, large] = [
  scriptedModel(undefined, { contextTokens: 2048 }),
  scriptedModel(undefined, { contextTokens: 4096 }),
];
const DEAR = { input: 10, cached: 10, output: 10, asOf: '' };
const CHEAP = { input: 1, cached: 1, output: 1, asOf: '2025-09-01' };
const fast = modelTermsOf({ id: 'fast', prices: CHEAP });
const crew = (models: RunModels) => bindCallees(models, ({ id }) => (id === 'fast' ? small : large));

const measure = async (markdown: string, pictures = 0) => ({
  page: await roughCounter.count(markdown),
  unread: 0,
  pictures,
  carried: 0,
});

describe('the estimate of a summary', () => {
  it('counts the parts at the window and the prices of who reads them, and the answer at those of the main model [R5.5a]', async () => {
    const together = await estimateSummary(text, crew(modelsOf({ prices: DEAR }, { fast })), roughCounter);
    const alone = await estimateSummary(text, crew(modelsOf({ prices: DEAR })), roughCounter);
    expect(together.calls).toBeGreaterThan(alone.calls);
    const { answer, document } = computeTokenBudget(large);
    const most = (document + 500 + answer) * 10; // the last call, at its largest
    expect(together.cost).toBeLessThanOrEqual((together.total - answer + most) / 1e6);
    expect(together.cost).toBeGreaterThan((answer * 10) / 1e6);
    expect(together.asOf).toEqual(['2025-09-01', '']);
    expect(alone.cost).toBeCloseTo((alone.total * 10) / 1e6);
  });

  it('names no cost where one price is not known, and counts nothing for a model that sends no bill', async () => {
    const cost = async (models: RunModels) => (await estimateSummary(text, crew(models), roughCounter)).cost;
    expect(await cost(modelsOf({}, { fast }))).toBeUndefined();
    expect(await cost(modelsOf({ metered: false }))).toBe(0);
    expect(await cost(modelsOf({ prices: NO_PRICES }))).toBe(0);
    const free = await cost(modelsOf({ prices: DEAR }, { fast: modelTermsOf({ id: 'fast', metered: false }) }));
    const paid = await cost(modelsOf({ prices: DEAR }, { fast }));
    expect(free).toBeGreaterThan(0);
    expect(free).toBeLessThan(paid ?? 0);
  });
});

it('the estimate of a summary is never less than it takes, however often its notes are condensed', async () => {
  let again = 0;
  const size = fc.record({
    paragraphs: fc.integer({ min: 20, max: 400 }),
    contextTokens: fc.integer({ min: 1200, max: 3000 }),
  });
  await fc.assert(
    fc.asyncProperty(size, async ({ paragraphs, contextTokens }) => {
      const page = longPage(paragraphs);
      const writer = scriptedModel(
        ({ maxOutputTokens }) => [
          { type: 'text', text: 'One. '.repeat(maxOutputTokens).slice(0, maxOutputTokens * 4 - 4) },
          { type: 'done', finish: 'stop', usage: {} },
        ],
        { contextTokens },
      );
      const { ports } = world(writer, page);
      const spec = specOf({ limits: { ...specOf().limits, tokenBudget: 10_000_000 } });
      const calls = modelCalls(await drive(world(writer, page), [], spec));
      const callee = bindCallees(spec.models, ports.getModel);
      const markdown = page.kind === 'article' ? page.article.markdown : '';
      const most = await estimateSummary(markdown, callee, ports.tokens);
      const sum = (figure: 'input' | 'output') => calls.reduce((all, { estimate }) => all + estimate[figure], 0);
      if (calls.some(({ key }) => /of-\d+\/1\//.test(key))) again += 1;
      expect(calls.at(-1)?.purpose).toBe('answer');
      expect(calls.length).toBeLessThanOrEqual(most.calls);
      expect(sum('input')).toBeLessThanOrEqual(most.input);
      expect(sum('output')).toBeLessThanOrEqual(most.output);
    }),
    { numRuns: 25 },
  );
  expect(again).toBeGreaterThan(0); // some 12 on average
});

describe('the estimate of a question', () => {
  it('is of the main model, but for the notes that make room', async () => {
    const limits = { maxSteps: 8 };
    const together = estimateQuestion(await measure(text), crew(modelsOf({ prices: DEAR }, { fast })), limits);
    const alone = estimateQuestion(await measure(text), crew(modelsOf({ prices: DEAR })), limits);
    expect(together.calls).toBe(alone.calls);
    expect(together.cost).toBeLessThan(alone.cost ?? 0);
    expect(together.asOf).toEqual(expect.arrayContaining(['', '2025-09-01']));
  });

  it('counts each look-up by an embedding model, among what is possible', async () => {
    const embedder = modelTermsOf({ id: 'embedder', prices: CHEAP });
    const estimate = async (others: Partial<RunModels>) =>
      estimateQuestion(await measure(text), crew(modelsOf({ prices: DEAR }, others)), { maxSteps: 8 });
    const [plain, ranked] = [await estimate({}), await estimate({ embedder })];
    expect(ranked.calls - plain.calls).toBe(6);
    expect(ranked.cost).toBeGreaterThan(plain.cost ?? 0);
    expect(ranked.likely).toEqual(plain.likely);
    const oneStep = { maxSteps: 1 };
    const short = crew(modelsOf({ prices: DEAR }, { embedder }));
    expect(estimateQuestion(await measure('A page.'), short, oneStep).calls).toBe(1);
  });

  it('counts the texts of its pictures, and a look at one in each step where a model sees', async () => {
    const vision = modelTermsOf({ id: 'vision', prices: CHEAP });
    const [eye, blind] = [{ ...large, pictures: true }, large];
    const of = async (pictures: number, looker: typeof large, main = modelTermsOf({ prices: DEAR })) => {
      const calleeFor = bindCallees(modelsOf(main, { vision }), ({ id }) => (id === 'vision' ? looker : large));
      return estimateQuestion(await measure('A short page.', pictures), calleeFor, { maxSteps: 5 });
    };
    const [none, unseen, seen] = [await of(0, blind), await of(2, blind), await of(2, eye)];
    expect(unseen.input).toBeGreaterThan(none.input);
    expect(seen.calls - unseen.calls).toBe(3);
    expect(seen.asOf).toContain('2025-09-01');
    expect(unseen.asOf).not.toContain('2025-09-01');
    // one that begins with none may look at the screen
    expect((await of(0, eye)).calls).toBe(seen.calls);
    const free = modelTermsOf({ metered: false });
    expect([(await of(0, blind, free)).metered, (await of(0, eye, free)).metered]).toEqual([false, true]);
  });

  it('is never less than what looks take', async () => {
    const spec = specOf({ job: 'ask', goal: 'What is it?', pictures: [pictureOf('a')], models: withVision() });
    const look = (n: number) => call('interpret_image', { question: `What is ${String(n)}? ${'Tell. '.repeat(160)}` });
    const script = [...[1, 2, 3].map(look), { text: 'It is a chart.' }];
    const eye = eyeOf();
    const { w } = seeing(asking(script), { texts: { a: 'The tide was high.' } }, eye);
    const large = { width: 1568, height: 1568, mediaType: 'image/png', data: 'aGk=' };
    const ports = { ...w.ports, pictures: { loadForModel: () => Promise.resolve(large) } };
    const calls = modelCalls(await drive({ ...w, ports }, [], spec));
    const calleeFor = bindCallees(spec.models, ports.getModel);
    const most = estimateQuestion(await measure('A page.', 1), calleeFor, spec.limits);
    expect(calls.filter(({ purpose }) => purpose === 'look')).toHaveLength(3);
    expect(calls.length).toBeLessThanOrEqual(most.calls);
    const sum = (figure: 'input' | 'output') => calls.reduce((all, { estimate }) => all + estimate[figure], 0);
    expect(sum('input')).toBeLessThanOrEqual(most.input);
    expect(sum('output')).toBeLessThanOrEqual(most.output);
  });
});

describe('the estimate of an answer that a second opinion is asked of [R11.14]', () => {
  const limits = { maxSteps: 5 };

  it('has one call of the fast model more, in the likely figure and in the bound', async () => {
    const callees = crew(modelsOf({ prices: DEAR }, { fast }));
    const plain = estimateQuestion(await measure(text), callees, limits);
    const asked = addOpinion(plain, callees, true);
    expect(asked.calls - plain.calls).toBe(1);
    expect(asked.likely.calls - plain.likely.calls).toBe(1);
    expect(asked.total).toBe(asked.input + asked.output);
    const added = { input: asked.input - plain.input, output: asked.output - plain.output };
    expect((asked.cost ?? 0) - (plain.cost ?? 0)).toBeCloseTo((added.input + added.output) / 1e6, 9);
    expect(asked.likely.cost).toBeGreaterThan(plain.likely.cost ?? 0);
    expect(asked.asOf).toEqual(expect.arrayContaining(['', '2025-09-01']));
  });

  it('is the same where none is asked, or no language model answers', async () => {
    const callees = crew(modelsOf({ prices: DEAR }, { fast }));
    const plain = estimateQuestion(await measure(text), callees, limits);
    expect(addOpinion(plain, callees)).toBe(plain);
    const quoting = scriptedModel(undefined, { toolCalling: 'none' });
    const engine = bindCallees(modelsOf({}, { fast }), ({ id }) => (id === 'fast' ? small : quoting));
    expect(addOpinion(plain, engine, true)).toBe(plain);
  });

  it('is never less than what the opinion takes, however long the answer and its sources are', async () => {
    const page = Array.from({ length: 60 }, (_, i) => `Point ${String(i)} is ${'so very '.repeat(60)}true.`).join(
      '\n\n',
    );
    const answer = Array.from({ length: 60 }, (_, i) => `It says ${'that '.repeat(60)}so [Point ${String(i)} is](#).`);
    const spec = specOf({ job: 'ask', models: modelsOf({}, { fast }), secondOpinion: true });
    const main = scriptedModel(
      () => [
        { type: 'text', text: answer.join('\n\n') },
        { type: 'done', finish: 'stop', usage: {} },
      ],
      { contextTokens: 100_000 },
    );
    const helper = scriptedModel(undefined, { contextTokens: 100_000 });
    const getModel = ({ id }: { readonly id: string }) => (id === 'fast' ? helper : main);
    const frames = await drive(world(main, articleWith(page), { getModel }), [], spec);
    const opinion = modelCalls(frames).find(({ purpose }) => purpose === 'opinion');
    const callees = bindCallees(spec.models, getModel);
    const plain = estimateQuestion(await measure(''), callees, limits);
    const asked = addOpinion(plain, callees, true);
    expect(opinion?.estimate.input).toBeGreaterThan(1000);
    expect(opinion?.estimate.input).toBeLessThanOrEqual(asked.input - plain.input);
    expect(opinion?.estimate.output).toBe(asked.output - plain.output);
  });
});

describe('what a run will likely take', () => {
  it('is between half and twice what runs took, and the bound is above each [R11.4] [R5.5a]', async () => {
    const figures = new Map((await estimatesBench()).map(({ name, value }) => [name, value]));
    const read = (...words: readonly string[]) =>
      [...figures].filter(([name]) => words.every((word) => name.includes(word))).map(([, value]) => value);
    const medians = read('likely, median');
    expect(medians).toHaveLength(3);
    for (const value of medians) {
      expect(value).toBeGreaterThan(0.5);
      expect(value).toBeLessThan(2);
    }
    for (const value of read('the most, highest')) expect(value).toBeLessThanOrEqual(1);
  });
});
