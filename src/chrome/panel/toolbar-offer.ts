/** Offers the toolbar until answered once. The answer is not a setting, so it is not exported. */
import { loadSettings } from '../storage/settings.ts';
import { allowToolbar } from '../toolbar/toolbar.ts';

const OFFER_KEY = 'toolbar.offer';
const ANSWERED = 'answered';

export interface ToolbarOffer {
  readonly isOpen: () => Promise<boolean>;
  /** Call it in a gesture, before any await. False if the user declined. */
  readonly accept: (where: 'site' | 'everywhere', address: string) => Promise<boolean>;
  readonly dismiss: () => Promise<void>;
}

export const toolbarOffer: ToolbarOffer = {
  async isOpen() {
    const { [OFFER_KEY]: answer } = await chrome.storage.local.get(OFFER_KEY);
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
  await chrome.storage.local.set({ [OFFER_KEY]: ANSWERED });
}
