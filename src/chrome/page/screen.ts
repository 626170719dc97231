/** Screenshots, valid only if the tab was in front, on the same page, before and after the capture. */
import { createQueue, raceWithAbort } from '../../lib/base/async.ts';
import { stripHash } from '../../lib/base/urls.ts';
import type { CapturedPicture, Screen } from '../../lib/agent/ports.ts';
import { getErrorMessage, UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { decodeBase64 } from '../../lib/base/base64.ts';
import { forgetGesture, isSameSite } from './capture-access.ts';
import { runWithTimeout } from '../timeout.ts';
import type { KeptPictures } from '../storage/pictures.ts';
import { runWithMarksHidden } from './hide-marks.ts';
import type { Figure } from '../../lib/pipeline/page/read/article.ts';
import { FIGURE_BOUNDS } from '../../lib/pipeline/page/read/figures.ts';
import type { Box } from '../../lib/pipeline/ocr/types.ts';
import { toPageError, runPackagedScript } from './page-scripts.ts';
import { computeCrop, type ViewRegion } from '../../lib/pipeline/ocr/boxes.ts';

export interface ChromeScreen extends Screen {
  /** Captures only if the tab is still on the site of `chosenOn`, a URL. */
  captureRegion(tabId: number, region: ViewRegion, chosenOn: string, signal: AbortSignal): Promise<CapturedPicture>;
}

interface Screenshot {
  readonly png: Blob;
  /** In CSS pixels; null if the page did not answer. */
  readonly viewWidth: number | null;
  readonly url: string;
  readonly title: string;
}

/** For the whole capture, including waiting for the browser's quota. */
const CAPTURE_MS = 15_000;
/** The browser allows two captures per second. */
const RETRY_DELAY_MS = 600;
const MAX_ATTEMPTS = 8;

export function createChromeScreen(pictures: Pick<KeptPictures, 'put'>, figures: string): ChromeScreen {
  /** Serialised: two captures at once would hide and show the same elements. */
  const enqueue = createQueue();

  function takeScreenshot(tabId: number, signal: AbortSignal): Promise<Screenshot> {
    return runWithTimeout({ signal, timeoutMs: CAPTURE_MS, error: TIMEOUT_ERROR }, (stopSignal) =>
      enqueue(() => {
        stopSignal.throwIfAborted();
        return captureActiveTab(tabId, stopSignal);
      }),
    );
  }

  return {
    async capture(tabId, signal) {
      const { png, viewWidth, url, title } = await takeScreenshot(tabId, signal);
      const stored = await pictures.put(png);
      return { ...stored, scale: stored.width / (viewWidth ?? stored.width), url, title };
    },
    async captureRegion(tabId, region, chosenOn, signal) {
      const { png, url, title } = await takeScreenshot(tabId, signal);
      if (!isSameSite(url, chosenOn)) throw new UserFacingError(MOVED_ON_ERROR);
      const stored = await pictures.put(await cropPicture(png, region));
      return { ...stored, scale: stored.width / region.width, url, title };
    },
    listFigures: (tabId, signal) => readFigures(tabId, figures, signal),
  };
}

async function captureActiveTab(tabId: number, signal: AbortSignal): Promise<Screenshot> {
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
    if (stripHash(tabAfter.url ?? '') !== stripHash(tabBefore.url ?? '')) throw new UserFacingError(MOVED_ON_ERROR);
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
      return decodePng(await captureVisible(windowId, signal));
    } catch (thrown) {
      if (!getErrorMessage(thrown).includes('MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND') || attempt === MAX_ATTEMPTS)
        throw await toCaptureError(tabId, thrown);
      await raceWithAbort(new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS)), signal);
    }
  }
}

/** Limited: a capture that never settles must not block the next one or the restoring of the page. */
function captureVisible(windowId: number, signal: AbortSignal): Promise<string> {
  return runWithTimeout({ signal, timeoutMs: CAPTURE_MS, error: TIMEOUT_ERROR }, () =>
    chrome.tabs.captureVisibleTab(windowId, { format: 'png' }),
  );
}

/** Decoded by hand: our CSP does not let a worker fetch a `data:` URL. */
function decodePng(address: string): Blob {
  return new Blob([decodeBase64(address.slice(address.indexOf(',') + 1))], { type: 'image/png' });
}

async function toCaptureError(tabId: number, thrown: unknown): Promise<UserFacingError> {
  if (thrown instanceof UserFacingError) return thrown;
  const message = getErrorMessage(thrown);
  if (!/activeTab|all_urls|permission|cannot access/i.test(message))
    return new UserFacingError(createCaptureError(message));
  await forgetGesture(tabId);
  return new UserFacingError(CAPTURE_ACCESS_ERROR, { cause: thrown });
}

/** Throws a `UserFacingError` if the region does not fit. */
async function cropPicture(png: Blob, region: ViewRegion): Promise<Blob> {
  const bitmap = await createImageBitmap(png);
  try {
    const box = computeCrop(region, bitmap);
    if (box === null) throw new UserFacingError(VIEW_CHANGED_ERROR);
    const canvas = new OffscreenCanvas(box.width, box.height);
    canvas.getContext('2d')?.drawImage(bitmap, -box.x, -box.y);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    bitmap.close();
  }
}

export const CAPTURE_ACCESS_ERROR: UserError = {
  code: 'capture.no-access',
  message: 'The browser lets KnowledgeLens take no picture of this tab yet.',
  hint: 'Click the KnowledgeLens icon or press its shortcut while you look at this page, then try again; or allow all sites.',
};
const NOT_IN_VIEW_ERROR: UserError = {
  code: 'capture.not-in-view',
  message: 'A picture can be taken only of the tab that is in front, and this one was not, or not all the time.',
  hint: 'Bring the tab to the front, leave it there for a moment, and try again.',
};
const MOVED_ON_ERROR: UserError = {
  code: 'capture.moved-on',
  message: 'The tab went to another page while its picture was taken.',
  hint: 'Wait until the page has loaded and try again.',
};
const VIEW_CHANGED_ERROR: UserError = {
  code: 'capture.other-view',
  message: 'The page has changed its size since the region was chosen.',
  hint: 'Choose the region again.',
};
const TAB_GONE_ERROR: UserError = {
  code: 'page.gone',
  message: 'The tab was closed before its picture could be taken.',
  hint: 'Open the page again and try there.',
};
const TIMEOUT_ERROR: UserError = {
  code: 'capture.timeout',
  message: 'Taking a picture of the page took too long.',
  hint: 'Wait until the page answers again, then try once more.',
};
const createCaptureError = (message: string): UserError => ({
  code: 'capture.failed',
  message: `The browser took no picture of the page: ${message}`,
  hint: 'Bring the page into view and try again.',
});

const READ_MS = 10_000;

const MAX_COORDINATE = 1_000_000;

/** Throws a `UserFacingError`. */
async function readFigures(tabId: number, script: string, signal: AbortSignal): Promise<readonly Figure[]> {
  signal.throwIfAborted();
  return runWithTimeout({ signal, timeoutMs: READ_MS, error: FIGURES_TIMEOUT_ERROR }, () =>
    readFiguresInPage(tabId, script),
  ).catch(async (thrown: unknown) => {
    throw await toPageError(tabId, thrown);
  });
}

async function readFiguresInPage(tabId: number, script: string): Promise<readonly Figure[]> {
  const target = { tabId };
  await runPackagedScript(target, script);
  const [injected] = await chrome.scripting.executeScript({
    target,
    func: () => (globalThis as unknown as { __klFigures: () => unknown }).__klFigures(),
  });
  return parseFigures(injected?.result);
}

/** Data from a renderer is not trusted. */
function parseFigures(value: unknown): readonly Figure[] {
  const list = Array.isArray(value) ? (value as unknown[]).slice(0, FIGURE_BOUNDS.figures) : [];
  return list.flatMap((item) => {
    const { alt, caption, heading, box } = (item ?? {}) as Partial<Record<keyof Figure, unknown>>;
    if (![alt, caption, heading].every((text) => typeof text === 'string' && text.length <= FIGURE_BOUNDS.text))
      return [];
    return [{ alt, caption, heading, box: parseBox(box) } as Figure];
  });
}

function parseBox(value: unknown): Box | null {
  const { x, y, width, height } = (value ?? {}) as Partial<Record<keyof Box, unknown>>;
  if (![x, y, width, height].every((n) => typeof n === 'number' && n >= 0 && n <= MAX_COORDINATE)) return null;
  return { x, y, width, height } as Box;
}

const FIGURES_TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'Looking for pictures on the page took too long.',
  hint: 'Wait until the page answers again, then try once more.',
};
