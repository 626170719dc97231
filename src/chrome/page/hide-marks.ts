/**
 * Hides our elements and the selection colours of a page while a screenshot is taken. What is hidden is recorded first,
 * so that the next worker can restore the page if this one dies.
 * A USER-origin rule overrides all page rules and reaches into shadow trees. For selection colours browsers only use
 * page rules; but text with `user-select: none` is not painted as selected and stays selected. Form fields are always
 * selectable, so for them an AUTHOR rule is used.
 */
import type { UserError } from '../../lib/base/errors.ts';
import { runWithTimeout } from '../bounded.ts';

const PLAIN_STYLE = `{
  background-color: transparent !important;
  color: currentColor !important;
  -webkit-text-fill-color: currentColor !important;
  text-shadow: none !important;
  text-decoration: none !important;
}`;
const HIDING_SHEETS = [
  {
    origin: 'USER',
    css: `kl-selection, kl-region { display: none !important; }
      * { user-select: none !important; -webkit-user-select: none !important; caret-color: transparent !important; }
      ::highlight(knowledgelens-quote) ${PLAIN_STYLE}`,
  },
  { origin: 'AUTHOR', css: `:not(#kl#kl#kl)::selection ${PLAIN_STYLE}` },
] as const;
const HIDDEN_TAB_KEY = 'unmarked';
/** Longest wait for two frames, which normally take 1/30 s; after it the page is captured as it is. */
const PAINT_MS = 500;
/** Timeout for a page that does not answer. */
const ANSWER_MS = 1500;
/** Widest plausible view, in CSS pixels. */
const MAX_VIEW_WIDTH = 100_000;

interface View {
  readonly viewWidth: number | null;
}

/** Pending restore of what an earlier worker left hidden. */
let pendingRestore: Promise<void> = Promise.resolve();

/**
 * Runs `work` while our elements are hidden; it must end with the signal. Pages that scripts cannot enter have nothing
 * of ours.
 */
export async function runWithMarksHidden<T>(
  tabId: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<View & { readonly result: T }> {
  await pendingRestore; // its removal must not remove our styles
  await chrome.storage.session.set({ [HIDDEN_TAB_KEY]: tabId }).catch(() => undefined);
  try {
    await runWithAnswerLimit(signal, () => forEachSheet(tabId, (sheet) => chrome.scripting.insertCSS(sheet))).catch(
      () => undefined,
    );
    const viewWidth = await runWithAnswerLimit(signal, () => waitForPaint(tabId)).catch(() => null);
    signal.throwIfAborted();
    return { result: await work(), viewWidth };
  } finally {
    await removeHiding(tabId);
  }
}

/** Restores what an earlier worker left hidden. Call before hiding anything. */
export async function restoreMarks(): Promise<void> {
  const restored = chrome.storage.session.get(HIDDEN_TAB_KEY).then(async ({ [HIDDEN_TAB_KEY]: tabId }) => {
    if (typeof tabId === 'number') await removeHiding(tabId);
  });
  pendingRestore = restored.catch(() => undefined);
  await restored;
}

async function removeHiding(tabId: number): Promise<void> {
  // a closed or inaccessible page has nothing hidden; a hanging page does it when it continues
  await runWithAnswerLimit(undefined, () => forEachSheet(tabId, (sheet) => chrome.scripting.removeCSS(sheet))).catch(
    () => undefined,
  );
  await chrome.storage.session.remove(HIDDEN_TAB_KEY).catch(() => undefined);
}

const runWithAnswerLimit = <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> =>
  runWithTimeout({ signal, timeoutMs: ANSWER_MS, error: PAGE_SILENT_ERROR }, work);

/** In all accessible frames. */
async function forEachSheet(
  tabId: number,
  apply: (sheet: chrome.scripting.CSSInjection) => Promise<void>,
): Promise<void> {
  await Promise.all(HIDING_SHEETS.map((sheet) => apply({ ...sheet, target: { tabId, allFrames: true } })));
}

/** Resolves after two painted frames with the width of the view. */
async function waitForPaint(tabId: number): Promise<number | null> {
  const [answer] = await chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    args: [PAINT_MS],
    func: (maxMs: number) =>
      new Promise<number>((resolve) => {
        const finish = (): void => resolve(innerWidth / (visualViewport?.scale ?? 1));
        setTimeout(finish, maxMs);
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(finish)));
      }),
  });
  const width: unknown = answer?.result;
  return typeof width === 'number' && width >= 1 && width <= MAX_VIEW_WIDTH ? width : null;
}

/** Not shown to the user: the screenshot is taken anyway. */
const PAGE_SILENT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'The page does not answer.',
  hint: 'Wait until the page answers again, then try once more.',
};
