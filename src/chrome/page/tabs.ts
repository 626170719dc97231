import type { Tabs } from '../../lib/agent/ports.ts';
import { getErrorMessage, UserFacingError } from '../../lib/base/errors.ts';
import { listen } from '../events.ts';
import { getPanelWindow } from '../panel-window.ts';
import { hasAllSites, watchAccess } from '../permissions.ts';

export const chromeTabs: Tabs = {
  async open(url, signal) {
    signal.throwIfAborted();
    try {
      await chrome.tabs.create({ url, active: false });
    } catch (thrown) {
      throw new UserFacingError({
        code: 'tab.refused',
        message: `The browser didn’t open the address: ${getErrorMessage(thrown)}`,
        hint: 'Open it by hand, or do without it.',
      });
    }
  },
};

/** '' if the browser does not reveal it. */
export async function getTabUrl(tabId: number): Promise<string> {
  return (await chrome.tabs.get(tabId).catch(() => null))?.url ?? '';
}

export async function listTabIds(): Promise<ReadonlySet<number>> {
  return new Set((await chrome.tabs.query({})).map(({ id }) => id ?? chrome.tabs.TAB_ID_NONE));
}

export interface OpenTab {
  readonly tabId: number;
  readonly title: string;
  readonly url: string;
}

export interface OpenTabs {
  readonly tabs: readonly OpenTab[];
  readonly hidden: number;
}

/** The window's other tabs. Those whose address the browser hides are only counted. */
export function watchTabs(on: (open: OpenTabs) => void, signal: AbortSignal): void {
  const update = async (): Promise<void> => {
    const [windowId, allowed] = await Promise.all([getPanelWindow(), hasAllSites()]);
    const all = windowId === undefined ? [] : await chrome.tabs.query({ windowId, active: false });
    if (signal.aborted) return;
    const tabs = all.flatMap(toOpenTabs);
    // with all-sites access, tabs still hidden are the browser's own pages
    on({ tabs, hidden: allowed ? 0 : all.filter(({ url }) => url === undefined || url === '').length });
  };
  const refresh = (): void => void update().catch(() => undefined); // the window is closing, and the panel with it
  const { onCreated, onRemoved, onUpdated, onActivated, onAttached, onDetached } = chrome.tabs;
  for (const event of [onCreated, onRemoved, onUpdated, onActivated, onAttached, onDetached])
    listen<() => void>(event, refresh, signal);
  watchAccess(refresh, signal);
  refresh();
}

function toOpenTabs({ id, title = '', url = '' }: chrome.tabs.Tab): readonly OpenTab[] {
  return id !== undefined && /^https?:/.test(url) ? [{ tabId: id, title, url }] : [];
}

/** Activates it in its window, which comes to the front. */
export async function showTab(tabId: number): Promise<void> {
  const { windowId } = (await chrome.tabs.update(tabId, { active: true })) ?? {};
  if (windowId === undefined || (await chrome.windows.get(windowId)).focused) return;
  await chrome.windows.update(windowId, { focused: true });
}

export function watchClosedTab(tabId: number, on: () => void, signal: AbortSignal): void {
  listen(chrome.tabs.onRemoved, (closed: number) => closed === tabId && on(), signal);
}

/** Title and URL are '' without access. */
export interface ActiveTab extends OpenTab {
  readonly loading: boolean;
}

/** Access can come, and a loading tab can be complete (the PDF viewer), without an event. */
const POLL_MS = 1000;

export function watchActiveTab(on: (tab: ActiveTab) => void, signal: AbortSignal): void {
  let windowId: number | undefined;
  let shownTabId: number | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;

  const update = async (): Promise<void> => {
    clearTimeout(pollTimer);
    windowId ??= await getPanelWindow();
    if (windowId === undefined) return;
    const [tab] = await chrome.tabs.query({ active: true, windowId });
    if (tab?.id === undefined || signal.aborted) return;
    shownTabId = tab.id;
    on({ tabId: tab.id, url: tab.url ?? '', title: tab.title ?? '', loading: tab.status === 'loading' });
    // a grant shows only in the URL becoming readable
    if ((tab.url ?? '') === '' || tab.status === 'loading') pollTimer = setTimeout(refresh, POLL_MS);
  };
  const refresh = (): void => void update().catch(() => undefined); // the window is closing, and the panel with it

  const handleActivated = (info: { windowId: number }): void => {
    if (info.windowId === windowId) refresh();
  };
  const handleUpdated = (tabId: number, change: { status?: string; title?: string; url?: string }): void => {
    if (tabId === shownTabId && (change.status ?? change.title ?? change.url) !== undefined) refresh();
  };
  listen(chrome.tabs.onActivated, handleActivated, signal);
  listen(chrome.tabs.onUpdated, handleUpdated, signal);
  signal.addEventListener('abort', () => clearTimeout(pollTimer));
  refresh();
}
