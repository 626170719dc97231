import { describe, expect, it } from 'vitest';
import type { Model, ModelEvent, ModelRequest, ModelTimeouts } from '../../../../src/lib/models/model.ts';
import { ask, builtIn, modelIn, settled } from '../../../kit/models/built-in-model.ts';
import { fakeLanguageModel, PROMPT, refusal, SYSTEM, type Script } from '../../../kit/models/fake-language-model.ts';
import { REQUEST } from '../../../kit/conformance/model-conformance.ts';
import { offscreenWorld } from '../../../kit/protocol/offscreen-world.ts';

/** The failure that a call ends in, with all its words. */
async function failure(model: Model, request?: ModelRequest) {
  const { last } = await ask(model, request);
  if (last.type !== 'error') throw new Error(`It ended in ${last.type}.`);
  return { ...last.failure, words: `${last.failure.message} ${last.failure.hint}` };
}

const SCHEMA = { type: 'object', properties: { tool: { type: 'string' } } } as const;
const withPicture: ModelRequest = {
  ...REQUEST,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image', mediaType: 'image/png', data: btoa('pixels'), alt: '' },
      ],
    },
  ],
};

describe('a call to the built-in model', () => {
  it('streams the reply with figures that Chrome measured, and lets its session go', async () => {
    const { api, model } = builtIn();
    const { text, last } = await ask(model);
    expect(text).toBe('Tea is tea.');
    expect(last).toEqual({ type: 'done', finish: 'stop', usage: { input: SYSTEM + PROMPT, output: 2 } });
    await settled();
    expect(api.alive()).toBe(0);
  });

  it('gives the session the system message alone, and the prompt everything else', async () => {
    const { api, model } = builtIn();
    await ask(model);
    expect(api.created[0]?.initialPrompts).toEqual([
      { role: 'system', content: [{ type: 'text', value: 'Summarise the document.' }] },
    ]);
    const [prompt] = api.prompts;
    expect(prompt?.input.map(({ role }) => role)).toEqual(['user']);
    expect(JSON.stringify(prompt?.input)).toContain('Green tea is tea.');
    expect(prompt?.options).toEqual({});
  });

  it('holds the reply to a schema where one is given', async () => {
    const { api, model } = builtIn({ pieces: ['{"tool":"a"}'] });
    await ask(model, { ...REQUEST, json: SCHEMA });
    expect(api.prompts[0]?.options).toEqual({ responseConstraint: SCHEMA, omitResponseConstraintInput: true });
  });

  it('names the page’s language, and does without where the model was not tested for it', async () => {
    const inSwedish: ModelRequest = {
      ...REQUEST,
      messages: [
        { role: 'user', content: [{ type: 'document', title: '', url: '', language: 'sv-SE', text: 'Te.' }] },
        { role: 'user', content: [{ type: 'document', title: '', url: '', language: 'not a tag!', text: '?' }] },
      ],
    };
    const tested = builtIn();
    await ask(tested.model, inSwedish);
    expect(tested.api.created[0]?.expectedInputs).toEqual([{ type: 'text', languages: ['en', 'sv'] }]);
    const untested = builtIn({
      availability: ({ expectedInputs: [text] }) => (text?.languages?.includes('sv') ? 'unavailable' : 'available'),
    });
    expect((await ask(untested.model, inSwedish)).last.type).toBe('done');
    expect(untested.api.created[0]?.expectedInputs).toEqual([{ type: 'text', languages: ['en'] }]);
  });

  it('hands pictures over as blobs', async () => {
    const { api, model } = builtIn();
    await ask(model, withPicture);
    expect(api.created[0]?.expectedInputs).toContainEqual({ type: 'image' });
    const picture = api.prompts[0]?.input[0]?.content[1];
    if (picture?.type !== 'image') throw new Error('no picture');
    expect(picture.value.type).toBe('image/png');
    expect(await picture.value.text()).toBe('pixels');
  });

  it.each([
    ['as it is told', { defaultTopK: 3, maxTemperature: 2 }, { temperature: 1.5, topK: 3 }],
    ['as freely as it can at most', { defaultTopK: 8, maxTemperature: 1 }, { temperature: 1, topK: 8 }],
    ['its own way where there are no figures', null, {}],
    ['its own way where no extension can tell it', undefined, {}],
  ] as const)('chooses its words %s', async (_, params, sampling) => {
    const { api, model } = builtIn(params === undefined ? {} : { params });
    expect((await ask(model, { ...REQUEST, temperature: 1.5 })).text).toBe('Tea is tea.');
    expect(api.created).toHaveLength(1);
    const { temperature, topK } = api.created[0] ?? {};
    expect({ temperature, topK }).toEqual({ temperature: undefined, topK: undefined, ...sampling });
  });

  it('writes its own way where it refuses to be told, and fails of all else as ever', async () => {
    const refused = builtIn({ params: refusal('NotSupportedError') });
    expect((await ask(refused.model, { ...REQUEST, temperature: 0.2 })).text).toBe('Tea is tea.');
    expect(refused.api.created.map(({ temperature }) => temperature)).toEqual([0.2, undefined]);
    const broken = builtIn({ params: refusal('UnknownError') });
    expect((await ask(broken.model, { ...REQUEST, temperature: 0.2 })).last.type).toBe('error');
    expect(broken.api.created).toHaveLength(1);
    await settled();
    expect(refused.api.alive()).toBe(0);
  });

  it('stops a reply that outgrows every bound of its length', async () => {
    const { api, model } = builtIn({ pieces: ['x'.repeat(1500), 'y'.repeat(1500), null] });
    const { text, last } = await ask(model); // 300 tokens
    expect(last).toMatchObject({ type: 'done', finish: 'length' });
    expect(text).toHaveLength(2400);
    await settled();
    expect(api.alive()).toBe(0);
  });

  it('serves two calls at once, in one document', async () => {
    const { api, world, model } = builtIn();
    const both = await Promise.all([ask(model), ask(model)]);
    expect(both.map(({ text }) => text)).toEqual(['Tea is tea.', 'Tea is tea.']);
    expect([world.made(), api.created.length]).toEqual([1, 2]);
  });

  it('calls tools in JSON unless the settings say in text, and costs nothing', () => {
    expect(builtIn().model).toMatchObject({ toolCalling: 'json', metered: false, pictures: true });
    expect(builtIn({}, {}, { toolCalling: 'text', pictures: false }).model).toMatchObject({
      toolCalling: 'text',
      pictures: false,
    });
  });
});

describe('a call to the built-in model fails', () => {
  const long = 'Some words too many.';
  it.each<[string, Script, ModelRequest, { code: string; retryable: boolean; says: RegExp }]>([
    [
      'with what the machine needs where there is none, in Chrome’s own words',
      { availability: () => 'unavailable', create: refusal('NotSupportedError', 'The GPU is blocked.') },
      REQUEST,
      { code: 'model.unavailable', retryable: false, says: /The GPU is blocked\..*22 GB/ },
    ],
    [
      'with a click in the settings where it has not been downloaded',
      { availability: () => 'downloadable' },
      REQUEST,
      { code: 'model.download', retryable: false, says: /Download it in the settings/ },
    ],
    [
      'with patience where it is being downloaded',
      { availability: () => 'downloading' },
      REQUEST,
      { code: 'model.downloading', retryable: false, says: /still downloading/ },
    ],
    [
      'as not downloaded where Chrome asks for a gesture',
      { create: refusal('NotAllowedError', 'Requires a user gesture when …') },
      REQUEST,
      { code: 'model.download', retryable: false, says: /Download it in the settings/ },
    ],
    [
      'as blind where there is a model for text alone',
      { availability: ({ expectedInputs }) => (expectedInputs.length > 1 ? 'unavailable' : 'available') },
      withPicture,
      { code: 'model.no-pictures', retryable: false, says: /another model for pictures/ },
    ],
    [
      'with Chrome’s figures when the request is too large',
      { pieces: [refusal('QuotaExceededError', long, { requested: 12_000, quota: 9000 })] },
      REQUEST,
      { code: 'model.too-large', retryable: false, says: /12000 tokens, with room for 9000.*lower.* to 9216/ },
    ],
    [
      'without figures when an older Chrome gives none',
      { create: refusal('QuotaExceededError', long) },
      REQUEST,
      { code: 'model.too-large', retryable: false, says: /what “Test” finds/ },
    ],
    [
      'when Chrome stops a language it was not tested for',
      { pieces: ['Te', refusal('NotSupportedError', 'The model attempted to output text in an untested language.')] },
      REQUEST,
      { code: 'model.language', retryable: false, says: /another model/ },
    ],
    [
      'when the model breaks in mid-reply',
      { pieces: ['Te', refusal('UnknownError', 'Other generic failures occurred.')] },
      REQUEST,
      { code: 'model.server', retryable: true, says: /Other generic failures occurred\./ },
    ],
    ['when it says nothing', { pieces: ['', ''] }, REQUEST, { code: 'model.empty', retryable: true, says: /silent/ }],
  ])('%s', async (_, script, request, { code, retryable, says }) => {
    const { api, model } = builtIn(script);
    const failed = await failure(model, request);
    expect(failed).toMatchObject({ code, retryable });
    expect(failed.words).toMatch(says);
    await settled();
    expect(api.alive()).toBe(0);
  });

  it('never begins a download by itself', async () => {
    const { api, model } = builtIn({ availability: () => 'downloadable' });
    await ask(model);
    expect(api.created).toEqual([]);
  });

  it('in a browser without the API', async () => {
    const model = modelIn(offscreenWorld(null));
    expect(await failure(model)).toMatchObject({ code: 'model.unavailable', retryable: false });
  });

  it('when the browser makes no document', async () => {
    const model = modelIn(offscreenWorld(fakeLanguageModel(), true));
    expect(await failure(model)).toMatchObject({ code: 'offscreen.failed' });
  });

  it('once on a schema that it cannot be held to, and asks in words from then on', async () => {
    const { api, model } = builtIn({ pieces: [refusal('NotSupportedError', 'Response json schema is invalid.')] });
    expect(await failure(model, { ...REQUEST, json: SCHEMA })).toMatchObject({
      code: 'model.dialect',
      retryable: true,
    });
    expect(model.toolCalling).toBe('text');
    await ask(model, { ...REQUEST, json: SCHEMA });
    expect(api.prompts[1]?.options).toEqual({});
  });

  it('is no failure when Chrome’s filter stops the reply: the reply was filtered', async () => {
    const { model } = builtIn({
      pieces: ['Te', refusal('NotReadableError', 'The execution yielded an unsafe response.')],
    });
    const { text, last } = await ask(model);
    expect([text, last]).toEqual(['Te', { type: 'done', finish: 'content-filter', usage: {} }]);
  });
});

describe('time-outs of a call to the built-in model', () => {
  it.each<[string, Script, Partial<ModelTimeouts>]>([
    ['connect', { availability: () => 'hang' }, { connect: 20 }],
    ['connect', { create: 'hang' }, { connect: 20 }],
    ['connect', { create: 'hang', deaf: true }, { connect: 20 }],
    ['first-chunk', { pieces: [null] }, { firstChunk: 20 }],
    ['gap', { pieces: ['Te', null] }, { gap: 20 }],
    ['gap', { pieces: ['Te', null], deaf: true }, { gap: 20 }],
    ['total', { pieces: ['Te', null] }, { total: 60 }],
  ])('%s: %j', async (kind, script, timeouts) => {
    const { api, model } = builtIn(script, timeouts);
    expect((await failure(model)).code).toBe(`model.timeout-${kind}`);
    await settled();
    expect(api.alive()).toBe(0);
  });
});

describe('a call to the built-in model that nobody wants any more', () => {
  it('is not begun when it was aborted before', async () => {
    const { api, model } = builtIn();
    expect((await ask(model, REQUEST, AbortSignal.abort())).last).toEqual({ type: 'aborted' });
    await settled();
    expect(api.created).toEqual([]);
  });

  it.each([false, true])('ends at once in mid-reply, and its session with it (deaf model: %s)', async (deaf) => {
    const { api, model } = builtIn({ pieces: ['Te', null], deaf });
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of model.stream(REQUEST, stop.signal)) {
      events.push(event);
      stop.abort();
    }
    expect(events).toEqual([{ type: 'text', text: 'Te' }, { type: 'aborted' }]);
    await settled();
    expect(api.alive()).toBe(0);
  });

  it('lets the session go when the reader stops listening', async () => {
    const { api, model } = builtIn({ pieces: ['Te', null] });
    for await (const event of model.stream(REQUEST, new AbortController().signal)) if (event.type === 'text') break;
    await settled();
    expect(api.alive()).toBe(0);
  });
});
