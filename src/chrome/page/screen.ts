/** What a tab shows: screenshots of it, and the pictures on its page with the words around them. */
import { createQueue } from '../../lib/base/async.ts';
import type { CapturedPicture, Screen } from '../../lib/agent/ports.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { computeCrop, type ViewRegion } from '../../lib/pipeline/ocr/boxes.ts';
import type { Box } from '../../lib/pipeline/ocr/types.ts';
import type { Figure } from '../../lib/pipeline/page/read/article.ts';
import { FIGURE_BOUNDS } from '../../lib/pipeline/page/read/figures.ts';
import type { KeptPictures } from '../storage/pictures.ts';
import { runWithTimeout } from '../timeout.ts';
import { isSameSite } from './capture-access.ts';
import { captureActiveTab, MOVED_ON_ERROR, type Screenshot } from './capture-tab.ts';
import { callInPage, withPageErrors } from './page-scripts.ts';
import { findCurrentTab } from './replaced-tabs.ts';

export interface ChromeScreen extends Screen {
  /** Captures only if the tab is still on the site of `chosenOn`, a URL. */
  captureRegion(tabId: number, region: ViewRegion, chosenOn: string, signal: AbortSignal): Promise<CapturedPicture>;
}

/** Longest time of a capture, including the wait for the browser's quota. */
const CAPTURE_MS = 15_000;

export function createChromeScreen(pictures: Pick<KeptPictures, 'put'>, figures: string): ChromeScreen {
  /** Serialised: two captures at once would hide and show the same elements. */
  const enqueue = createQueue();

  function takeScreenshot(tabId: number, signal: AbortSignal): Promise<Screenshot> {
    return runWithTimeout({ signal, timeoutMs: CAPTURE_MS, error: TIMEOUT_ERROR }, (stopSignal) =>
      enqueue(async () => {
        const current = await findCurrentTab(tabId);
        stopSignal.throwIfAborted();
        return captureActiveTab(current, stopSignal);
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
    listFigures: async (tabId, signal) => readFigures(await findCurrentTab(tabId), figures, signal),
  };
}

/** Throws a `UserFacingError` if the region does not fit. */
async function cropPicture(png: Blob, region: ViewRegion): Promise<Blob> {
  const bitmap = await createImageBitmap(png);
  try {
    const box = computeCrop(region, bitmap);
    if (box === null)
      throw new UserFacingError({
        code: 'capture.other-view',
        message: 'The page has changed its size since the area was chosen.',
        hint: 'Choose the area again.',
      });
    const canvas = new OffscreenCanvas(box.width, box.height);
    canvas.getContext('2d')?.drawImage(bitmap, -box.x, -box.y);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    bitmap.close();
  }
}

const TIMEOUT_ERROR: UserError = {
  code: 'capture.timeout',
  message: 'Taking a picture of the page took too long.',
  hint: 'Wait until the page answers again, then try once more.',
};

const FIGURES_MS = 10_000;

const MAX_COORDINATE = 1_000_000;

/** Throws a `UserFacingError`. */
async function readFigures(tabId: number, script: string, signal: AbortSignal): Promise<readonly Figure[]> {
  signal.throwIfAborted();
  const limits = { signal, timeoutMs: FIGURES_MS, error: FIGURES_TIMEOUT_ERROR };
  const figures = await withPageErrors(tabId, limits, () =>
    callInPage({ target: { tabId }, script }, () => globalThis.__klFigures?.()),
  );
  return parseFigures(figures);
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
