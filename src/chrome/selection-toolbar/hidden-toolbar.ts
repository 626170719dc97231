/** What a page's toolbar was last hidden from, kept for the session so that it can be undone there. */
import type { ToolbarSettings } from '../../lib/protocol/settings/settings.ts';

interface HiddenToolbar {
  readonly tabId: number;
  readonly before: ToolbarSettings;
  readonly after: ToolbarSettings;
}

const HIDDEN_KEY = 'toolbar.hidden';

export async function saveHiddenToolbar(hidden: HiddenToolbar): Promise<void> {
  await chrome.storage.session.set({ [HIDDEN_KEY]: hidden });
}

/** Null if it was not hidden in that tab, or later in another. */
export async function loadHiddenToolbar(tabId: number): Promise<HiddenToolbar | null> {
  const hidden = (await chrome.storage.session.get(HIDDEN_KEY))[HIDDEN_KEY] as HiddenToolbar | undefined;
  return hidden?.tabId === tabId ? hidden : null;
}
