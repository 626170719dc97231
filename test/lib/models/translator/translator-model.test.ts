import { describe, expect, it } from 'vitest';
import { TRANSLATOR_CONFIG } from '../../../../src/lib/models/config.ts';
import type { ModelRequest } from '../../../../src/lib/models/model.ts';
import { loadLanguages } from '../../../../src/lib/models/translator/load-languages.ts';
import { createTranslatorModel } from '../../../../src/lib/models/translator/translator-model.ts';
import { fakeTranslator, type FakeTranslator } from '../../../kit/models/fake-translator.ts';
import { collect, PATIENT, REQUEST } from '../../../kit/conformance/model-conformance.ts';

const translation = (language: string, of = 'en', text = '# Tea\n\nIt is hot.'): ModelRequest => ({
  ...REQUEST,
  task: 'translate',
  language,
  messages: [{ role: 'user', content: [{ type: 'document', title: '', url: '', language: of, text }] }],
});

const run = (
  apis: FakeTranslator | null,
  request: ModelRequest,
  config = { ...TRANSLATOR_CONFIG, timeouts: PATIENT },
) => collect(createTranslatorModel(config, () => apis).stream(request, new AbortController().signal));

describe('Chrome’s translator as a model', () => {
  it('translates line by line, in the languages that the API knows, and leaves nothing open', async () => {
    const apis = fakeTranslator();
    const { text, events, last } = await run(apis, translation('zh-TW', 'en-GB'));
    expect(text).toBe('# TEA\n\nIT IS HOT.');
    expect(events.length).toBe(4); // three lines as they came, and the end
    expect(last).toMatchObject({ type: 'done', finish: 'stop' });
    expect(apis.created).toEqual([{ sourceLanguage: 'en', targetLanguage: 'zh-Hant' }]);
    expect(apis.alive()).toBe(0);
  });

  it.each([
    ['by its script', { detected: 'fr' }, 'Прилив поднимается дважды в день у берега.', 'ru'],
    ['by the browser', { detected: 'fr' }, 'La marée monte.', 'fr'],
  ])('finds out what language an untold one is, %s', async (_, script, text, found) => {
    const apis = fakeTranslator(script);
    await run(apis, translation('de', '', text));
    expect(apis.created).toMatchObject([{ sourceLanguage: found }]);
  });

  it('goes by the whole text where the document is a part of one', async () => {
    const apis = fakeTranslator({ detected: (text) => (text.includes('marée') ? 'fr' : 'de') });
    await run(apis, { ...translation('de', '', 'Niedrigwasser'), sample: 'La marée monte.' });
    expect(apis.created).toMatchObject([{ sourceLanguage: 'fr' }]);
  });

  it('loads no detector, for which there was no press', async () => {
    const apis = fakeTranslator({ detected: 'fr', detectorState: 'downloadable' });
    const { last } = await run(apis, translation('de', '', 'La marée monte.'));
    expect(last).toMatchObject({ failure: { code: 'model.unknown-language' } });
    expect(apis.loadedDetector()).toBe(false);
  });

  it.each([
    ['no-translator', null, translation('de')],
    ['no-language-pair', fakeTranslator({ state: 'unavailable' }), translation('de')],
    ['languages-not-loaded', fakeTranslator({ state: 'downloadable' }), translation('de')],
    ['same-language', fakeTranslator(), translation('en-GB')],
    ['unknown-language', fakeTranslator(), translation('de', '', 'Tea.')],
    ['unknown-language', fakeTranslator({ detected: 'und' }), translation('de', '', 'Tea.')],
    ['only-translates', fakeTranslator(), REQUEST],
  ])('says what is in the way: %s', async (code, apis, request) => {
    const { last, text } = await run(apis, request);
    expect(last).toMatchObject({ type: 'error', refused: true, failure: { code: `model.${code}`, retryable: false } });
    expect(text).toBe('');
  });

  it('keeps what came before it broke', async () => {
    const broken = () => Promise.reject(new DOMException('The process died.', 'UnknownError'));
    const apis = fakeTranslator({ translate: (text) => (text === 'Tea' ? Promise.resolve('Tee') : broken()) });
    const { text, last } = await run(apis, translation('de'));
    expect(text).toBe('# Tee\n\n');
    expect(last).toMatchObject({ type: 'error', failure: { code: 'model.server', retryable: true } });
    expect(apis.alive()).toBe(0);
  });

  it.each(['its caller', 'a time-out'])('ends with %s, though the translator hangs', async (by) => {
    const apis = fakeTranslator({ translate: () => new Promise(() => undefined) });
    const caller = new AbortController();
    const timeouts = by === 'a time-out' ? { ...PATIENT, gap: 10 } : PATIENT;
    const model = createTranslatorModel({ ...TRANSLATOR_CONFIG, timeouts }, () => apis);
    const ended = collect(model.stream(translation('de'), caller.signal));
    if (by === 'its caller') caller.abort();
    const { last } = await ended;
    expect(last).toMatchObject(by === 'its caller' ? { type: 'aborted' } : { type: 'error' });
    expect(apis.alive()).toBe(0);
  });
});

describe('loading languages', () => {
  const load = (apis: FakeTranslator | null, from = 'en', told: number[] = [], sample = '') =>
    loadLanguages(apis, { from, sample, into: 'de' }, (part) => told.push(part), new AbortController().signal);

  it('loads what is lacking, and tells how far it is', async () => {
    const [apis, told]: [FakeTranslator, number[]] = [
      fakeTranslator({ state: 'downloadable', progress: [0.5, 2] }),
      [],
    ];
    await load(apis, 'en', told);
    expect(told).toEqual([0.5, 1]);
    expect(apis.created).toEqual([{ sourceLanguage: 'en', targetLanguage: 'de' }]);
    expect(apis.alive()).toBe(0);
  });

  it('loads nothing that is there', async () => {
    const there = fakeTranslator();
    await load(there);
    expect(there.created).toEqual([]);
  });

  it.each(['available', 'downloadable'])('finds out an untold language, with a detector that is %s', async (state) => {
    const apis = fakeTranslator({ state: 'downloadable', detected: 'fr', detectorState: state });
    await load(apis, '', [], 'La marée monte.');
    expect(apis.examined).toEqual(['La marée monte.']);
    expect(apis.created).toEqual([{ sourceLanguage: 'fr', targetLanguage: 'de' }]);
    expect(apis.loadedDetector()).toBe(true);
    expect(apis.alive()).toBe(0);
  });

  it.each([
    ['has no translator', null],
    ['doesn’t know these two languages', fakeTranslator({ state: 'unavailable' })],
    ['already', fakeTranslator(), 'de'],
    ['is not known', fakeTranslator({ state: 'downloadable' }), ''],
    [
      'No gesture',
      fakeTranslator({ state: 'downloadable', create: new DOMException('No gesture', 'NotAllowedError') }),
    ],
  ])('says why not: %s', async (words, apis, from = 'en') => {
    await expect(load(apis, from)).rejects.toMatchObject({
      error: { message: expect.stringContaining(words) as string },
    });
  });
});
