import { beforeAll, describe, expect, it } from 'vitest';
import { createRequests } from '../../src/background/requests.ts';
import { memoryArea } from '../../src/lib/agent/area.ts';
import type { RunSpec } from '../../src/lib/agent/frames.ts';
import { createFrameStore } from '../../src/lib/agent/store.ts';
import {
  OPTIONS_PAGE,
  PANEL_PAGE,
  REQUEST_SCHEMAS,
  SENDERS,
  type RequestName,
} from '../../src/lib/protocol/messages.ts';
import { GOOD_REQUESTS } from '../kit/good-requests.ts';
import { memoryArchive } from '../kit/memory-archive.ts';
import { scriptedModel } from '../kit/scripted-model.ts';
import { articleWith, roughCounter } from '../kit/world.ts';

const ORIGIN = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
const cells: Record<string, unknown> = {};

beforeAll(() => {
  // the little of Chrome that requests touch: who we are, and stored settings
  const local = { get: () => Promise.resolve({ ...cells }), set: () => Promise.resolve() };
  const own = { runtime: { id: ORIGIN.slice(19), getURL: (path: string) => `${ORIGIN}/${path}` }, storage: { local } };
  Object.defineProperty(globalThis, 'chrome', { value: own, configurable: true });
});

const page = (path: string): chrome.runtime.MessageSender => ({ id: ORIGIN.slice(19), url: `${ORIGIN}/${path}` });

const NAMES = Object.keys(REQUEST_SCHEMAS) as RequestName[];

function make(): { handle: ReturnType<typeof createRequests>; done: string[]; started: RunSpec[] } {
  const done: string[] = [];
  const started: RunSpec[] = [];
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
      say: (_runId, { type }) => note(type)(),
      retry: note('retry'),
      resumeAll: note('resume'),
      tabClosed: note('closed'),
      clear: note('clear'),
      idle: note('idle'),
    },
    store: createFrameStore(memoryArea()),
    archive: memoryArchive(),
    pages: { read: () => Promise.resolve(articleWith('One two three.')) },
    tokens: roughCounter,
    modelFor: () => scriptedModel(),
    onKept: () => void done.push('kept'),
    clearBodies: note('bodies'),
    extensionOrigin: ORIGIN,
  });
  return { handle, done, started };
}

describe('a request', () => {
  it.each(NAMES)('%s is accepted from the pages that may send it and from nobody else', async (name) => {
    const senders: readonly [string, chrome.runtime.MessageSender][] = [
      [PANEL_PAGE, page(PANEL_PAGE)],
      [OPTIONS_PAGE, page(OPTIONS_PAGE)],
      ['another page of ours', page('manifest.json')],
      ['a path that only begins like ours', page(`${PANEL_PAGE}/x`)],
      ['a content script', { id: ORIGIN.slice(19), url: 'https://example.org/', tab: { id: 1 } as chrome.tabs.Tab }],
      ['another extension with our path', { id: 'ponmlkjihgfedcbaponmlkjihgfedcba', url: `${ORIGIN}/${PANEL_PAGE}` }],
      ['a web page with our path', { id: ORIGIN.slice(19), url: `https://example.org/${PANEL_PAGE}` }],
      ['nobody', { id: ORIGIN.slice(19) }],
      ['a sender with no URL that parses', { id: ORIGIN.slice(19), url: 'nonsense' }],
    ];
    for (const [who, sender] of senders) {
      const { handle, done } = make();
      const reply = await handle(GOOD_REQUESTS[name], sender);
      const may = (SENDERS[name] as readonly string[]).includes(who);
      expect([who, reply.ok || reply.trouble.code !== 'request.refused']).toEqual([who, may]);
      if (!may) expect(done).toEqual([]);
    }
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
    expect(started[0]).toMatchObject({ runId: 'c', tabId: 3, job: 'ask', goal: 'How deep is it?' });
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
});
