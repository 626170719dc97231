import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRequests } from '../../src/background/requests.ts';
import type { Word } from '../../src/background/runs.ts';
import { memoryArea } from '../../src/lib/agent/area.ts';
import { removeGrant } from '../../src/chrome/grants.ts';
import type { Commit, RunSpec } from '../../src/lib/agent/frames.ts';
import { createFrameStore } from '../../src/lib/agent/store.ts';
import {
  OPTIONS_PAGE,
  PANEL_PAGE,
  REQUEST_SCHEMAS,
  SENDERS,
  TOOLBAR,
  type Estimate,
  type RequestName,
} from '../../src/lib/protocol/messages.ts';
import { installLocks } from '../kit/locks.ts';
import { agentModel } from '../kit/agent-model.ts';
import { GOOD_REQUESTS } from '../kit/good-requests.ts';
import { ORIGIN, ownPage, strangers } from '../kit/senders.ts';
import { memoryArchive } from '../kit/memory-archive.ts';
import { scriptedModel } from '../kit/scripted-model.ts';
import { settingsOf } from '../kit/settings.ts';
import { articleWith, drive, roughCounter, specOf, stateOf, world } from '../kit/world.ts';

const cells: Record<string, unknown> = {};

beforeAll(() => {
  // the little of Chrome that requests touch: who we are, and stored settings
  const local = {
    get: () => Promise.resolve({ ...cells }),
    set: (items: object) => Promise.resolve(void Object.assign(cells, items)),
  };
  const own = { runtime: { id: ORIGIN.slice(19), getURL: (path: string) => `${ORIGIN}/${path}` }, storage: { local } };
  installLocks();
  Object.defineProperty(globalThis, 'chrome', { value: own, configurable: true });
});

const page = (path: string): chrome.runtime.MessageSender => ({ id: ORIGIN.slice(19), url: `${ORIGIN}/${path}` });

/** What only pages of our own may say. */
const NAMES = (Object.keys(REQUEST_SCHEMAS) as RequestName[]).filter((name) => !SENDERS[name].includes(TOOLBAR));
const pagesFor = (name: RequestName) => SENDERS[name].filter((who) => who !== TOOLBAR);

function make(more: Partial<Parameters<typeof createRequests>[0]> = {}) {
  const done: string[] = [];
  const started: RunSpec[] = [];
  const said: Word[] = [];
  const store = createFrameStore(memoryArea());
  const note = (what: string) => (): Promise<void> => {
    done.push(what);
    return Promise.resolve();
  };
  const handle = createRequests({
    runs: {
      start(spec) {
        started.push(spec);
        return note('start')();
      },
      say: (_runId, word) => {
        said.push(word);
        return note(word.type)();
      },
      retry: note('retry'),
      follow: note('follow'),
      resumeAll: note('resume'),
      tabClosed: note('closed'),
      clear: note('clear'),
      idle: note('idle'),
    },
    store,
    archive: memoryArchive(),
    pages: { read: () => Promise.resolve(articleWith('One two three.')) },
    tokens: roughCounter,
    modelFor: () => scriptedModel(),
    onKept: () => void done.push('kept'),
    clearBodies: note('bodies'),
    picturing: {
      take: () => note('picture')().then(() => ({ runId: '' })),
      read: () => note('picture')().then(() => ({ runId: 'c' })),
      chosen: () => note('picture')().then(() => ({})),
      image: () => note('picture')().then(() => 'c'),
      tabClosed: note('closed'),
    },
    selecting: {
      press: note('press'),
      start: () => note('selection')().then(() => 'c'),
      act: () => note('selection')().then(() => ({ runId: 'c' })),
      drain: note('drain'),
      tabClosed: note('closed'),
      clear: note('forgotten'),
      menu: () => note('menu')().then(() => ({ presets: [], language: 'en' })),
      hide: () => note('hide')().then(() => ({})),
    },
    probing: {
      test: () => Promise.resolve({ ok: true, checks: [], found: {} }),
      list: () => Promise.resolve([]),
    },
    ...more,
  });
  return { handle, done, started, said, store };
}

it('a test or a list that nobody waits for is told so, and one that begins afterwards is not', async () => {
  const signals: AbortSignal[] = [];
  const until =
    <T>(value: T) =>
    (_candidate: unknown, signal: AbortSignal): Promise<T> => {
      signals.push(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(value)));
    };
  const { handle } = make({ probing: { test: until({ ok: false, checks: [], found: {} }), list: until([]) } });
  const say = (name: RequestName) => handle(GOOD_REQUESTS[name], page(OPTIONS_PAGE));
  const waiting = [say('model.test'), say('model.list')];
  expect(await say('model.stop')).toEqual({ ok: true, value: {} });
  await Promise.all(waiting);
  void say('model.test');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
});

describe('a request', () => {
  it.each(NAMES)('[R9.3b] %s is accepted from the one page that may send it, and from nobody else', async (name) => {
    const [path = PANEL_PAGE, ...more] = pagesFor(name);
    expect(more).toEqual([]);
    for (const [senders, may] of [[ownPage(path), true] as const, [strangers(path), false] as const]) {
      for (const [who, sender] of senders) {
        const { handle, done, started } = make();
        const reply = await handle(GOOD_REQUESTS[name], sender);
        expect([who, reply.ok || reply.trouble.code !== 'request.refused']).toEqual([who, may]);
        if (!may) expect([done, started]).toEqual([[], []]);
      }
    }
  });

  it('may be sent by no content script and by no web page, whatever its kind', () => {
    const pages = new Set<string>([PANEL_PAGE, OPTIONS_PAGE]);
    for (const name of NAMES) for (const page of SENDERS[name]) expect(pages.has(page)).toBe(true);
  });

  it.each(NAMES)(
    '%s with a field too many, or without one, is refused with its path and does nothing',
    async (name) => {
      const { handle, done } = make();
      const sender = page(SENDERS[name][0] ?? '');
      const fields = Object.keys(GOOD_REQUESTS[name]).filter((field) => field !== 'type');
      const broken = [
        { ...GOOD_REQUESTS[name], extra: 1 },
        ...fields.map((field) =>
          Object.fromEntries(Object.entries(GOOD_REQUESTS[name]).filter(([key]) => key !== field)),
        ),
      ];
      for (const message of broken) {
        const reply = await handle(message, sender);
        expect(reply).toMatchObject({ ok: false, trouble: { code: 'request.refused' } });
        expect(!reply.ok && reply.trouble.message).toMatch(/extra|\//);
      }
      expect(done).toEqual([]);
    },
  );

  it.each([null, 7, 'run.start', [], {}, { type: 'toString' }, { type: '__proto__' }, { type: 'run.destroy' }])(
    'that is %j gets an answer all the same',
    async (message) => {
      const reply = await make().handle(message, page(PANEL_PAGE));
      expect(reply).toMatchObject({ ok: false, trouble: { code: 'request.refused' } });
    },
  );

  it('to start runs under the command’s own id, so that a second delivery is the same run', async () => {
    const { handle, started } = make();
    expect(await handle(GOOD_REQUESTS['run.start'], page(PANEL_PAGE))).toEqual({ ok: true, value: { runId: 'c' } });
    expect(started[0]).toMatchObject({ runId: 'c', tabId: 3, job: 'summarise', limits: { maxSteps: 5 } });
  });

  it('to ask starts a run with the question as its goal, word for word', async () => {
    const { handle, started } = make();
    expect(await handle(GOOD_REQUESTS['run.ask'], page(PANEL_PAGE))).toEqual({ ok: true, value: { runId: 'c' } });
    const asked = { runId: 'c', tabId: 3, job: 'ask', goal: 'How deep is it?', language: '', grants: [] };
    expect(started[0]).toMatchObject(asked);
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

  it('to estimate names a fallback that costs something', async () => {
    const settings = { ...settingsOf({ model: 'm' }), main: 'extractive', fallback: 'server:m' };
    cells['settings'] = settings;
    const asked = await make().handle(GOOD_REQUESTS['page.estimate'], page(PANEL_PAGE));
    cells['settings'] = { ...settings, fallback: '' };
    const alone = await make().handle(GOOD_REQUESTS['page.estimate'], page(PANEL_PAGE));
    delete cells['settings'];
    expect(asked).toMatchObject({ value: { paidFallback: scriptedModel().label } });
    expect(alone).toMatchObject({ value: { paidFallback: '' } });
  });
});

describe('a yes', () => {
  const url = 'https://example.org/guide';
  const link = { calls: [{ name: 'open_link', args: { reasoning: 'r', url } }] };
  const rules = { notMine: ['The page has to be read first.'] };
  const grant = { tool: 'open_link', origin: 'https://example.org' };

  /** A stored run that asks whether it may open the link, under the grants that are stored now. */
  async function asking(grants: RunSpec['grants'] = []) {
    const made = make();
    const w = world(agentModel([link, { text: 'Done.' }], rules), articleWith('Water is wet.'));
    const spec = specOf({ runId: 'r', job: 'ask', goal: 'Is water wet?', grants });
    const frames = await drive(w, [], spec, () => undefined);
    await made.store.append(frames as unknown as Commit);
    const ask = stateOf(frames).asks[0];
    const { hash = '' } = ask?.call ?? {};
    const approve = (more: object) =>
      made.handle(
        { type: 'run.approve', runId: 'r', commandId: 'c', ask: ask?.key ?? '-', hash, ...more },
        page(PANEL_PAGE),
      );
    return { ...made, approve, hash, opened: w.opened };
  }
  const granted = async (): Promise<RunSpec['grants'] | undefined> => {
    const { handle, started } = make();
    await handle(GOOD_REQUESTS['run.ask'], page(PANEL_PAGE));
    return started[0]?.grants;
  };
  beforeEach(() => {
    delete cells['grants'];
  });

  it('for once grants nothing', async () => {
    for (const more of [{}, { always: false }]) {
      const { approve, said, hash } = await asking();
      expect((await approve(more)).ok).toBe(true);
      expect(said).toMatchObject([{ type: 'approve', hash, always: null }]);
    }
    expect(await granted()).toEqual([]);
  });

  it('for always grants what the stored question is about, to this run and to every later one', async () => {
    const { approve, said } = await asking();
    expect((await approve({ always: true })).ok).toBe(true);
    expect(said).toMatchObject([{ type: 'approve', always: grant }]);
    expect(await granted()).toEqual([grant]);
    expect((await asking([grant])).opened).toEqual([url]);
    await removeGrant(grant);
    expect(await granted()).toEqual([]);
    expect((await asking([])).opened).toEqual([]);
  });

  it('takes no tool and no origin from the page that brings it', async () => {
    const { approve, said } = await asking();
    for (const more of [
      { always: { tool: 'wipe', origin: 'https://evil.example' } },
      { always: true, origin: 'https://evil.example' },
      { always: 'https://evil.example' },
    ])
      expect(await approve(more)).toMatchObject({ ok: false, trouble: { code: 'request.refused' } });
    expect(said).toEqual([]);
    expect(await granted()).toEqual([]);
  });

  it('to a question that is not asked grants nothing, though it says always', async () => {
    const { approve, said } = await asking();
    for (const more of [{ hash: 'b'.repeat(64) }, { ask: '9.0/none' }, { runId: 'other' }])
      await approve({ always: true, ...more });
    expect(said.map((word) => word.type === 'approve' && word.always)).toEqual([null, null, null]);
    expect(await granted()).toEqual([]);
  });
});
