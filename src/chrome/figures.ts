/** The pictures of a page with what it says of them. Rule: what comes out of a renderer is checked before it is believed. */
import type { Trouble } from '../lib/base/errors.ts';
import type { Figure } from '../lib/pipeline/page/figure.ts';
import { FIGURE_BOUNDS } from '../lib/pipeline/page/figures.ts';
import type { Box } from '../lib/pipeline/ocr/types.ts';
import { bounded } from './bounded.ts';
import { runPackaged } from './packaged.ts';
import { pageTrouble } from './page-troubles.ts';

const READ_MS = 10_000;
/** Pixels of a page. */
const FARTHEST = 1_000_000;

/** `script`: the packaged script that defines `__klFigures` where it is injected. Throws a `TroubleError`. */
export async function readFigures(tabId: number, script: string, signal: AbortSignal): Promise<readonly Figure[]> {
  signal.throwIfAborted();
  return bounded({ signal, within: READ_MS, trouble: TOO_LONG }, () => inject(tabId, script)).catch(
    async (thrown: unknown) => {
      throw await pageTrouble(tabId, thrown);
    },
  );
}

async function inject(tabId: number, script: string): Promise<readonly Figure[]> {
  const target = { tabId };
  await runPackaged(target, script);
  const [injected] = await chrome.scripting.executeScript({
    target,
    func: () => (globalThis as unknown as { __klFigures: () => unknown }).__klFigures(),
  });
  return checkedFigures(injected?.result);
}

/** What fits of it. */
export function checkedFigures(value: unknown): readonly Figure[] {
  const list = Array.isArray(value) ? (value as unknown[]).slice(0, FIGURE_BOUNDS.figures) : [];
  return list.flatMap((one) => {
    const { alt, caption, heading, box } = (one ?? {}) as Partial<Record<keyof Figure, unknown>>;
    if (![alt, caption, heading].every((text) => typeof text === 'string' && text.length <= FIGURE_BOUNDS.text))
      return [];
    return [{ alt, caption, heading, box: checkedBox(box) } as Figure];
  });
}

function checkedBox(value: unknown): Box | null {
  const { x, y, width, height } = (value ?? {}) as Partial<Record<keyof Box, unknown>>;
  if (![x, y, width, height].every((n) => typeof n === 'number' && n >= 0 && n <= FARTHEST)) return null;
  return { x, y, width, height } as Box;
}

const TOO_LONG: Trouble = {
  code: 'page.timeout',
  message: 'Looking for pictures on the page took too long.',
  cure: 'Wait until the page answers again, then try once more.',
};
