/**
 * Hides our elements and selection colours for a screenshot; recorded first, for the next worker to restore.
 * USER-origin rules override the page. Selections need `user-select: none`: unpainted but still selected; form fields
 * an AUTHOR rule.
 */
import { raceWithTimeout } from '../timeout.ts';
import { callInPage } from './page-scripts.ts';

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
/** The compositor may run behind the page: the fourth frame begins only once the first is drawn. With two, 3 of 40 pictures showed our marks. */
const FRAMES = 4;
/** Longest wait for the frames (normally 1/15 s); then the page is captured as it is. */
const PAINT_MS = 1000;
const ANSWER_MS = 1500;
/** In CSS pixels. */
const MAX_VIEW_WIDTH = 100_000;

let pendingRestore: Promise<void> = Promise.resolve();

/** `work` must end with the signal. Pages that scripts cannot enter have nothing of ours. */
export async function runWithMarksHidden<T>(
  tabId: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<{ readonly viewWidth: number | null; readonly result: T }> {
  await pendingRestore; // its removal must not remove our styles
  await chrome.storage.session.set({ [HIDDEN_TAB_KEY]: tabId }).catch(() => undefined);
  try {
    const hidden = forEachSheet(tabId, (sheet) => chrome.scripting.insertCSS(sheet));
    await waitForAnswer(hidden, signal).catch(() => undefined);
    const viewWidth = await waitForAnswer(waitForPaint(tabId), signal).catch(() => null);
    signal.throwIfAborted();
    return { result: await work(), viewWidth };
  } finally {
    await removeHiding(tabId);
  }
}

/** Must be called before hiding anything. */
export async function restoreMarks(): Promise<void> {
  const restored = chrome.storage.session.get(HIDDEN_TAB_KEY).then(async ({ [HIDDEN_TAB_KEY]: tabId }) => {
    if (typeof tabId === 'number') await removeHiding(tabId);
  });
  pendingRestore = restored.catch(() => undefined);
  await restored;
}

async function removeHiding(tabId: number): Promise<void> {
  // a closed or inaccessible page has nothing hidden; a hanging one does it later
  const shown = forEachSheet(tabId, (sheet) => chrome.scripting.removeCSS(sheet));
  await waitForAnswer(shown).catch(() => undefined);
  await chrome.storage.session.remove(HIDDEN_TAB_KEY).catch(() => undefined);
}

/** Rejects on abort, or if the page does not answer in time. */
const waitForAnswer = <T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> =>
  raceWithTimeout(ANSWER_MS, signal, () => answer);

async function forEachSheet(
  tabId: number,
  apply: (sheet: chrome.scripting.CSSInjection) => Promise<void>,
): Promise<void> {
  await Promise.all(HIDING_SHEETS.map((sheet) => apply({ ...sheet, target: { tabId, allFrames: true } })));
}

async function waitForPaint(tabId: number): Promise<number | null> {
  const width = await callInPage(
    { target: { tabId }, at: 'once' },
    (frames, maxMs) =>
      new Promise<number>((resolve) => {
        const finish = (): void => resolve(innerWidth / (visualViewport?.scale ?? 1));
        setTimeout(finish, maxMs);
        const waitFrames = (left: number): unknown =>
          left === 0 ? setTimeout(finish) : requestAnimationFrame(() => waitFrames(left - 1));
        waitFrames(frames);
      }),
    FRAMES,
    PAINT_MS,
  );
  return typeof width === 'number' && width >= 1 && width <= MAX_VIEW_WIDTH ? width : null;
}
