/** Requests as the worker takes them, over runs and other parts that keep what they are told, in order. */
import { beforeAll } from 'vitest';
import { createKeeping } from '../../src/background/agents.ts';
import { currentTerms } from '../../src/background/approvals.ts';
import { createRequests } from '../../src/background/requests.ts';
import type { Word } from '../../src/background/runs.ts';
import { memoryArea } from '../../src/lib/agent/area.ts';
import type { AgentManifest, RunSpec, RunTerms, Wish } from '../../src/lib/agent/frames.ts';
import { createFrameStore } from '../../src/lib/agent/store.ts';
import { installLocks } from '../kit/locks.ts';
import { memoryArchive } from '../kit/memory-archive.ts';
import { scriptedModel } from '../kit/scripted-model.ts';
import { ORIGIN } from '../kit/senders.ts';
import { articleWith, memoryBlobs, roughCounter } from '../kit/world.ts';

/** What is stored in the local area. */
export const cells: Record<string, unknown> = {};

beforeAll(() => {
  // the little of Chrome that requests touch: who we are, and stored settings
  const local = {
    get: () => Promise.resolve({ ...cells }),
    set: (items: object) => Promise.resolve(void Object.assign(cells, items)),
    remove: (name: string) => Promise.resolve(void Reflect.deleteProperty(cells, name)),
  };
  const own = { runtime: { id: ORIGIN.slice(19), getURL: (path: string) => `${ORIGIN}/${path}` }, storage: { local } };
  installLocks();
  Object.defineProperty(globalThis, 'chrome', { value: own, configurable: true });
});

/** One of our own pages. */
export const page = (path: string): chrome.runtime.MessageSender => ({
  id: ORIGIN.slice(19),
  url: `${ORIGIN}/${path}`,
});

export function make(more: Partial<Parameters<typeof createRequests>[0]> = {}, builtIn: readonly AgentManifest[] = []) {
  const done: string[] = [];
  const started: RunSpec[] = [];
  const said: Word[] = [];
  const followed: (Wish & RunTerms)[] = [];
  const retried: RunTerms[] = [];
  const store = createFrameStore(memoryArea());
  const note = (what: string) => (): Promise<void> => {
    done.push(what);
    return Promise.resolve();
  };
  const modelFor = more.modelFor ?? (() => scriptedModel());
  const agents = createKeeping(memoryBlobs(), builtIn);
  const handle = createRequests({
    agents,
    terms: () => currentTerms(modelFor, agents),
    runs: {
      start(spec) {
        started.push(spec);
        return note('start')();
      },
      say: (_runId, word) => {
        said.push(word);
        return note(word.type)();
      },
      retry(_runId, _commandId, terms) {
        retried.push(terms);
        return note('retry')();
      },
      follow(_runId, _commandId, wish, terms) {
        followed.push({ ...wish, ...terms });
        return note('follow')();
      },
      resumeAll: note('resume'),
      tabClosed: note('closed'),
      clear: note('clear'),
      idle: note('idle'),
    },
    store,
    archive: memoryArchive(),
    pages: { read: () => Promise.resolve(articleWith('One two three.')) },
    tokens: roughCounter,
    modelFor,
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
    searching: {
      test: () => Promise.resolve({ count: 1, first: 'Wikipedia' }),
      outlook: () => Promise.reject(new Error('not here')),
    },
    language: () => 'de-AT',
    ...more,
  });
  return { handle, done, started, followed, retried, said, store };
}
