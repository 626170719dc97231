/** One capture of the tab in front, within the browser's quota. Fails if the tab did not stay there, on the same page. */
import { raceWithAbort } from '../../lib/base/async.ts';
import { decodeBase64 } from '../../lib/base/base64.ts';
import { getErrorMessage, UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { isSamePage } from '../../lib/base/urls.ts';
import { forgetGesture } from './capture-access.ts';
import { runWithMarksHidden } from './hide-marks.ts';

export interface Screenshot {
  readonly png: Blob;
  /** In CSS pixels; null if the page did not answer. */
  readonly viewWidth: number | null;
  readonly url: string;
  readonly title: string;
}

/** The browser allows two captures per second. */
const RETRY_DELAY_MS = 600;
const MAX_ATTEMPTS = 8;

export async function captureActiveTab(tabId: number, signal: AbortSignal): Promise<Screenshot> {
  const tabBefore = await getActiveTab(tabId);
  const moved = new AbortController();
  const handleActivated = (to: { readonly tabId: number; readonly windowId: number }): void => {
    if (to.windowId === tabBefore.windowId && to.tabId !== tabId) moved.abort();
  };
  chrome.tabs.onActivated.addListener(handleActivated);
  try {
    const { result, viewWidth } = await runWithMarksHidden(tabId, signal, () =>
      captureWithRetries(tabId, tabBefore.windowId, signal),
    );
    const tabAfter = await getActiveTab(tabId);
    if (moved.signal.aborted || tabAfter.windowId !== tabBefore.windowId) throw new UserFacingError(NOT_IN_VIEW_ERROR);
    if (!isSamePage(tabAfter.url ?? '', tabBefore.url ?? '')) throw new UserFacingError(MOVED_ON_ERROR);
    return { png: result, viewWidth, url: tabAfter.url ?? '', title: tabAfter.title ?? '' };
  } finally {
    chrome.tabs.onActivated.removeListener(handleActivated);
  }
}

async function getActiveTab(tabId: number): Promise<chrome.tabs.Tab> {
  const tab = await chrome.tabs.get(tabId).catch((cause: unknown) => {
    throw new UserFacingError(TAB_GONE_ERROR, { cause });
  });
  if (!tab.active) throw new UserFacingError(NOT_IN_VIEW_ERROR);
  return tab;
}

async function captureWithRetries(tabId: number, windowId: number, signal: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt++) {
    try {
      // a capture that never settles must not block the next one or the restoring of the page
      return decodePng(await raceWithAbort(chrome.tabs.captureVisibleTab(windowId, { format: 'png' }), signal));
    } catch (thrown) {
      if (!getErrorMessage(thrown).includes('MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND') || attempt === MAX_ATTEMPTS)
        throw await toCaptureError(tabId, thrown);
      await raceWithAbort(new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS)), signal);
    }
  }
}

/** Decoded by hand: our CSP does not let a worker fetch a `data:` URL. */
function decodePng(address: string): Blob {
  return new Blob([decodeBase64(address.slice(address.indexOf(',') + 1))], { type: 'image/png' });
}

async function toCaptureError(tabId: number, thrown: unknown): Promise<UserFacingError> {
  if (thrown instanceof UserFacingError) return thrown;
  const message = getErrorMessage(thrown);
  if (!/activeTab|all_urls|permission|cannot access/i.test(message))
    return new UserFacingError({
      code: 'capture.failed',
      message: `The browser took no picture of the page: ${message}`,
      hint: 'Bring the page into view and try again.',
    });
  await forgetGesture(tabId);
  return new UserFacingError(CAPTURE_ACCESS_ERROR, { cause: thrown });
}

export const CAPTURE_ACCESS_ERROR: UserError = {
  code: 'capture.no-access',
  message: 'The browser lets KnowledgeLens take no picture of this tab yet.',
  hint: 'Click the KnowledgeLens icon or press its shortcut while you look at this page, then try again; or allow all sites.',
};
const NOT_IN_VIEW_ERROR: UserError = {
  code: 'capture.not-in-view',
  message: 'A picture can be taken only of the tab that is in front, and this one wasn’t, or not all the time.',
  hint: 'Bring the tab to the front, leave it there for a moment, and try again.',
};
export const MOVED_ON_ERROR: UserError = {
  code: 'capture.moved-on',
  message: 'The tab went to another page while its picture was taken.',
  hint: 'Wait until the page has loaded and try again.',
};
const TAB_GONE_ERROR: UserError = {
  code: 'page.gone',
  message: 'The tab was closed before its picture could be taken.',
  hint: 'Open the page again and try there.',
};
