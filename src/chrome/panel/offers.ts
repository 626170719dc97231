import { loadSettings } from '../storage/settings.ts';
import { allowToolbar } from '../selection-toolbar/toolbar.ts';

const PAGES_OFFER_KEY = 'pages.offer';
const DISMISSED = 'dismissed';

/** Open until dismissed in this session. */
export const pagesOffer = {
  async isOpen(): Promise<boolean> {
    const { [PAGES_OFFER_KEY]: answer } = await chrome.storage.session.get(PAGES_OFFER_KEY);
    return answer !== DISMISSED;
  },
  dismiss: (): Promise<void> => chrome.storage.session.set({ [PAGES_OFFER_KEY]: DISMISSED }),
};

const TOOLBAR_OFFER_KEY = 'toolbar.offer';
const ANSWERED = 'answered';

/** Open until answered once. The answer is not a setting, so it is not exported. */
export const toolbarOffer = {
  async isOpen(): Promise<boolean> {
    const { [TOOLBAR_OFFER_KEY]: answer } = await chrome.storage.local.get(TOOLBAR_OFFER_KEY);
    return answer !== ANSWERED && (await loadSettings()).toolbar.where === 'nowhere';
  },
  /** Call it in a gesture, before any await. False if the user declined. */
  async accept(where: 'site' | 'everywhere', address: string): Promise<boolean> {
    const granted = await (where === 'site' ? allowToolbar('site', address) : allowToolbar('everywhere'));
    if (granted) await saveAnswer();
    return granted;
  },
  dismiss: saveAnswer,
};

async function saveAnswer(): Promise<void> {
  await chrome.storage.local.set({ [TOOLBAR_OFFER_KEY]: ANSWERED });
}
