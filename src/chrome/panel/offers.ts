import { hasLanguageModel } from '../../lib/protocol/settings/settings.ts';
import { watchStorage } from '../events.ts';
import { loadSettings, SETTINGS_KEY } from '../storage/settings.ts';

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

/** In the order of their cards. */
export const FIRST_STEPS = ['try', 'connect', 'select'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const FIRST_RUN_KEY = 'first-run';

/** Steps that are offered until they are done or skipped. Not a setting, so it is not exported. */
export const firstRun = {
  /** Without what the settings show to be done. */
  listOpen: async (): Promise<readonly FirstStep[]> => {
    const [closed, settings] = await Promise.all([loadClosedSteps(), loadSettings()]);
    const done: readonly FirstStep[] = [
      ...closed,
      ...(hasLanguageModel(settings) ? (['connect'] as const) : []),
      ...(settings.toolbar.where === 'nowhere' ? [] : (['select'] as const)),
    ];
    return FIRST_STEPS.filter((step) => !done.includes(step));
  },
  close: async (steps: readonly FirstStep[]): Promise<void> => {
    const closed = await loadClosedSteps();
    if (steps.every((step) => closed.includes(step))) return;
    await chrome.storage.local.set({ [FIRST_RUN_KEY]: [...new Set([...closed, ...steps])] });
  },
  watch: (on: () => void, signal: AbortSignal): void =>
    watchStorage('local', (changes) => (FIRST_RUN_KEY in changes || SETTINGS_KEY in changes) && on(), signal),
};

async function loadClosedSteps(): Promise<readonly FirstStep[]> {
  const stored: unknown = (await chrome.storage.local.get(FIRST_RUN_KEY))[FIRST_RUN_KEY];
  return Array.isArray(stored) ? FIRST_STEPS.filter((step) => stored.includes(step)) : [];
}
