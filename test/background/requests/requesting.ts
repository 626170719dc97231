/** Requests as the worker takes them, over runs and other parts that keep what they are told, in order. */
import { beforeAll } from 'vitest';
import { forgetfulLedger } from '../../kit/storage/ledgers.ts';
import { createAgentStore } from '../../../src/background/agents.ts';
import { loadCurrentConfig } from '../../../src/background/models.ts';
import { acceptRequest } from '../../../src/background/accept.ts';
import { createRequestHandler } from '../../../src/background/requests/requests.ts';
import type { RunCommand } from '../../../src/background/runs/runs.ts';
import { createMemoryArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { AgentManifest, RunSpec, RunConfig, RunRequest } from '../../../src/lib/agent/frames/frames.ts';
import { createMirroredStore } from '../../../src/lib/agent/store/mirror.ts';
import { createFrameStore } from '../../../src/lib/agent/store/frame-store.ts';
import { installLocks } from '../../kit/storage/locks.ts';
import { memoryArchive } from '../../kit/storage/memory-archive.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { ORIGIN } from '../../kit/protocol/senders.ts';
import { articleWith, memoryBlobs, NO_FILES, roughCounter } from '../../kit/runs/world.ts';

/** What is stored in the local area. */
export const cells: Record<string, unknown> = {};

/** Call in each file of tests: the little of Chrome that requests touch, which is who we are, and stored settings. */
export const installChrome = (): void =>
  beforeAll(() => {
    const local = {
      get: () => Promise.resolve({ ...cells }),
      set: (items: object) => Promise.resolve(void Object.assign(cells, items)),
      remove: (name: string) => Promise.resolve(void Reflect.deleteProperty(cells, name)),
    };
    const own = {
      runtime: { id: ORIGIN.slice(19), getURL: (path: string) => `${ORIGIN}/${path}` },
      storage: { local },
    };
    installLocks();
    Object.defineProperty(globalThis, 'chrome', { value: own, configurable: true });
  });

/** One of our own pages. */
export const page = (path: string): chrome.runtime.MessageSender => ({
  id: ORIGIN.slice(19),
  url: `${ORIGIN}/${path}`,
});

export function make(
  more: Partial<Parameters<typeof createRequestHandler>[0]> = {},
  builtIn: readonly AgentManifest[] = [],
) {
  const done: string[] = [];
  const started: RunSpec[] = [];
  const said: RunCommand[] = [];
  const followed: (RunRequest & RunConfig)[] = [];
  const retried: RunConfig[] = [];
  const archive = memoryArchive();
  const store = createMirroredStore(createFrameStore(createMemoryArea()), archive, { onError: () => undefined });
  const note = (what: string) => (): Promise<void> => {
    done.push(what);
    return Promise.resolve();
  };
  const modelFor = more.getModel ?? (() => scriptedModel());
  const agents = createAgentStore(memoryBlobs(), forgetfulLedger, builtIn);
  const handleRequest = createRequestHandler({
    agents,
    config: () => loadCurrentConfig(modelFor, agents),
    runs: {
      start(spec) {
        started.push(spec);
        return note('start')().then(() => spec.runId);
      },
      sendCommand: (_runId, word) => {
        said.push(word);
        return note(word.type)();
      },
      retry(_runId, _commandId, config) {
        retried.push(config);
        return note('retry')();
      },
      followUp(_runId, _commandId, request, config) {
        followed.push({ ...request, ...config });
        return note('follow')();
      },
      fork: note('fork'),
      resumeAll: note('resume'),
      leaveTab: note('left'),
      replaceTab: note('replaced'),
      bindToTab: note('bound'),
      continueOnTab: note('continued'),
      release: () => note('released')().then(() => true),
      clear: (forgetAll) => note('clear')().then(forgetAll),
      waitUntilIdle: note('idle'),
    },
    store,
    now: () => 1,
    product: 'test',
    archive,
    ledger: forgetfulLedger,
    pages: { read: () => Promise.resolve(articleWith('One two three.')) },
    selections: { read: () => Promise.reject(new Error('nothing is selected')) },
    files: NO_FILES,
    tokens: roughCounter,
    getModel: modelFor,
    hub: { refresh: () => undefined, showExpenses: () => void done.push('expenses'), hasOtherPanels: () => false },
    forget: (runId) => note(`forget ${runId}`)(),
    clearBodies: note('bodies'),
    clearSchedules: note('schedules'),
    picturing: {
      takePicture: () => note('picture')().then(() => ({ runId: '' })),
      readPictures: () => note('picture')().then(() => ({ runId: 'c' })),
      handleRegion: note('picture'),
      readImage: () => note('picture')().then(() => 'c'),
    },
    selecting: {
      handlePress: note('press'),
      startAction: () => note('selection')().then(() => 'c'),
      handleToolbarAction: () => note('selection')().then(() => ({ runId: 'c' })),
      resumePresses: note('drain'),
      handleTabClosed: note('closed'),
      clear: note('forgotten'),
      getMenu: () => note('menu')().then(() => ({ presets: [], language: 'en' })),
      hide: note('hide'),
    },
    loadSchedules: () =>
      Promise.resolve({
        save: note('save schedule'),
        enable: note('enable schedule'),
        runNow: note('run schedule'),
        remove: note('remove schedule'),
      }),
    drafting: {
      estimate: () => Promise.reject(new Error('not here')),
      draft: () => Promise.reject(new Error('not here')),
      stop: () => void done.push('stop draft'),
    },
    probing: {
      testModel: () => Promise.resolve({ ok: true, checks: [], found: {} }),
      listModels: () => Promise.resolve([]),
    },
    pageTools: {
      list: () => Promise.resolve({ host: '', tools: [] }),
      switch: note('switch page tool'),
    },
    listPageTools: () => Promise.resolve([]),
    signIn: () => Promise.reject(new Error('No sign-in was expected.')),
    toolServers: {
      list: () => Promise.resolve({ type: 'tools', title: 'Sums', version: '1', tools: [], prompts: [] }),
      listResources: () => Promise.resolve({ type: 'resources', resources: [] }),
      getText: () => Promise.reject(new Error('No text here.')),
    },
    searching: {
      testEngine: () => Promise.resolve({ count: 1, first: 'Wikipedia' }),
      estimateSearch: () => Promise.reject(new Error('not here')),
    },
    discardBodies: note('discard'),
    estimateQuestion: () => Promise.reject(new Error('not here')),
    getLanguage: () => 'de-AT',
    loadTranslationLanguage: () => Promise.resolve('de-AT'),
    ...more,
  });
  const handle = (message: unknown, sender: chrome.runtime.MessageSender): ReturnType<typeof handleRequest> => {
    const accepted = acceptRequest(message, sender);
    return accepted.ok ? handleRequest(accepted.request, sender) : Promise.resolve(accepted);
  };
  return { handle, done, started, followed, retried, said, store };
}
