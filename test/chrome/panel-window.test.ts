import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchTabs } from '../../src/chrome/page/tabs.ts';
import { isDetachedUrl, openDetachedWindow } from '../../src/chrome/panel-window.ts';
import { PANEL_PAGE } from '../../src/lib/protocol/requests/request.ts';

const ORIGIN = 'chrome-extension://abcdef/';
const event = { addListener: () => undefined, removeListener: () => undefined };
const create = vi.fn<() => Promise<void>>();
const query = vi.fn<() => Promise<unknown[]>>();

beforeEach(() => {
  create.mockReset().mockResolvedValue(undefined);
  query.mockReset().mockResolvedValue([{ id: 1, url: 'https://a.example/' }]);
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('chrome', {
    runtime: { getURL: (path: string) => ORIGIN + path, getContexts: () => Promise.resolve([]) },
    windows: { getCurrent: () => Promise.resolve({}), create },
    permissions: { contains: () => Promise.resolve(true), onAdded: event, onRemoved: event },
    tabs: {
      query,
      onCreated: event,
      onRemoved: event,
      onUpdated: event,
      onActivated: event,
      onAttached: event,
      onDetached: event,
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a panel whose window is not known', () => {
  it('is not detached', async () => {
    await expect(openDetachedWindow()).rejects.toThrow('no window');
    expect(create).not.toHaveBeenCalled();
  });

  it('lists no tabs, rather than those of all windows', async () => {
    const open = await new Promise((on) => watchTabs(on, new AbortController().signal));
    expect(open).toEqual({ tabs: [], hidden: 0 });
    expect(query).not.toHaveBeenCalled();
  });
});

it('a detached panel is told from other pages, also our own', () => {
  const is = (url: string): boolean => isDetachedUrl(url);
  expect(is(`${ORIGIN}${PANEL_PAGE}#window=7`)).toBe(true);
  for (const url of ['', `${ORIGIN}${PANEL_PAGE}`, `${ORIGIN}options/index.html`, `https://a.example/#window=7`])
    expect(is(url)).toBe(false);
});
