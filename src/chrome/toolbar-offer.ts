/**
 * The panel's offer of the toolbar. The one rule: it is made until it was answered once, either way, and never where the
 * toolbar stands already. The answer is no setting: it is kept beside them, and goes into no file.
 */
import { loadSettings } from './settings.ts';
import { allowToolbar } from './toolbar.ts';

const KEY = 'toolbar.offer';
const ANSWERED = 'answered';

export interface ToolbarOffer {
  readonly isOpen: () => Promise<boolean>;
  /** On the site of that address, or on all. In a gesture, before any await. False when the person declined. */
  readonly take: (where: 'site' | 'everywhere', address: string) => Promise<boolean>;
  readonly dismiss: () => Promise<void>;
}

export const toolbarOffer: ToolbarOffer = {
  async isOpen() {
    const { [KEY]: answer } = await chrome.storage.local.get(KEY);
    return answer !== ANSWERED && (await loadSettings()).toolbar.where === 'nowhere';
  },
  async take(where, address) {
    const given = await (where === 'site' ? allowToolbar('site', address) : allowToolbar('everywhere'));
    if (given) await dismiss();
    return given;
  },
  dismiss,
};

async function dismiss(): Promise<void> {
  await chrome.storage.local.set({ [KEY]: ANSWERED });
}
