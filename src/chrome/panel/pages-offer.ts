export interface PagesOffer {
  readonly isOpen: () => Promise<boolean>;
  readonly dismiss: () => Promise<void>;
}

const OFFER_KEY = 'pages.offer';
const DISMISSED = 'dismissed';

export const pagesOffer: PagesOffer = {
  async isOpen() {
    const { [OFFER_KEY]: answer } = await chrome.storage.session.get(OFFER_KEY);
    return answer !== DISMISSED;
  },
  async dismiss() {
    await chrome.storage.session.set({ [OFFER_KEY]: DISMISSED });
  },
};
