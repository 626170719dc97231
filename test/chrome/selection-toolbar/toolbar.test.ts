import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestAllSites, requestSignIn } from '../../../src/chrome/permissions.ts';
import { requestReadingList } from '../../../src/chrome/reading-list.ts';
import { loadSettings } from '../../../src/chrome/storage/settings.ts';
import {
  allowToolbar,
  hideToolbar,
  restoreToolbar,
  removeToolbarSite,
  disableToolbar,
} from '../../../src/chrome/selection-toolbar/toolbar.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import type { Settings, ToolbarSettings } from '../../../src/lib/protocol/settings/settings.ts';
import { installLocks } from '../../kit/storage/locks.ts';
import { entryOf } from '../../kit/protocol/settings.ts';

const HERE = 'https://example.org';
let cells: Record<string, unknown>;
let sessionCells: Record<string, unknown>;
let granted: Set<string>;
let willing: boolean;
/** What the browser was asked, before the caller awaited anything. */
let asked: string[];

beforeAll(() => {
  const createArea = (getCells: () => Record<string, unknown>) => ({
    get: () => Promise.resolve(structuredClone(getCells())),
    set: (items: object) => Promise.resolve(void Object.assign(getCells(), structuredClone(items))),
  });
  const storage = { local: createArea(() => cells), session: createArea(() => sessionCells) };
  const permissions = {
    contains: ({ origins: [one = ''] }: { origins: string[] }) => Promise.resolve(granted.has(one)),
    request({ origins: [one = ''] }: { origins: string[] }) {
      asked.push(one);
      return Promise.resolve().then(() => {
        if (willing) granted.add(one);
        return willing;
      });
    },
    remove: ({ origins: [one = ''] }: { origins: string[] }) => Promise.resolve(granted.delete(one)),
    getAll: () => Promise.resolve({ origins: [...granted] }),
  };
  installLocks();
  const tabs = { query: () => Promise.resolve([]) };
  Object.defineProperty(globalThis, 'chrome', { value: { storage, permissions, tabs }, configurable: true });
});
beforeEach(() => {
  [cells, sessionCells, granted, willing, asked] = [{}, {}, new Set(), true, []];
});
const toolbar = async (): Promise<ToolbarSettings> => (await loadSettings()).toolbar;
const have = (changes: Partial<Settings>): void => void (cells['settings'] = { ...DEFAULT_SETTINGS, ...changes });

describe('the toolbar', () => {
  it('is allowed on one site, asked for in the gesture itself, and taken back with its access [R9.4b]', async () => {
    const allowed = allowToolbar('site', `${HERE}/a?b`);
    expect(asked).toEqual([`${HERE}/*`]);
    expect(await allowed).toBe(true);
    expect(await toolbar()).toEqual({ where: 'sites', sites: [HERE], butNot: [] });
    await removeToolbarSite(HERE);
    expect(await toolbar()).toEqual({ where: 'sites', sites: [], butNot: [] });
    expect([...granted]).toEqual([]);
  });

  it('is allowed everywhere, and off again with its access', async () => {
    const allowed = allowToolbar('everywhere');
    expect(asked).toEqual(['<all_urls>']);
    expect(await allowed).toBe(true);
    expect((await toolbar()).where).toBe('everywhere');
    await disableToolbar();
    expect([(await toolbar()).where, [...granted]]).toEqual(['nowhere', []]);
  });

  it('changes nothing where the person declines, or there is no site', async () => {
    willing = false;
    expect(await allowToolbar('site', HERE)).toBe(false);
    expect(await allowToolbar('everywhere')).toBe(false);
    willing = true;
    for (const address of ['', 'about:blank', 'chrome://settings', 'file:///a'])
      expect(await allowToolbar('site', address)).toBe(false);
    expect([await toolbar(), cells]).toEqual([DEFAULT_SETTINGS.toolbar, {}]);
  });

  it('takes no access with it that was there before', async () => {
    granted = new Set([`${HERE}/*`, '<all_urls>']);
    await allowToolbar('site', HERE);
    await removeToolbarSite(HERE);
    await allowToolbar('everywhere');
    await disableToolbar();
    expect([...granted]).toEqual([`${HERE}/*`, '<all_urls>']);
  });

  it.each([
    [{ models: [entryOf({ endpoint: `${HERE}/v1` })] }, requestAllSites],
    [{ search: { engines: [{ engine: 'searxng' as const, endpoint: HERE, cx: '' }] } }, requestReadingList],
  ])(
    'takes no access with it that the server of a model or an engine needs by now, or reading',
    async (serving, requestReading) => {
      await allowToolbar('site', HERE);
      have({ ...serving, toolbar: await toolbar() });
      await removeToolbarSite(HERE);
      await allowToolbar('everywhere');
      await requestReading();
      await disableToolbar();
      expect([...granted].toSorted()).toEqual(['<all_urls>', `${HERE}/*`]);
    },
  );

  it('takes no access with it that was given to sign in', async () => {
    await allowToolbar('site', HERE);
    await requestSignIn([HERE]);
    await removeToolbarSite(HERE);
    expect([...granted]).toEqual([`${HERE}/*`]);
  });

  it('is hidden on a site by leaving it out of those chosen, or out of all, and everywhere at once', async () => {
    have({ toolbar: { where: 'sites', sites: [HERE, 'https://b.example'], butNot: [] } });
    await hideToolbar('site', [HERE], 1);
    expect(await toolbar()).toEqual({ where: 'sites', sites: ['https://b.example'], butNot: [] });
    have({ toolbar: { where: 'everywhere', sites: [], butNot: [] } });
    await hideToolbar('site', [HERE, 'https://frame.example'], 1);
    await hideToolbar('site', [HERE], 1);
    expect(await toolbar()).toEqual({ where: 'everywhere', sites: [], butNot: ['https://frame.example', HERE] });
    await allowToolbar('site', HERE);
    expect((await toolbar()).butNot).toEqual(['https://frame.example']);
    await hideToolbar('everywhere', [], 1);
    expect((await toolbar()).where).toBe('nowhere');
  });

  it.each([['site'], ['everywhere']] as const)('is back as it was once hiding it (%s) is undone', async (where) => {
    const before: ToolbarSettings = { where: 'everywhere', sites: [HERE], butNot: ['https://b.example'] };
    have({ toolbar: before });
    await hideToolbar(where, [HERE], 1);
    expect(await toolbar()).not.toEqual(before);
    await restoreToolbar(1);
    expect(await toolbar()).toEqual(before);
  });

  it('is not brought back by another tab, nor over what was chosen since', async () => {
    have({ toolbar: { where: 'everywhere', sites: [], butNot: [] } });
    await hideToolbar('everywhere', [], 1);
    await expect(restoreToolbar(2)).rejects.toThrow(/have changed/);
    expect((await toolbar()).where).toBe('nowhere');
    await allowToolbar('site', HERE);
    await expect(restoreToolbar(1)).rejects.toThrow(/have changed/);
    expect((await toolbar()).where).toBe('sites');
  });

  it('takes the place of none that the person hid it on before, where there is room for no more', async () => {
    const before = Array.from({ length: 500 }, (_, i) => `https://s${String(i)}.example`);
    have({ toolbar: { where: 'everywhere', sites: [], butNot: before } });
    await expect(hideToolbar('site', [HERE], 1)).rejects.toThrow(/is full/);
    expect((await toolbar()).butNot).toEqual(before);
    await hideToolbar('site', [before[7] ?? ''], 1); // it is there
  });
});
