/**
 * What a tab shows, as a picture. The one rule: the browser takes pictures of whatever is in front, so a picture counts only
 * where the tab was in front, and stayed there on the same page, from before until after it was taken.
 */
import type { Captured, Screen } from '../lib/agent/ports.ts';
import { messageOf, TroubleError, type Trouble } from '../lib/base/errors.ts';
import { bytesOfBase64 } from '../lib/base/base64.ts';
import { cropOf, type ViewRegion } from '../lib/pipeline/ocr/crop.ts';
import { forgetGesture, isSameSite } from './capture-access.ts';
import { readFigures } from './figures.ts';
import { bounded } from './bounded.ts';
import type { KeptPictures } from './pictures.ts';
import { withoutOurs } from './unmarked.ts';

export interface ChromeScreen extends Screen {
  /** The same of a part of what is in view, where the tab is still on the site of `chosenOn`, the address it was chosen on. */
  captureRegion(tabId: number, region: ViewRegion, chosenOn: string, signal: AbortSignal): Promise<Captured>;
}

interface Shot {
  readonly png: Blob;
  /** Width of the view in the page's pixels; null where the page could not be asked. */
  readonly viewWidth: number | null;
  readonly url: string;
  readonly title: string;
}

/** For the whole of it, waiting for the browser's quota included. */
const CAPTURE_MS = 15_000;
/** The browser takes two pictures a second; asked once more after this. */
const AGAIN_MS = 600;
const TRIES = 8;

/** `figures`: the packaged script that defines `__klFigures` where it is injected. */
export function chromeScreen(pictures: Pick<KeptPictures, 'put'>, figures: string): ChromeScreen {
  /** One picture after the other: two would hide and show the same things beneath each other. */
  let turn: Promise<unknown> = Promise.resolve();

  function shoot(tabId: number, signal: AbortSignal): Promise<Shot> {
    return bounded({ signal, within: CAPTURE_MS, trouble: TOO_LONG }, (over) => {
      const shot = turn.then(() => {
        over.throwIfAborted();
        return shootInFront(tabId, over);
      });
      turn = shot.catch(() => undefined);
      return shot;
    });
  }

  return {
    async capture(tabId, signal) {
      const { png, viewWidth, url, title } = await shoot(tabId, signal);
      const kept = await pictures.put(png);
      return { ...kept, scale: kept.width / (viewWidth ?? kept.width), url, title };
    },
    async captureRegion(tabId, region, chosenOn, signal) {
      const { png, url, title } = await shoot(tabId, signal);
      if (!isSameSite(url, chosenOn)) throw new TroubleError(MOVED_ON);
      const kept = await pictures.put(await cut(png, region));
      return { ...kept, scale: kept.width / region.width, url, title };
    },
    figures: (tabId, signal) => readFigures(tabId, figures, signal),
  };
}

async function shootInFront(tabId: number, signal: AbortSignal): Promise<Shot> {
  const before = await inFront(tabId);
  const moved = new AbortController();
  const activated = (to: { readonly tabId: number; readonly windowId: number }): void => {
    if (to.windowId === before.windowId && to.tabId !== tabId) moved.abort();
  };
  chrome.tabs.onActivated.addListener(activated);
  try {
    const { result, viewWidth } = await withoutOurs(tabId, signal, () => take(tabId, before.windowId, signal));
    const after = await inFront(tabId);
    if (moved.signal.aborted || after.windowId !== before.windowId) throw new TroubleError(NOT_IN_VIEW);
    if (pageOf(after) !== pageOf(before)) throw new TroubleError(MOVED_ON);
    return { png: result, viewWidth, url: after.url ?? '', title: after.title ?? '' };
  } finally {
    chrome.tabs.onActivated.removeListener(activated);
  }
}

const pageOf = ({ url = '' }: chrome.tabs.Tab): string => url.split('#', 1)[0] ?? '';

async function inFront(tabId: number): Promise<chrome.tabs.Tab> {
  const tab = await chrome.tabs.get(tabId).catch((cause: unknown) => {
    throw new TroubleError(GONE, { cause });
  });
  if (!tab.active) throw new TroubleError(NOT_IN_VIEW);
  return tab;
}

async function take(tabId: number, windowId: number, signal: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt++) {
    try {
      return pngOf(await shot(windowId, signal));
    } catch (thrown) {
      if (!messageOf(thrown).includes('MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND') || attempt === TRIES)
        throw await refusal(tabId, thrown);
      await pause(AGAIN_MS, signal);
    }
  }
}

/** A browser that never comes back with one must not keep the next picture waiting, nor the page without what is ours. */
function shot(windowId: number, signal: AbortSignal): Promise<string> {
  return bounded({ signal, within: CAPTURE_MS, trouble: TOO_LONG }, () =>
    chrome.tabs.captureVisibleTab(windowId, { format: 'png' }),
  );
}

/** No policy of ours lets a worker fetch a `data:` address. */
function pngOf(address: string): Blob {
  return new Blob([bytesOfBase64(address.slice(address.indexOf(',') + 1))], { type: 'image/png' });
}

async function refusal(tabId: number, thrown: unknown): Promise<TroubleError> {
  if (thrown instanceof TroubleError) return thrown;
  const message = messageOf(thrown);
  if (!/activeTab|all_urls|permission|cannot access/i.test(message)) return new TroubleError(failed(message));
  await forgetGesture(tabId);
  return new TroubleError(NO_ACCESS, { cause: thrown });
}

/** Throws a `TroubleError` where the region is none of this picture. */
async function cut(png: Blob, region: ViewRegion): Promise<Blob> {
  const bitmap = await createImageBitmap(png);
  try {
    const box = cropOf(region, bitmap);
    if (box === null) throw new TroubleError(OTHER_VIEW);
    const canvas = new OffscreenCanvas(box.width, box.height);
    canvas.getContext('2d')?.drawImage(bitmap, -box.x, -box.y);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    bitmap.close();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    });
  });
}

export const NO_ACCESS: Trouble = {
  code: 'capture.no-access',
  message: 'The browser lets KnowledgeLens take no picture of this tab yet.',
  cure: 'Click the KnowledgeLens icon or press its shortcut while you look at this page, then try again; or allow all sites.',
};
const NOT_IN_VIEW: Trouble = {
  code: 'capture.not-in-view',
  message: 'A picture can be taken only of the tab that is in front, and this one was not, or not all the time.',
  cure: 'Bring the tab to the front, leave it there for a moment, and try again.',
};
const MOVED_ON: Trouble = {
  code: 'capture.moved-on',
  message: 'The tab went to another page while its picture was taken.',
  cure: 'Wait until the page has loaded and try again.',
};
const OTHER_VIEW: Trouble = {
  code: 'capture.other-view',
  message: 'The page has changed its size since the region was chosen.',
  cure: 'Choose the region again.',
};
const GONE: Trouble = {
  code: 'page.gone',
  message: 'The tab was closed before its picture could be taken.',
  cure: 'Open the page again and try there.',
};
const TOO_LONG: Trouble = {
  code: 'capture.timeout',
  message: 'Taking a picture of the page took too long.',
  cure: 'Wait until the page answers again, then try once more.',
};
const failed = (message: string): Trouble => ({
  code: 'capture.failed',
  message: `The browser took no picture of the page: ${message}`,
  cure: 'Bring the page into view and try again.',
});
