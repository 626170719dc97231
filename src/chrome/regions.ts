/**
 * Where a person was asked to choose a region, in the session area: the worker that asked need not be the one that is answered.
 * The one rule: the asking is on record before anybody can answer it.
 */
import type { StorageArea } from '../lib/agent/area.ts';
import { TroubleError, type Trouble } from '../lib/base/errors.ts';
import { bounded } from './bounded.ts';
import { runPackaged } from './packaged.ts';
import { pageTrouble } from './page-troubles.ts';

export interface Asked {
  /** Id of the run that the answer starts. */
  readonly ticket: string;
  /** Of the page. */
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Regions {
  /** Puts it on record and dims the page. Replaces an earlier one of the same tab. Throws a `TroubleError`. */
  ask(tabId: number, asked: Asked): Promise<void>;
  /** What is on record for the tab. */
  asked(tabId: number): Promise<Asked | null>;
  /** It was answered. A later one of the same tab stays. */
  answered(tabId: number, ticket: string): Promise<void>;
}

const OPEN_MS = 10_000;
// one key per tab, since the area has no prefix read
export const REGION_PREFIX = 'region/';
export const regionKey = (tabId: number): string => `${REGION_PREFIX}${String(tabId)}`;

/** `script`: the packaged script that defines `__klChooseRegion` where it is injected. */
export function chromeRegions(script: string, area: StorageArea): Regions {
  const asked: Regions['asked'] = async (tabId) => {
    const found = (await area.get([regionKey(tabId)]))[regionKey(tabId)];
    return (found as Asked | undefined) ?? null; // nobody but this module writes there
  };
  const answered: Regions['answered'] = async (tabId, ticket) => {
    if ((await asked(tabId))?.ticket === ticket) await area.remove([regionKey(tabId)]);
  };
  return {
    asked,
    answered,
    async ask(tabId, what) {
      await area.set({ [regionKey(tabId)]: { ...what } });
      try {
        await bounded({ within: OPEN_MS, trouble: TOO_LONG }, () => inject(tabId, script, what.ticket));
      } catch (thrown) {
        await answered(tabId, what.ticket);
        throw await pageTrouble(tabId, thrown);
      }
    },
  };
}

async function inject(tabId: number, script: string, ticket: string): Promise<void> {
  const target = { tabId };
  // at once: what is to be read is there to be seen, whatever else the page still loads
  await runPackaged(target, script, 'once');
  const [done] = await chrome.scripting.executeScript({
    target,
    args: [ticket],
    injectImmediately: true,
    func: (own: string) => {
      const choose = (globalThis as { __klChooseRegion?: (ticket: string) => void }).__klChooseRegion;
      choose?.(own);
      return choose !== undefined;
    },
  });
  if (done?.result !== true) throw new TroubleError(MEANWHILE);
}

const MEANWHILE: Trouble = {
  code: 'page.gone',
  message: 'The page went away before a region could be chosen.',
  cure: 'Wait until the page has loaded and try again.',
};
const TOO_LONG: Trouble = {
  code: 'page.timeout',
  message: 'The page does not answer, so no region can be chosen.',
  cure: 'Wait until the page answers again, then try once more.',
};
