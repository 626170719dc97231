/** The other tabs of the window, to be added as sources. The one rule: a tab that the browser hides is counted, not guessed at. */
import { hasAllSites, onAccessChange } from './permissions.ts';

/** A tab with a web page that the extension is let see. */
export interface OpenTab {
  readonly tabId: number;
  readonly title: string;
  readonly url: string;
}

export interface OpenTabs {
  /** In the order of the window. */
  readonly tabs: readonly OpenTab[];
  /** Tabs whose address the browser does not tell; access to all sites would show them. */
  readonly hidden: number;
}

/** Calls back with the tabs of this window but the one in front, now and whenever they change, until `signal` aborts. */
export function followTabs(on: (open: OpenTabs) => void, signal: AbortSignal): void {
  const look = async (): Promise<void> => {
    const [all, allowed] = await Promise.all([
      chrome.tabs.query({ currentWindow: true, active: false }),
      hasAllSites(),
    ]);
    if (signal.aborted) return;
    const tabs = all.flatMap(seen);
    // with access to every site, what is still hidden are the browser's own pages, which cannot be read at all
    on({ tabs, hidden: allowed ? 0 : all.filter(({ url }) => url === undefined || url === '').length });
  };
  const refresh = (): void => void look().catch(() => undefined); // the window is closing: so is the panel
  const { onCreated, onRemoved, onUpdated, onActivated, onAttached, onDetached } = chrome.tabs;
  const events = [onCreated, onRemoved, onUpdated, onActivated, onAttached, onDetached] as const;
  for (const event of events) event.addListener(refresh);
  onAccessChange(refresh, signal);
  signal.addEventListener('abort', () => {
    for (const event of events) event.removeListener(refresh);
  });
  refresh();
}

function seen({ id, title = '', url = '' }: chrome.tabs.Tab): readonly OpenTab[] {
  return id !== undefined && /^https?:/.test(url) ? [{ tabId: id, title, url }] : [];
}
