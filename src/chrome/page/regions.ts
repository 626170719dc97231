/** Requests to choose a region, stored before the page can answer: another worker may receive it. */
import type { StorageArea } from '../../lib/agent/store/storage-area.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { callInPage, withPageErrors } from './page-scripts.ts';
import { getRegionKey } from './region-keys.ts';

export interface RegionRequest {
  readonly ticket: string;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Regions {
  /** Replaces an earlier request of the tab. Throws a `UserFacingError`. */
  start(tabId: number, request: RegionRequest): Promise<void>;
  getPending(tabId: number): Promise<RegionRequest | null>;
  remove(tabId: number, ticket: string): Promise<void>;
  handleTabClosed(tabId: number): Promise<void>;
}

const OPEN_TIMEOUT_MS = 10_000;
export function createChromeRegions(script: string, area: StorageArea): Regions {
  const getPending: Regions['getPending'] = async (tabId) => {
    const stored = (await area.get([getRegionKey(tabId)]))[getRegionKey(tabId)];
    return (stored as RegionRequest | undefined) ?? null; // only this module writes these keys
  };
  const removeAnswered: Regions['remove'] = async (tabId, ticket) => {
    if ((await getPending(tabId))?.ticket === ticket) await area.remove([getRegionKey(tabId)]);
  };
  return {
    getPending,
    remove: removeAnswered,
    handleTabClosed: (tabId) => area.remove([getRegionKey(tabId)]),
    async start(tabId, request) {
      await area.set({ [getRegionKey(tabId)]: { ...request } });
      try {
        await withPageErrors(tabId, { timeoutMs: OPEN_TIMEOUT_MS, error: TIMEOUT_ERROR }, () =>
          openChooser(tabId, script, request.ticket),
        );
      } catch (thrown) {
        await removeAnswered(tabId, request.ticket);
        throw thrown;
      }
    },
  };
}

async function openChooser(tabId: number, script: string, ticket: string): Promise<void> {
  // without waiting for the page to load: what the user wants is visible already
  const isOpen = await callInPage(
    { target: { tabId }, script, at: 'once' },
    (own) => {
      const choose = (globalThis as { __klChooseRegion?: (ticket: string) => void }).__klChooseRegion;
      choose?.(own);
      return choose !== undefined;
    },
    ticket,
  );
  if (isOpen !== true)
    throw new UserFacingError({
      code: 'page.gone',
      message: 'The page went away before an area could be chosen.',
      hint: 'Wait until the page has loaded and try again.',
    });
}

const TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'The page doesn’t answer, so no area can be chosen.',
  hint: 'Wait until the page answers again, then try once more.',
};
