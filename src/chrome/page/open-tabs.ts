/** The window's other tabs, as sources. Tabs whose address the browser hides are only counted. */
import { hasAllSites, watchAccess } from '../permissions.ts';

export interface OpenTab {
  readonly tabId: number;
  readonly title: string;
  readonly url: string;
}

export interface OpenTabs {
  readonly tabs: readonly OpenTab[];
  readonly hidden: number;
}

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
