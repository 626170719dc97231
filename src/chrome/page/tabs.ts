import type { Tabs } from '../../lib/agent/ports.ts';
import { getErrorMessage, UserFacingError } from '../../lib/base/errors.ts';

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
