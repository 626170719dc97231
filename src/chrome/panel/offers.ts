import { loadSettings } from '../storage/settings.ts';
import { allowToolbar } from '../selection-toolbar/toolbar.ts';

export interface PagesOffer {
  readonly isOpen: () => Promise<boolean>;
  readonly dismiss: () => Promise<void>;
}

const PAGES_OFFER_KEY = 'pages.offer';
const DISMISSED = 'dismissed';

export const pagesOffer: PagesOffer = {
  async isOpen() {
    const { [PAGES_OFFER_KEY]: answer } = await chrome.storage.session.get(PAGES_OFFER_KEY);
    return answer !== DISMISSED;
  },
  async dismiss() {
    await chrome.storage.session.set({ [PAGES_OFFER_KEY]: DISMISSED });
  },
};

const TOOLBAR_OFFER_KEY = 'toolbar.offer';

const ANSWERED = 'answered';

export interface ToolbarOffer {
  readonly isOpen: () => Promise<boolean>;
  /** Call it in a gesture, before any await. False if the user declined. */
  readonly accept: (where: 'site' | 'everywhere', address: string) => Promise<boolean>;
  readonly dismiss: () => Promise<void>;
}

/** Open until answered once. The answer is not a setting, so it is not exported. */
export const toolbarOffer: ToolbarOffer = {
  async isOpen() {
    const { [TOOLBAR_OFFER_KEY]: answer } = await chrome.storage.local.get(TOOLBAR_OFFER_KEY);
    return answer !== ANSWERED && (await loadSettings()).toolbar.where === 'nowhere';
  },
  async accept(where, address) {
    const granted = await (where === 'site' ? allowToolbar('site', address) : allowToolbar('everywhere'));
    if (granted) await saveDismissal();
    return granted;
  },
  dismiss: saveDismissal,
};

async function saveDismissal(): Promise<void> {
  await chrome.storage.local.set({ [TOOLBAR_OFFER_KEY]: ANSWERED });
}
