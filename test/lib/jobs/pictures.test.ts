/** Pictures in whole runs: read, asked about, looked for on the screen, looked at by a model. */
import { describe, expect, it } from 'vitest';
import { getMetaField } from '../../../src/lib/agent/frames/frames.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { hashOf, pictureOf, withVision, type Seen } from '../../kit/runs/seeing.ts';
import {
  asking,
  call,
  eyeOf,
  fromEveryCommit,
  modelCalls,
  offered,
  results,
  seeing,
} from '../../kit/runs/seeing-runs.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import {
  articleWith,
  drive,
  memoryBlobs,
  modelsOf,
  roughCounter,
  specOf,
  stateOf,
  stored,
  termsIn,
} from '../../kit/runs/world.ts';

const TEXT = 'The tide was two metres high.\nNobody read the gauge.';
const READ = specOf({ job: 'screenshot', goal: 'Read the text in this picture.', pictures: [pictureOf('a')] });
const ASK = specOf({ job: 'ask', goal: 'How high was the tide?', pictures: [pictureOf('a')] });
const PLACE = { x: 5, y: 90, width: 40, height: 12 };
const SCREEN = specOf({ job: 'ask', goal: 'Where is the chart?' });

describe('the text of a picture', () => {
  it('is read with no model call and not a token, and what the tool says is the answer [J3] [R4.7e]', async () => {
    const { w, counts } = seeing(scriptedModel(), { texts: { a: TEXT } });
    const frames = await drive(w, [], READ);
    const state = stateOf(frames);
    expect(state).toMatchObject({ status: 'done', usage: { calls: 0, input: 0, output: 0 } });
    expect(state.request.answer?.text).toBe('Read the picture: 10 words.');
    expect(modelCalls(frames)).toEqual([]);
    const [object] = results(frames)[0]?.objects ?? [];
    expect(object?.meta).toMatchObject({ picture: hashOf('a'), words: 10, language: 'en' });
    expect(await w.ports.blobs.get(object?.body.hash ?? '')).toBe(TEXT);
    expect(counts.read).toBe(1);
  });

  it('that has none is said to have none', async () => {
    const frames = await drive(seeing(scriptedModel(), { texts: { a: '' } }).w, [], READ);
    expect(stateOf(frames).request.answer?.text).toBe('There is no text in this picture that could be read.');
    expect(results(frames)[0]?.content).toEqual([]);
  });

  it.each([
    [1, '1 place'],
    [2, '2 places'],
  ])('that could not be read in %d places is said to be incomplete', async (count, places) => {
    const { w } = seeing(scriptedModel(), { texts: { a: TEXT }, unread: Array.from({ length: count }, () => PLACE) });
    expect(stateOf(await drive(w, [], READ)).request.answer?.text).toBe(
      `Read the picture: 10 words. Something in it could not be read, in ${places}.`,
    );
  });

  it('that none of it could be read of is said to have something in it', async () => {
    const frames = await drive(seeing(scriptedModel(), { texts: { a: '' }, unread: [PLACE] }).w, [], READ);
    expect(stateOf(frames).request.answer?.text).toBe(
      'There is no text in this picture that could be read. Something in it could not be read, in 1 place.',
    );
  });

  it.each([
    ['was given', ASK, [{ text: 'Two metres.' }]],
    ['is taken of the screen', SCREEN, [call('look_at_page', { query: 'tide' }), { text: 'Two metres.' }]],
  ])('that %s and has places that could not be read is not shown to a model as whole', async (_, spec, script) => {
    const model = asking(script);
    await drive(seeing(model, { texts: { a: TEXT, s: TEXT }, unread: [PLACE] }).w, [], spec);
    expect(JSON.stringify(model.asked)).toContain('Something in it could not be read, in 1 place.');
  });

  it('of several is said to have none by its number', async () => {
    const spec = specOf({ ...READ, pictures: [pictureOf('a'), pictureOf('b')] });
    const frames = await drive(seeing(scriptedModel(), { texts: { a: TEXT, b: '' } }).w, [], spec);
    expect(results(frames).at(-1)?.message).toBe('There is no text in picture 2 that could be read.');
  });

  it('that cannot be read is a trouble with a cure, and is read again when the person tries again', async () => {
    const texts: Record<string, string | Error> = {
      a: new UserFacingError({ code: 'ocr.crashed', message: 'Reading broke off.', hint: 'Try again.' }),
    };
    const { w, counts } = seeing(scriptedModel(), { texts });
    const failed = await drive(w, [], READ);
    expect(stateOf(failed)).toMatchObject({
      status: 'failed',
      request: { error: { code: 'ocr.crashed', hint: 'Try again.' } },
    });
    texts['a'] = TEXT;
    w.commands.push({ id: 'again', type: 'retry', config: termsIn(READ) });
    expect(stateOf(await drive(w, failed, READ)).request.answer?.text).toBe('Read the picture: 10 words.');
    expect(counts.read).toBe(2);
  });

  it('of several pictures is given one by one, each under a name of its own, from wherever a run is cut', async () => {
    const spec = specOf({ ...READ, pictures: ['a', 'b', 'c'].map((letter) => pictureOf(letter)) });
    const seen = { texts: { a: 'First words.', b: 'Second words.', c: 'Third words.' } };
    await fromEveryCommit(
      seen,
      () => scriptedModel(),
      spec,
      (frames) => {
        const found = [...stateOf(frames).objects].map((object) => getMetaField(object, 'picture'));
        expect(found).toEqual(['a', 'b', 'c'].map(hashOf));
        const titles = results(frames).map(({ content: [block] }) => (block?.type === 'resource' ? block.title : ''));
        expect(titles).toEqual([1, 2, 3].map((n) => `Text of picture ${String(n)}. A page`));
      },
    );
  });
});

describe('a question about a picture', () => {
  const answer = 'It was [two metres high](#).';
  const ways = [
    ['calls tools', () => asking([{ text: answer }])],
    ['is spoken to in text', () => asking([{ text: answer }], { toolCalling: 'text' })],
  ] as const;

  it.each(ways)('is answered by a model that %s, with a citation that points into its text [J3]', async (_, model) => {
    const { w } = seeing(model(), { texts: { a: TEXT } });
    const frames = await drive(w, [], ASK);
    const [citation] = stateOf(frames).request.answer?.citations ?? [];
    const [object] = stateOf(frames).objects;
    expect(citation).toMatchObject({ verdict: 'verbatim', place: { hash: object?.body.hash } });
    expect(TEXT.slice(citation?.place?.start, citation?.place?.end)).toBe('two metres high');
    expect(w.reads(), 'the page is not needed').toBe(0);
  });

  it('is answered in the picture’s own words where there is no model, and nobody looks at it', async () => {
    const { w, counts } = seeing(createExtractiveModel(roughCounter), { texts: { a: TEXT } });
    const frames = await drive(w, [], specOf({ ...ASK, models: modelsOf({ id: 'extractive', metered: false }) }));
    const state = stateOf(frames);
    expect(state.request.answer?.text).toContain('The tide was two metres high.');
    expect(state.request.answer?.citations[0]).toMatchObject({
      form: 'words',
      place: { hash: state.objects.at(0)?.body.hash },
    });
    expect(counts.shown).toBe(0);
    expect(results(frames).map(({ tool }) => tool)).toEqual(['extract_screenshot_text', 'find_in_page']);
  });

  it('and about tabs that were added is answered from both, where there is no model too', async () => {
    const { w } = seeing(createExtractiveModel(roughCounter), { texts: { a: 'The mole is old.' } });
    const pages = { read: (tabId: number) => Promise.resolve(articleWith(tabId === 8 ? TEXT : 'Nothing of it.')) };
    const spec = specOf({ ...ASK, also: [8], models: modelsOf({ id: 'extractive', metered: false }) });
    const state = stateOf(await drive({ ...w, ports: { ...w.ports, pages } }, [], spec));
    expect(state.request.answer?.text).toContain('The tide was two metres high.');
    expect(state.request.answer?.citations).toMatchObject([{ place: { tabId: 8 } }]);
  });

  it('without a word that could be read goes on with a model, and says so where there is none', async () => {
    const wordless = { texts: { a: '' } };
    const model = asking([{ text: 'It has no text.' }]);
    const asked = stateOf(await drive(seeing(model, wordless).w, [], ASK));
    expect(asked).toMatchObject({ status: 'done', request: { answer: { text: 'It has no text.' } } });
    expect(JSON.stringify(model.asked)).toContain('There is no text in this picture that could be read.');
    const alone = specOf({ ...ASK, models: modelsOf({ id: 'extractive', metered: false }) });
    expect(stateOf(await drive(seeing(createExtractiveModel(roughCounter), wordless).w, [], alone))).toMatchObject({
      status: 'failed',
      request: { error: { code: 'picture.wordless', message: 'There is no text in the picture that could be read.' } },
    });
  });

  it('that goes on with the text as the person corrected it reads no picture twice, and cites the corrected text', async () => {
    const model = asking([{ text: answer }, { text: 'It was [three metres high](#).' }]);
    const { w, counts } = seeing(model, { texts: { a: TEXT } });
    const first = await drive(w, [], ASK);
    const corrected = TEXT.replace('two', 'three');
    const text = await w.ports.blobs.put(corrected);
    const request = { ...ASK, goal: 'And really?', pictures: [pictureOf('a', { text })] };
    w.commands.push({ id: 'more', type: 'follow', request, config: termsIn(ASK) });
    const state = stateOf(await drive(w, first, ASK, () => void w.commands.splice(0)));
    expect(counts.read).toBe(1);
    const [citation] = state.request.answer?.citations ?? [];
    expect(citation?.verdict).toBe('verbatim');
    expect(corrected.slice(citation?.place?.start, citation?.place?.end)).toBe('three metres high');
    model.done();
  });
});

describe('looking for something on the screen', () => {
  const CHART = 'Sales by year\n\nRevenue grew in 2019\nand fell in 2020';
  const figures = [
    { alt: 'Bar chart of costs', caption: '', heading: 'Costs', box: { x: 200, y: 150, width: 100, height: 50 } },
    { alt: 'A photograph of the quay', caption: '', heading: '', box: null },
  ];
  const seen: Seen = { texts: { s: CHART }, figures };

  it('finds where it is, what stands there and under which name it is cited [J3] [R4.7e]', async () => {
    const model = asking([call('look_at_page', { query: 'revenue' }), { text: '[Revenue grew in 2019](#).' }]);
    const { w } = seeing(model, seen);
    const frames = await drive(w, [], SCREEN);
    const told = JSON.stringify(model.asked.at(-1));
    expect(told).toContain('Top left (x 10, y 70,');
    expect(told).toMatch(/\[2\/[0-9a-z]{7}\]/); // the page is the first source
    expect(stateOf(frames).request.answer?.citations).toMatchObject([{ verdict: 'verbatim' }]);
    expect(results(frames).at(-1)?.objects[0]?.meta).toMatchObject({ picture: hashOf('s'), query: 'revenue' });
  });

  it('finds pictures by what the page says of them, in pixels of the picture, and those that are not in view', async () => {
    const model = asking([
      call('look_at_page', { query: 'chart costs' }),
      call('look_at_page', { query: 'photograph quay' }),
      { text: 'There.' },
    ]);
    const { w, counts } = seeing(model, seen);
    await drive(w, [], SCREEN);
    const told = JSON.stringify(model.asked.at(-1));
    expect(told).toContain('Middle (x 400, y 300, 200 × 100 of 900 × 600 pixels)');
    expect(told).toContain('Not in view');
    expect(counts, 'nothing had changed: what was read is not read again').toMatchObject({ captured: 2, read: 1 });
  });

  it('that finds nothing says what there is, and leaves the picture to be looked at [R4.5e]', async () => {
    const model = asking([call('look_at_page', { query: 'zeppelin' }), { text: 'Not there.' }]);
    const frames = await drive(seeing(model, seen).w, [], SCREEN);
    const failed = results(frames).at(-1);
    expect(failed).toMatchObject({ isError: true, recoverable: true, error: { code: 'tool.nothing-found' } });
    expect(failed?.message).toContain('Sales by year');
    expect(failed?.message).toContain('2 pictures that the page describes');
    expect(offered(model, model.asked.length - 1)).toContain('interpret_image');
  });

  it('goes on with the picture that it had taken, whatever the tab shows after an interruption', async () => {
    const script = [call('look_at_page', { query: 'revenue' }), { text: 'It says {request}.' }];
    const blobs = memoryBlobs();
    const { w } = seeing(asking(script), seen, undefined, blobs);
    const frames = await drive(w, [], SCREEN);
    const given = frames.findIndex((frame) => frame.kind === 'tool.result' && frame.tool === 'look_at_page');
    const after = seeing(asking(script), { texts: { s: CHART, o: 'Something else.' }, screen: 'o' }, undefined, blobs);
    const resumed = await drive(after.w, stored(frames.slice(0, given + 1)), SCREEN);
    expect(stateOf(resumed).request.answer).toEqual(stateOf(frames).request.answer);
    expect(after.counts.captured).toBe(0);
  });
});

describe('a run with pictures that is cut anywhere', () => {
  const seen: Seen = { texts: { a: TEXT, s: 'Revenue grew in 2019' } };
  const end = { text: 'Answer of {request}.' };

  it.each([
    ['reads one', ASK, [end]],
    ['looks for something on the screen', SCREEN, [call('look_at_page', { query: 'revenue' }), end]],
    ['has one looked at', ASK, [call('interpret_image', { question: 'What is it?' }), end]],
    [
      'does both at once',
      ASK,
      [
        {
          calls: [
            ...(call('look_at_page', { query: 'revenue' }).calls ?? []),
            ...(call('interpret_image', { question: 'What is it?' }).calls ?? []),
          ],
        },
        end,
      ],
    ],
  ] as const)('and %s ends in the same answer [R6.2a]', async (_, spec, script) => {
    await fromEveryCommit(seen, () => asking(script), specOf({ ...spec, models: withVision() }));
  });

  it('reads no picture again whose text it has, though it would be read otherwise now, or is gone', async () => {
    const spec = specOf({ ...READ, pictures: [pictureOf('a'), pictureOf('b')] });
    const blobs = memoryBlobs();
    const whole = await drive(
      seeing(scriptedModel(), { texts: { a: 'One.', b: 'Two.' } }, undefined, blobs).w,
      [],
      spec,
    );
    const first = whole.findIndex((frame) => frame.kind === 'tool.result');
    for (const a of ['Another.', new Error('Gone.')]) {
      const { w, counts } = seeing(scriptedModel(), { texts: { a, b: 'Two.' } }, undefined, blobs);
      const resumed = await drive(w, stored(whole.slice(0, first + 1)), spec);
      const bodies = (frames: typeof whole) => results(frames).map(({ objects: [found] }) => found?.body.hash);
      expect(bodies(resumed)).toEqual(bodies(whole));
      expect(counts.read).toBe(1);
    }
  });

  it('pays for no look twice, and needs no picture for one that was paid', async () => {
    const spec = specOf({ ...ASK, models: withVision() });
    const script = [call('interpret_image', { question: 'What is it?' }), end];
    const blobs = memoryBlobs();
    const whole = await drive(seeing(asking(script), seen, eyeOf(), blobs).w, [], spec);
    const paid = whole.findIndex((frame) => frame.kind === 'usage' && frame.key.endsWith('/look'));
    const { w, counts } = seeing(asking(script), { texts: { a: new Error('Gone.') } }, eyeOf(), blobs);
    const resumed = await drive(w, stored(whole.slice(0, paid + 1)), spec);
    expect(stateOf(resumed).request.answer).toEqual(stateOf(whole).request.answer);
    expect(modelCalls(resumed).filter(({ purpose }) => purpose === 'look')).toHaveLength(1);
    expect(counts).toMatchObject({ read: 0, shown: 0 });
  });

  it('never thinks better of what a picture says than of the page that it was taken from', async () => {
    const script = [call('look_at_page', { query: 'revenue' }), call('interpret_image', { question: 'What?' }), end];
    const frames = await drive(seeing(asking(script), seen, eyeOf()).w, [], specOf({ ...ASK, models: withVision() }));
    const found = results(frames);
    expect(found.map(({ tool }) => tool)).toEqual([
      'extract_screenshot_text',
      'look_at_page',
      'look_at_page',
      'interpret_image',
    ]);
    for (const { labels } of found)
      expect(labels).toMatchObject({ integrity: 'untrusted', confidentiality: 'private' });
    const looked = frames.findIndex((frame) => frame.kind === 'tool.result');
    for (const frame of frames.slice(looked + 2))
      if (frame.kind === 'model.call' || frame.kind === 'model.reply')
        expect(frame.labels).toMatchObject({ integrity: 'untrusted', confidentiality: 'private' });
  });
});
