import type { Tabs } from '../../lib/agent/ports.ts';
import { getErrorMessage, UserFacingError } from '../../lib/base/errors.ts';
import { hasAllSites, watchAccess } from '../permissions.ts';

export const chromeTabs: Tabs = {
  async open(url, signal) {
    signal.throwIfAborted();
    try {
      await chrome.tabs.create({ url, active: false });
    } catch (thrown) {
      throw new UserFacingError({
        code: 'tab.refused',
        message: `The browser did not open the address: ${getErrorMessage(thrown)}`,
        hint: 'Open it by hand, or do without it.',
      });
    }
  },
};

/** '' if the browser does not reveal it. */
export async function getTabUrl(tabId: number): Promise<string> {
  return (await chrome.tabs.get(tabId).catch(() => null))?.url ?? '';
}

export async function doesTabExist(tabId: number): Promise<boolean> {
  return chrome.tabs.get(tabId).then(
    () => true,
    () => false,
  );
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
    const [all, allowed] = await Promise.all([
      chrome.tabs.query({ currentWindow: true, active: false }),
      hasAllSites(),
    ]);
    if (signal.aborted) return;
    const tabs = all.flatMap(toOpenTabs);
    // with all-sites access, tabs still hidden are the browser's own pages
    on({ tabs, hidden: allowed ? 0 : all.filter(({ url }) => url === undefined || url === '').length });
  };
  const refresh = (): void => void update().catch(() => undefined); // the window is closing, and the panel with it
  const { onCreated, onRemoved, onUpdated, onActivated, onAttached, onDetached } = chrome.tabs;
  const events = [onCreated, onRemoved, onUpdated, onActivated, onAttached, onDetached] as const;
  for (const event of events) event.addListener(refresh);
  watchAccess(refresh, signal);
  signal.addEventListener('abort', () => {
    for (const event of events) event.removeListener(refresh);
  });
  refresh();
}

function toOpenTabs({ id, title = '', url = '' }: chrome.tabs.Tab): readonly OpenTab[] {
  return id !== undefined && /^https?:/.test(url) ? [{ tabId: id, title, url }] : [];
}
