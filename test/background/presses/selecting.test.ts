import { beforeEach, describe, expect, it } from 'vitest';
import { createSelectionService, type SelectionServiceDeps } from '../../../src/background/presses/selecting.ts';
import {
  createSelectionStarter,
  type SelectionPress,
  type SelectionStarterDeps,
} from '../../../src/background/presses/selection-runs.ts';
import type { About } from '../../../src/chrome/storage/session-items.ts';
import { createChromeIntents } from '../../../src/chrome/storage/presses.ts';
import { createMemoryArea, type StorageArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import { UserFacingError, type UserError } from '../../../src/lib/base/errors.ts';
import { findSelectionAction } from '../../../src/lib/jobs/selection-actions.ts';
import type { TabSelection } from '../../../src/lib/pipeline/page/selection/selection.ts';
import { virtualClock, type VirtualClock } from '../../kit/base/virtual-clock.ts';
import { eventually } from '../../kit/base/eventually.ts';
import { memoryBlobs, specOf, termsIn } from '../../kit/runs/world.ts';

type Deps = SelectionStarterDeps & Omit<SelectionServiceDeps, 'startSelection'>;

const TABS = [1, 2, 3];
const CHROME = { tabs: { query: () => Promise.resolve(TABS.map((id) => ({ id }))) } };
beforeEach(() => void Object.defineProperty(globalThis, 'chrome', { value: CHROME, configurable: true }));

const selectedOf = (text: string): TabSelection => ({
  url: 'https://example.org/a',
  page: 'https://example.org/a',
  title: 'Tides',
  site: '',
  language: 'en',
  path: [],
  text,
  cut: false,
  before: '',
  after: '',
});
const NOTHING: UserError = { code: 'selection.none', message: 'No text is selected.', hint: 'Select some text.' };

/** A worker's selections over an area: another one over the same area is the next worker. */
function selecting(area: StorageArea = createMemoryArea(), more: Partial<Deps> = {}) {
  const started: RunSpec[] = [];
  const summarised: string[] = [];
  const told: (readonly [number, string])[] = [];
  const abouts: About[] = [];
  const hidden: unknown[] = [];
  const reads: unknown[] = [];
  const taken: unknown[] = [];
  const clock: VirtualClock = virtualClock();
  const deps: Deps = {
    ready: Promise.resolve(),
    selections: {
      read(tabId, frame, fallback, signal) {
        signal.throwIfAborted();
        reads.push([tabId, frame, fallback]);
        return Promise.resolve(selectedOf(fallback.text || 'the tide turns'));
      },
    },
    blobs: memoryBlobs(),
    runs: {
      start: (spec) => Promise.resolve(started.push(spec)).then(() => spec.runId),
      summarise: (_tabId, runId) => Promise.resolve(summarised.push(runId)).then(() => runId),
      has: (runId) => Promise.resolve(started.some((spec) => spec.runId === runId)),
    },
    picturing: {
      takePicture: (...asked) => Promise.resolve(taken.push(asked)).then(() => ({ runId: '' })),
      readImage: (pointed) => Promise.resolve(taken.push(pointed)).then(() => pointed.commandId),
    },
    config: () => Promise.resolve(termsIn(specOf())),
    loadPresets: () => Promise.resolve([{ id: 'limerick', title: 'Limerick', prompt: 'As a limerick.' }]),
    getLanguage: () => 'de-AT',
    loadTranslationLanguage: () => Promise.resolve('fr'),
    intents: createChromeIntents(area),
    about: {
      set: (about) => Promise.resolve(void abouts.push(about)),
      clear: (tabId) =>
        Promise.resolve(void abouts.splice(0, abouts.length, ...abouts.filter((a) => a.tabId !== tabId))),
      clearAll: () => Promise.resolve(void abouts.splice(0)),
    },
    hide: (where, origins, tabId) => Promise.resolve(void hidden.push([where, origins, tabId])),
    showError: (tabId, { code }) => Promise.resolve(void told.push([tabId, code])),
    clock,
    ...more,
  };
  const startSelection = createSelectionStarter(deps);
  return {
    ...createSelectionService({ ...deps, startSelection }),
    started,
    summarised,
    told,
    abouts,
    hidden,
    reads,
    taken,
    clock,
  };
}

const press = (more: Partial<SelectionPress> = {}): SelectionPress => ({
  tabId: 1,
  frame: null,
  action: 'explain',
  preset: '',
  text: '',
  url: '',
  title: '',
  commandId: 'c1',
  ...more,
});
const said = (more: object = {}) =>
  ({ action: 'explain', preset: '', text: 'a word', commandId: 'c1', ...more }) as const;
const sender = (more: object = {}): chrome.runtime.MessageSender =>
  ({
    tab: { id: 2, title: 'Tides', url: 'https://example.org/a?q' },
    frameId: 4,
    url: 'https://frame.example/b',
    ...more,
  }) as chrome.runtime.MessageSender;
const recorded = async (area: StorageArea): Promise<readonly unknown[]> =>
  Object.values(await area.get(TABS.map((id) => `intent/${String(id)}`)));
const never = new Promise<never>(() => undefined);

describe('what is done with a selection', () => {
  it.each([
    ['explain', '', 'explain', 'Explain the selected text.'],
    ['simplify', '', 'rewrite', findSelectionAction('simplify')?.prompt],
    ['translate', '', 'rewrite', 'Translate the selected text into French.'],
    ['search', '', 'research', findSelectionAction('search')?.prompt],
    ['preset', 'limerick', 'rewrite', 'As a limerick.'],
  ] as const)('is one run: %s %s', async (action, preset, job, goal) => {
    const s = selecting();
    expect(await s.startAction(press({ action, preset }))).toBe('c1');
    expect(s.started).toMatchObject([
      { runId: 'c1', job, goal, action, tabId: 1, language: action === 'translate' ? 'fr' : 'de-AT' },
    ]);
    expect(s.started[0]?.selection).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives no run more than the person allowed for good', async () => {
    const config = { ...termsIn(specOf()), grants: [{ tool: 'open_link', origin: 'https://example.org' }] };
    for (const action of ['explain', 'simplify', 'translate', 'search', 'preset'] as const) {
      const s = selecting(createMemoryArea(), { config: () => Promise.resolve(config) });
      await s.startAction(press({ action, preset: 'limerick' }));
      expect(s.started[0]?.grants).toEqual(config.grants);
    }
  });

  it('is nothing but kept, for “Ask” and for a search that a page would begin, until its tab closes or the session is over', async () => {
    const s = selecting();
    const text = `the tide\n${'turns '.repeat(80)}`;
    expect(await s.startAction(press({ action: 'ask', text }))).toBe('');
    await s.startAction(press({ action: 'ask', text, tabId: 2, commandId: 'c2' }));
    await s.handleToolbarAction(said({ action: 'search', commandId: 'c3' }), sender({ tab: { id: 3 } }));
    expect(s.started).toEqual([]);
    const first = { tabId: 1, title: 'Tides', url: 'https://example.org/a', isSearch: false };
    expect(s.abouts).toMatchObject([first, { tabId: 2 }, { tabId: 3, isSearch: true }]);
    expect(s.abouts[0]?.preview).toMatch(/^the tide turns [a-z ]+$/);
    expect(s.abouts[0]?.preview.length).toBeLessThanOrEqual(200);
    await s.handleTabClosed(1);
    expect(s.abouts.map(({ tabId }) => tabId)).toEqual([2, 3]);
    await s.clear();
    expect(s.abouts).toEqual([]);
  });

  it('is not begun again when the same is said twice', async () => {
    const s = selecting();
    expect([await s.startAction(press()), await s.startAction(press())]).toEqual(['c1', 'c1']);
    expect([s.started.length, s.reads.length]).toEqual([1, 1]);
  });

  it('fails where it was started, in words, when the preset is gone', async () => {
    await expect(selecting().startAction(press({ action: 'preset', preset: 'gone' }))).rejects.toThrow(
      /no longer there/,
    );
  });

  it('makes way for what is pressed over the same tab while it is being read, and for nothing of another', async () => {
    let arrive: (selected: TabSelection) => void = () => undefined;
    const first = new Promise<TabSelection>((resolve) => (arrive = resolve));
    let reads = 0;
    const s = selecting(createMemoryArea(), {
      selections: { read: () => (reads++ === 0 ? first : Promise.resolve(selectedOf('later'))) },
    });
    const overtaken = s.startAction(press());
    await eventually(() => expect(reads).toBe(1));
    await Promise.all([s.startAction(press({ commandId: 'c2' })), s.startAction(press({ commandId: 'c3', tabId: 2 }))]);
    arrive(selectedOf('earlier'));
    expect(await overtaken).toBe('');
    expect(s.started.map(({ runId }) => runId).toSorted()).toEqual(['c2', 'c3']);
  });
});

describe('a press', () => {
  it('is on record before anything is waited for, and off it once it has begun', async () => {
    const area = createMemoryArea();
    const held = selecting(area, { ready: never });
    void held.handlePress(press({ text: 'a word' }));
    expect(await recorded(area)).toMatchObject([{ tabId: 1, action: 'explain', text: 'a word', commandId: 'c1' }]);
    const next = selecting(area);
    await next.handlePress(press({ tabId: 2, commandId: 'c2' }));
    await eventually(async () => expect(await recorded(area)).toMatchObject([{ commandId: 'c1' }]));
  });

  const others = ['ask', 'summarise', 'read-region', 'read-image'] as const;
  it.each(['explain', 'simplify', 'translate', 'search', 'preset', ...others] as const)(
    'to %s whose worker died is taken up by the next one, once',
    async (action) => {
      const area = createMemoryArea();
      const dead = selecting(area, { ready: never });
      void dead.handlePress(press({ action, preset: 'limerick', text: 'a word', frame: 3, url: 'u', title: 't' }));
      const next = selecting(area);
      await next.resumePresses();
      await eventually(async () => expect(await recorded(area)).toEqual([]));
      await next.resumePresses();
      expect(next.started.length + next.abouts.length + next.summarised.length + next.taken.length).toBe(1);
      if (action === 'read-region' || action === 'read-image') expect(next.reads).toEqual([]);
      else if (action !== 'summarise') expect(next.reads).toEqual([[1, 3, { text: 'a word', url: 'u', title: 't' }]]);
    },
  );

  it('that this worker is carrying out is not taken up a second time', async () => {
    let open: () => void = () => undefined;
    const s = selecting(createMemoryArea(), { ready: new Promise<void>((resolve) => (open = resolve)) });
    const pressed = s.handlePress(press());
    const drained = s.resumePresses();
    open();
    await Promise.all([pressed, drained]);
    expect(s.started).toHaveLength(1);
  });

  it('that nobody can be waiting for any more is dropped', async () => {
    const area = createMemoryArea();
    void selecting(area, { ready: never }).handlePress(press());
    const late = selecting(area);
    late.clock.pass(61_000);
    await late.resumePresses();
    expect([late.started, await recorded(area)]).toEqual([[], []]);
  });

  it('that cannot be carried out stays on record until the panel has said why', async () => {
    const area = createMemoryArea();
    let say: () => void = () => undefined;
    const told: UserError[] = [];
    const s = selecting(area, {
      selections: { read: () => Promise.reject(new UserFacingError(NOTHING)) },
      showError: (_tabId, error) => {
        told.push(error);
        return new Promise<void>((resolve) => (say = resolve));
      },
    });
    await s.handlePress(press());
    expect(told).toEqual([NOTHING]);
    expect(await recorded(area)).toHaveLength(1);
    say();
    await eventually(async () => expect(await recorded(area)).toEqual([]));
  });

  it('goes well without storage', async () => {
    const denied = {
      get: () => Promise.reject(new Error('denied')),
      set: () => Promise.reject(new Error('denied')),
      remove: () => Promise.reject(new Error('denied')),
    };
    const s = selecting(denied);
    await s.handlePress(press());
    expect(s.started).toHaveLength(1);
  });
});

describe('the toolbar', () => {
  it('acts on the tab and the frame that it is in, whatever it says', async () => {
    const s = selecting();
    const lying = { ...said(), tabId: 9, frame: 0, url: 'https://bank.example', title: 'Bank' };
    expect(await s.handleToolbarAction(lying, sender())).toEqual({ runId: 'c1' });
    expect(s.reads).toEqual([[2, 4, { text: 'a word', url: 'https://frame.example/b', title: 'Tides' }]]);
    expect(s.started).toMatchObject([{ tabId: 2 }]);
  });

  it('is put on record before anything is waited for', async () => {
    const area = createMemoryArea();
    void selecting(area, { ready: never }).handleToolbarAction(said(), sender());
    expect(await recorded(area)).toMatchObject([{ tabId: 2, frame: 4 }]);
  });

  it('is told itself what goes wrong, and the panel is not', async () => {
    const area = createMemoryArea();
    const s = selecting(area, { selections: { read: () => Promise.reject(new UserFacingError(NOTHING)) } });
    await expect(s.handleToolbarAction(said(), sender())).rejects.toThrow(NOTHING.message);
    expect(s.told).toEqual([]);
    await eventually(async () => expect(await recorded(area)).toEqual([]));
  });

  it('is refused when it presses faster than a person: nothing is kept, read or started', async () => {
    const area = createMemoryArea();
    const s = selecting(area);
    await s.handleToolbarAction(said(), sender());
    for (const action of ['explain', 'ask', 'search'] as const)
      await expect(s.handleToolbarAction(said({ action, commandId: 'c2' }), sender())).rejects.toThrow(/too often/);
    expect([s.reads.length, s.started.length, s.abouts]).toEqual([1, 1, []]);
    await s.handleToolbarAction(said({ commandId: 'c3' }), sender({ tab: { id: 3 } })); // another tab is another user’s press
    s.clock.pass(400);
    await s.handleToolbarAction(said({ commandId: 'c4' }), sender());
    expect(s.started.map(({ runId }) => runId)).toEqual(['c1', 'c3', 'c4']);
  });

  it('offers presets by title, and not what they say', async () => {
    expect(await selecting().getMenu()).toEqual({
      presets: [{ id: 'limerick', title: 'Limerick' }],
      language: 'fr',
    });
  });

  it('is hidden on the site of its tab and of its frame, as the browser names them', async () => {
    const s = selecting();
    await s.hide('site', sender({ origin: 'https://frame.example' }));
    await s.hide('site', sender({ origin: 'null', url: 'about:blank' }));
    await s.hide('everywhere', sender({ url: 'file:///a', tab: { id: 2 } }));
    expect(s.hidden).toEqual([
      ['site', ['https://example.org', 'https://frame.example'], 2],
      ['site', ['https://example.org'], 2],
      ['everywhere', [], 2],
    ]);
  });
});
