import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindCallees } from '../../../src/lib/agent/state/model-roles.ts';
import { selectBestPartial } from '../../../src/lib/agent/state/partial-answer.ts';
import type { ModelRequest } from '../../../src/lib/agent/ports.ts';
import { estimateTranslation } from '../../../src/lib/jobs/translate.ts';
import { formatTranslationGoal } from '../../../src/lib/jobs/selection-actions.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { fakeTranslator, NO_MODEL, translateByBrowser } from '../../kit/models/fake-translator.ts';
import { scriptedModel, type Script } from '../../kit/models/scripted-model.ts';
import { modelCalls } from '../../kit/runs/seeing-runs.ts';
import { articleWith, drive, LIMITS, longPage, roughCounter, specOf, stateOf, world } from '../../kit/runs/world.ts';

const SPEC = specOf({ job: 'translate', goal: formatTranslationGoal('de'), language: 'de' });

const findDocument = ({ messages }: ModelRequest): string =>
  messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'document' ? [part.text] : []))).join('');
/** Gives the document back as it is: what it is asked for is all there, in order. */
const repeat =
  (finish: 'stop' | 'length' = 'stop'): Script =>
  (request) => [
    { type: 'text', text: findDocument(request) },
    { type: 'done', finish, usage: {} },
  ];
const BROKEN_OFF = { code: 'model.key', message: 'Refused.', hint: 'Check it.', retryable: false } as const;
const listParagraphs = (text: string) => text.match(/Paragraph \d+/g) ?? [];

describe('the translation of a page [J10]', () => {
  it('of one part is one call, which names the language', async () => {
    const model = scriptedModel(repeat());
    const frames = await drive(world(model, articleWith('The tide was two metres high.')), [], SPEC);
    expect(stateOf(frames).request.answer?.text).toBe('The tide was two metres high.');
    expect(model.asked).toHaveLength(1);
    expect(JSON.stringify(model.asked)).toContain('Translate this page into German.');
  });

  it('has no thought whose block the template of the model opened, in what is done and in what is being written', async () => {
    const model = scriptedModel(
      (request) => [
        { type: 'text', text: `It is about the tide.\n</think>\n${findDocument(request)}` },
        model.asked.length < 2 ? { type: 'done', finish: 'stop', usage: {} } : { type: 'error', failure: BROKEN_OFF },
      ],
      { contextTokens: 2000 },
    );
    const frames = await drive(world(model, longPage(40)), [], SPEC);
    expect(modelCalls(frames)).toHaveLength(2); // the second breaks off
    const text = selectBestPartial(stateOf(frames));
    const [length = Infinity] = model.asked.map((request) => listParagraphs(findDocument(request)).length);
    expect(listParagraphs(text).length).toBeGreaterThan(length);
    expect(text).not.toMatch(/think|about the tide/);
  });

  it('has every part once and in order, whatever the length and the window, within the estimate', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1024, max: 16_000 }), async (n, window) => {
        const page = longPage(n);
        const model = scriptedModel(repeat(), { contextTokens: window });
        const w = world(model, page);
        const frames = await drive(w, [], SPEC);
        const { answer } = stateOf(frames).request;
        const all = Array.from({ length: n }, (_, i) => `Paragraph ${String(i)}`);
        expect(listParagraphs(answer?.text ?? '')).toEqual(all);
        expect(answer?.text).not.toContain(' …');
        const markdown = page.kind === 'article' ? page.article.markdown : '';
        const most = await estimateTranslation(
          markdown,
          bindCallees(SPEC.models, () => model),
          roughCounter,
        );
        const calls = modelCalls(frames);
        const sum = (figure: 'input' | 'output') => calls.reduce((all, { estimate }) => all + estimate[figure], 0);
        expect(calls.length).toBe(most.calls);
        expect(sum('input')).toBeLessThanOrEqual(most.input);
        expect(sum('output')).toBeLessThanOrEqual(most.output);
        for (const { estimate } of calls) expect(estimate.input + estimate.output).toBeLessThanOrEqual(window);
      }),
    );
  });

  it('resumes from every prefix of its frames to the same text, and asks for no part twice', async () => {
    const page = longPage(40);
    const model = scriptedModel(repeat(), { contextTokens: 2048 });
    const w = world(model, page);
    const ends: number[] = [];
    const whole = await drive(w, [], SPEC, (commit) => ends.push((ends.at(-1) ?? 0) + commit.length));
    const count = model.asked.length;
    expect(count).toBeGreaterThan(2);
    for (const end of ends) {
      const past = whole.slice(0, end);
      const before = model.asked.length;
      const resumed = await drive(w, past, SPEC);
      expect(stateOf(resumed).request.answer?.text).toBe(stateOf(whole).request.answer?.text);
      const replies = past.filter(({ kind }) => kind === 'model.reply').length;
      expect(model.asked.length - before).toBe(count - replies);
    }
  });

  it('says what was left out: the rest of a page that was cut, and the ends of parts that the model broke off', async () => {
    const whole = articleWith('The tide was two metres high.');
    const cut = whole.kind === 'article' ? { ...whole, article: { ...whole.article, cut: true } } : whole;
    const noteOf = async (script: Script, page = whole) =>
      stateOf(await drive(world(scriptedModel(script), page), [], SPEC)).request.answer?.note;
    expect(await noteOf(repeat())).toBe('Covers all 6 words that were read of this page.');
    expect(await noteOf(repeat(), cut)).toContain('only its first part was read');
    expect(await noteOf(repeat('length'))).toContain('broke off or refused in 1 of 1 parts');
  });

  it('keeps the parts that are done when the budget ends it', async () => {
    const model = scriptedModel(repeat(), { contextTokens: 2048 });
    const spec = { ...SPEC, limits: { ...LIMITS, tokenBudget: 4000 } };
    const state = stateOf(await drive(world(model, longPage(100)), [], spec));
    expect(state.request.answer?.partial).toBe(true);
    const kept = listParagraphs(state.request.answer?.text ?? '');
    expect(kept.length).toBeGreaterThan(10);
    expect(kept).toEqual(kept.map((_, i) => `Paragraph ${String(i)}`));
    expect(selectBestPartial(state)).toBe(state.request.answer?.text);
  });

  it('is the browser’s where the main model only quotes, and costs nothing', async () => {
    const apis = fakeTranslator();
    const getModel = translateByBrowser(apis);
    const engine = createExtractiveModel(roughCounter);
    const spec = { ...SPEC, models: NO_MODEL };
    const w = world(engine, articleWith('## The tide\n\nIt was high.'), { getModel });
    const state = stateOf(await drive(w, [], spec));
    expect(state.request.answer?.text).toBe('## THE TIDE\n\nIT WAS HIGH.');
    expect(apis.created).toEqual([{ sourceLanguage: 'en', targetLanguage: 'de' }]);
    const translator = bindCallees(spec.models, getModel);
    expect(await estimateTranslation('The tide.', translator, roughCounter)).toMatchObject({ metered: false, cost: 0 });
  });

  it('finds out the language of a page once, whatever its parts are in', async () => {
    const apis = fakeTranslator({ detected: (text) => (text.includes('La marée monte') ? 'fr' : 'de') });
    const french = 'La marée monte deux fois par jour le long de la côte. '.repeat(400);
    const german = 'Die Flut kommt zweimal am Tag an die Küste. '.repeat(400);
    const page = articleWith(`${french}\n\n${german}`);
    const untold = page.kind === 'article' ? { ...page, article: { ...page.article, language: '' } } : page;
    const w = world(createExtractiveModel(roughCounter), untold, { getModel: translateByBrowser(apis) });
    const frames = await drive(w, [], { ...SPEC, models: NO_MODEL });
    expect(stateOf(frames).request.answer?.text).toContain('DIE FLUT');
    expect(modelCalls(frames).length).toBeGreaterThan(1);
    expect(new Set(apis.examined).size).toBe(1);
    expect(new Set(apis.created.map(({ sourceLanguage }) => sourceLanguage))).toEqual(new Set(['fr']));
  });

  it('says so where the browser has no translator', async () => {
    const spec = { ...SPEC, models: NO_MODEL };
    const w = world(createExtractiveModel(roughCounter), articleWith('High.'), { getModel: translateByBrowser(null) });
    expect(stateOf(await drive(w, [], spec)).request.error?.code).toBe('model.no-translator');
  });
});
