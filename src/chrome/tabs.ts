/** Tabs as the person sees them: opening an address, and whether a tab is still there. */
import type { Tabs } from '../lib/agent/ports.ts';
import { messageOf, TroubleError } from '../lib/base/errors.ts';

export const chromeTabs: Tabs = {
  async open(url, signal) {
    signal.throwIfAborted();
    try {
      await chrome.tabs.create({ url, active: false });
    } catch (thrown) {
      throw new TroubleError({
        code: 'tab.refused',
        message: `The browser did not open the address: ${messageOf(thrown)}`,
        cure: 'Open it by hand, or do without it.',
      });
    }
  },
};

/** '' where the browser does not tell. */
export async function addressOf(tabId: number): Promise<string> {
  return (await chrome.tabs.get(tabId).catch(() => null))?.url ?? '';
}

export async function tabExists(tabId: number): Promise<boolean> {
  return chrome.tabs.get(tabId).then(
    () => true,
    () => false,
  );
}
