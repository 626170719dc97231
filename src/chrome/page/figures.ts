/** The pictures of a page with their descriptions. Data from a renderer is not trusted. */
import type { UserError } from '../../lib/base/errors.ts';
import type { Figure } from '../../lib/pipeline/page/read/figure.ts';
import { FIGURE_BOUNDS } from '../../lib/pipeline/page/read/figures.ts';
import type { Box } from '../../lib/pipeline/ocr/types.ts';
import { runWithTimeout } from '../bounded.ts';
import { runPackagedScript } from './packaged.ts';
import { toPageError } from './page-errors.ts';

const READ_MS = 10_000;
const MAX_COORDINATE = 1_000_000;

/** Throws a `UserFacingError`. */
export async function readFigures(tabId: number, script: string, signal: AbortSignal): Promise<readonly Figure[]> {
  signal.throwIfAborted();
  return runWithTimeout({ signal, timeoutMs: READ_MS, error: TIMEOUT_ERROR }, () =>
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

export function parseFigures(value: unknown): readonly Figure[] {
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

const TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'Looking for pictures on the page took too long.',
  hint: 'Wait until the page answers again, then try once more.',
};
