import { describe, expect, it } from 'vitest';
import {
  OPTIONS_PAGE,
  PANEL_PAGE,
  TOOLBAR_SENDER,
  type ExtensionPage,
} from '../../../src/lib/protocol/requests/request.ts';
import { REQUESTS, type Replies, type RequestName } from '../../../src/lib/protocol/requests/requests.ts';
import type { PageReading } from '../../../src/lib/agent/ports.ts';
import type { RequestFile } from '../../../src/lib/agent/frames/frames.ts';
import type { Estimate } from '../../../src/lib/protocol/requests/run.ts';
import { GOOD_REQUESTS } from '../../kit/protocol/good-requests.ts';
import { ownPage, strangers } from '../../kit/protocol/senders.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { settingsOf } from '../../kit/protocol/settings.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { createPanelHub } from '../../../src/background/runs/panel-hub.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import { articleWith } from '../../kit/runs/world.ts';
import { cells, installChrome, make, page } from './requesting.ts';

installChrome();

/** What only pages of our own may say. */
const NAMES = (Object.keys(REQUESTS) as RequestName[]).filter((name) => REQUESTS[name].from !== TOOLBAR_SENDER);
const pagesFor = (name: RequestName) => [REQUESTS[name].from].flat() as readonly ExtensionPage[];

it('a test or a list that nobody waits for is told so, but no other page’s, no sign-in, and none that begins afterwards', async () => {
  const signals: AbortSignal[] = [];
  const until =
    <T>(value: T) =>
    (...given: readonly unknown[]): Promise<T> => {
      const signal = given.at(-1) as AbortSignal;
      signals.push(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(value)));
    };
  const { handle } = make({
    probing: { testModel: until({ ok: false, checks: [], found: {} }), listModels: until([]) },
    signIn: until({ wanted: [], canRegister: true, hasClient: false, isDone: true }),
  });
  const say = (name: RequestName, documentId = 'one') =>
    handle(GOOD_REQUESTS[name], { ...page(OPTIONS_PAGE), documentId });
  void say('tool-server.sign-in');
  void say('model.test', 'other');
  const waiting = [say('model.test'), say('model.list')];
  expect(await say('model.stop')).toEqual({ ok: true, value: {} });
  await Promise.all(waiting);
  void say('model.test');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, true, true, false]);
});

it('a prompt is asked for as it was switched on, a resource by its address, and neither where it is off or gone [R11.6]', async () => {
  const pin = 'a'.repeat(64);
  const prompt = { name: 'review', description: '', inputSchema: { type: 'object' }, pin, repeatable: false };
  const address = 'https://sums.example/mcp';
  cells['settings'] = {
    ...settingsOf({ model: 'm', endpoint: 'https://api.example.org/v1' }),
    toolServers: [{ id: 'sums', address, tools: [{ ...prompt, name: 'add' }], prompts: [prompt] }],
  };
  const got: unknown[] = [];
  const text = { type: 'text', text: 'Review.', bytes: '', mediaType: '', cut: false, leftOut: 0 } as const;
  const resources = [{ uri: 'notes:///1', name: 'Tides', description: '', inputSchema: {} }];
  const { handle } = make({
    toolServers: {
      list: () => Promise.reject(new Error('Nothing is listed.')),
      listResources: (at) => Promise.resolve({ type: 'resources', resources } as const).finally(() => got.push(at)),
      getText: (message) => Promise.resolve(text).finally(() => got.push(message)),
    },
  });
  const say = (fields: object) => handle({ ...GOOD_REQUESTS['tool-server.get-prompt'], ...fields }, page(PANEL_PAGE));
  const values = [{ name: 'subject', value: 'tides' }];
  expect(await say({ values })).toMatchObject({ ok: true, value: { text: 'Review.' } });
  for (const off of [{ name: 'add' }, { name: 'other' }])
    expect(await say(off)).toMatchObject({ ok: false, error: { code: 'tool-server.prompt-off' } });
  const moved = { address: 'https://other.example/mcp', values }; // what was typed goes to the address that was shown
  for (const gone of [{ server: 'gone' }, moved])
    expect(await say(gone)).toMatchObject({ ok: false, error: { code: 'tool-server.removed' } });
  const read = GOOD_REQUESTS['tool-server.read-resource'];
  expect(await handle({ ...read, ...moved }, page(PANEL_PAGE))).toMatchObject({ ok: false });
  expect(got).toEqual([{ type: 'prompt', address, name: 'review', pin, values }]);
  for (const name of ['tool-server.find-resources', 'tool-server.read-resource'] as const) {
    expect(await handle(GOOD_REQUESTS[name], page(PANEL_PAGE))).toMatchObject({ ok: true });
    const gone = await handle({ ...GOOD_REQUESTS[name], server: 'gone' }, page(PANEL_PAGE));
    expect(gone).toMatchObject({ ok: false, error: { code: 'tool-server.removed' } });
  }
  expect(got.slice(1)).toEqual([address, { type: 'resource', address, uri: 'notes:///1', values: [] }]);
});

it('a file that is left out is deleted only while no other panel is open, which may have it too', async () => {
  const hub = createPanelHub(createFrameStore(createMemoryArea()));
  const discarded: string[] = [];
  const { handle } = make({
    hub,
    discardBodies: (hashes) => Promise.resolve(void discarded.push(...hashes)),
  });
  const leaveOut = (hash: string) =>
    handle({ type: 'attachment.discard', hashes: [hash.repeat(64)] }, { ...page(PANEL_PAGE), documentId: 'one' });
  hub.join({ post: () => undefined, documentId: 'one' });
  const other = hub.join({ post: () => undefined, documentId: 'two' });
  await leaveOut('a');
  other.leave();
  await leaveOut('b');
  expect(discarded).toEqual(['b'.repeat(64)]);
});

describe('a request', () => {
  it.each(NAMES)('[R9.3b] %s is accepted from the pages that may send it, and from nobody else', async (name) => {
    const allowed = pagesFor(name).flatMap(ownPage);
    const others = pagesFor(name).flatMap((path) => strangers(path, pagesFor(name).length > 1));
    for (const [senders, may] of [[allowed, true] as const, [others, false] as const]) {
      for (const [who, sender] of senders) {
        const { handle, done, started } = make();
        const reply = await handle(GOOD_REQUESTS[name], sender);
        expect([who, reply.ok || reply.error.code !== 'request.refused']).toEqual([who, may]);
        if (!may) expect([done, started]).toEqual([[], []]);
      }
    }
  });

  it('may be sent by no content script and by no web page, whatever its kind', () => {
    const pages = new Set<string>([PANEL_PAGE, OPTIONS_PAGE]);
    for (const name of NAMES) expect(pagesFor(name).every((path) => pages.has(path))).toBe(true);
  });

  it.each(NAMES)(
    '%s with a field too many, or without one, is refused with its path and does nothing',
    async (name) => {
      const { handle, done } = make();
      const [path = PANEL_PAGE] = pagesFor(name);
      const sender = page(path);
      const fields = Object.keys(GOOD_REQUESTS[name]).filter((field) => field !== 'type');
      const broken = [
        { ...GOOD_REQUESTS[name], extra: 1 },
        ...fields.map((field) =>
          Object.fromEntries(Object.entries(GOOD_REQUESTS[name]).filter(([key]) => key !== field)),
        ),
      ];
      for (const message of broken) {
        const reply = await handle(message, sender);
        expect(reply).toMatchObject({ ok: false, error: { code: 'request.refused' } });
        expect(!reply.ok && reply.error.message).toMatch(/extra|\//);
      }
      expect(done).toEqual([]);
    },
  );

  it('to test a model is none of Chrome’s translator, which nobody sets up', async () => {
    const { candidate } = GOOD_REQUESTS['model.test'] as { readonly candidate: object };
    const sent = { type: 'model.test', candidate: { ...candidate, provider: 'translator' } };
    const reply = await make().handle(sent, page(OPTIONS_PAGE));
    expect(reply).toMatchObject({ ok: false, error: { code: 'request.refused' } });
  });

  it.each([null, 7, 'run.start', [], {}, { type: 'toString' }, { type: '__proto__' }, { type: 'run.destroy' }])(
    'that is %j gets an answer all the same',
    async (message) => {
      const reply = await make().handle(message, page(PANEL_PAGE));
      expect(reply).toMatchObject({ ok: false, error: { code: 'request.refused' } });
    },
  );

  it('to start runs under the command’s own id, so that a second delivery is the same run', async () => {
    const { handle, started } = make();
    expect(await handle(GOOD_REQUESTS['run.start'], page(PANEL_PAGE))).toEqual({ ok: true, value: { runId: 'c' } });
    expect(started[0]).toMatchObject({ runId: 'c', tabId: 3, job: 'summarise', limits: { maxSteps: 5 } });
  });

  it('to summarise several files is refused before anything is asked; one is summarised', async () => {
    const { handle, started } = make();
    const files = ['a', 'b'].map((name) => ({ hash: name.repeat(64), name: `${name}.md` }));
    const reply = await handle({ ...GOOD_REQUESTS['run.start'], files }, page(PANEL_PAGE));
    expect(reply).toMatchObject({ ok: false, error: { message: 'A summary is of one file at a time.' } });
    expect(started).toEqual([]);
    await handle({ ...GOOD_REQUESTS['run.start'], files: files.slice(1) }, page(PANEL_PAGE));
    expect(started).toMatchObject([{ files: [{ name: 'b.md' }] }]);
  });

  it('to ask starts a run with the question as its goal, word for word', async () => {
    const { handle, started } = make();
    const asked = { ...GOOD_REQUESTS['run.ask'], job: 'ask' };
    expect(await handle(asked, page(PANEL_PAGE))).toEqual({ ok: true, value: { runId: 'c' } });
    const run = { runId: 'c', tabId: 3, job: 'ask', goal: 'How deep is it?', language: '', sources: null, grants: [] };
    expect(started).toMatchObject([run]);
  });

  it('to ask the web starts a run that may ask the person’s engines, and knows their language', async () => {
    const { handle, started } = make();
    await handle(GOOD_REQUESTS['run.ask'], page(PANEL_PAGE));
    const search = [{ engine: 'wikipedia', endpoint: '', cx: '' }];
    expect(started).toMatchObject([{ job: 'research', goal: 'How deep is it?', language: 'de-AT', search }]);
    expect(started[0]?.grants).toEqual([]);
    expect(cells).not.toHaveProperty('grants');
  });

  it('to follow with a question of the web hands on the sources and nothing that is allowed for good', async () => {
    const { handle, followed } = make();
    const follow = GOOD_REQUESTS['run.follow'];
    await handle(follow, page(PANEL_PAGE));
    await handle({ ...follow, job: 'ask', sources: null }, page(PANEL_PAGE));
    expect(followed).toMatchObject([
      { job: 'research', language: 'de-AT', sources: follow['sources'], grants: [] },
      { job: 'ask', language: '', sources: null, grants: [] },
    ]);
  });

  it.each([
    ['run.cancel', 'cancel'],
    ['run.answer', 'answer'],
    ['run.approve', 'approve'],
    ['run.decline', 'decline'],
    ['run.outcome', 'outcome'],
  ] as const)('%s hands the run a person’s word', async (name, word) => {
    const { handle, done } = make();
    expect(await handle(GOOD_REQUESTS[name], page(PANEL_PAGE))).toEqual({ ok: true, value: {} });
    expect(done).toEqual([word]);
  });

  it('to estimate says the most a run can take, and calls no model', async () => {
    const reply = await make().handle(GOOD_REQUESTS['page.estimate'], page(PANEL_PAGE));
    expect(reply).toMatchObject({ ok: true, value: { title: 'A page', words: 3, calls: 1, metered: true } });
  });

  it('to estimate says what a question takes, also one about pictures', async () => {
    const reply = await make().handle(GOOD_REQUESTS['page.estimate'], page(PANEL_PAGE));
    const { ask, askOfPictures } = (reply.ok ? reply.value : {}) as Estimate;
    expect(ask.input).toBeGreaterThan(0);
    expect(askOfPictures.input).toBeGreaterThan(ask.input);
  });

  it('to estimate a selection says whether there is one, and what its translation takes with a model', async () => {
    const request = GOOD_REQUESTS['selection.estimate'];
    const none = await make().handle(request, page(PANEL_PAGE));
    expect(none).toEqual({ ok: true, value: { isSelected: false, translation: null, language: '', sample: '' } });
    const selected = {
      url: '',
      page: '',
      title: '',
      site: '',
      language: '',
      path: [],
      cut: false,
      before: '',
      after: '',
    };
    const selections = { read: () => Promise.resolve({ ...selected, text: 'The tide turns.' }) };
    const quick = await make({ selections }).handle(request, page(PANEL_PAGE));
    expect(quick).toMatchObject({
      ok: true,
      value: { isSelected: true, translation: { calls: 1 }, language: '', sample: 'The tide turns.' },
    });
    const tagged = { read: () => Promise.resolve({ ...selected, language: 'und', text: 'La marée.' }) };
    const untold = await make({ selections: tagged }).handle(request, page(PANEL_PAGE));
    expect(untold).toMatchObject({ value: { language: 'und', sample: 'La marée.' } }); // a tag that tells none
    cells['settings'] = settingsOf({ model: 'm', endpoint: 'https://api.example.org/v1' });
    const asked = await make({ selections }).handle(request, page(PANEL_PAGE));
    delete cells['settings'];
    expect(asked).toMatchObject({ value: { isSelected: true, translation: { calls: 1, likely: { calls: 1 } } } });
  });

  it.each([true, false])('to estimate a file’s summary reads the file if it is not free (%s)', async (metered) => {
    const { article } = articleWith('The tide turns. '.repeat(500)) as Extract<PageReading, { kind: 'article' }>;
    const read: string[] = [];
    const files = {
      read({ name }: RequestFile) {
        read.push(name);
        return Promise.resolve(article);
      },
    };
    const getModel = () => ({ ...scriptedModel(), metered });
    const reply = await make({ files, getModel }).handle(GOOD_REQUESTS['file.estimate'], page(PANEL_PAGE));
    const { estimate } = (reply.ok ? reply.value : {}) as Replies['file.estimate'];
    expect(read).toEqual(metered ? ['tide.pdf'] : []);
    expect(estimate.metered).toBe(metered);
    if (metered) expect(estimate.likely.input).toBeGreaterThan(2000);
  });

  it('to estimate a file that cannot be read fails', async () => {
    const reply = await make().handle(GOOD_REQUESTS['file.estimate'], page(PANEL_PAGE));
    expect(reply.ok).toBe(false);
  });

  it('to estimate names a fallback that costs something', async () => {
    const settings = {
      ...settingsOf({ model: 'm', endpoint: 'https://api.example.org/v1' }),
      main: 'extractive',
      fallback: 'server:m',
    };
    cells['settings'] = settings;
    const asked = await make().handle(GOOD_REQUESTS['page.estimate'], page(PANEL_PAGE));
    cells['settings'] = { ...settings, fallback: '' };
    const alone = await make().handle(GOOD_REQUESTS['page.estimate'], page(PANEL_PAGE));
    delete cells['settings'];
    expect(asked).toMatchObject({ value: { paidFallback: scriptedModel().label } });
    expect(alone).toMatchObject({ value: { paidFallback: '' } });
  });
});
