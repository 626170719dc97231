/** Whether the panel may offer to have pages of the web read: until the person puts that away, for as long as the session. */
export interface PagesOffer {
  readonly isOpen: () => Promise<boolean>;
  readonly dismiss: () => Promise<void>;
}

const KEY = 'pages.offer';
const DISMISSED = 'dismissed';

export const pagesOffer: PagesOffer = {
  async isOpen() {
    const { [KEY]: answer } = await chrome.storage.session.get(KEY);
    return answer !== DISMISSED;
  },
  async dismiss() {
    await chrome.storage.session.set({ [KEY]: DISMISSED });
  },
};
