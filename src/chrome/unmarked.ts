/**
 * A page without what is ours on it and without the selection's colour, for as long as a picture is taken. The one rule: what
 * is hidden is on record before it is hidden, so that a worker's death leaves no page as it is for the picture.
 *
 * A rule of the reader's origin wins over every rule of the page, and reaches into shadow trees. For a selection's colours the
 * browser heeds pages alone; but what cannot be selected is not painted as selected, and stays selected all the same. Fields can
 * always be selected: there a rule like the page's own has to do.
 */
import type { Trouble } from '../lib/base/errors.ts';
import { bounded } from './bounded.ts';

const PLAIN = `{
  background-color: transparent !important;
  color: currentColor !important;
  -webkit-text-fill-color: currentColor !important;
  text-shadow: none !important;
  text-decoration: none !important;
}`;
const SHEETS = [
  {
    origin: 'USER',
    css: `kl-selection, kl-region { display: none !important; }
      * { user-select: none !important; -webkit-user-select: none !important; caret-color: transparent !important; }
      ::highlight(knowledgelens-quote) ${PLAIN}`,
  },
  { origin: 'AUTHOR', css: `:not(#kl#kl#kl)::selection ${PLAIN}` },
] as const;
const KEY = 'unmarked';
/** Two frames take a thirtieth of a second; a page that paints none for so long shows what it shows. */
const PAINT_MS = 500;
/** A page that does not even answer. */
const ANSWER_MS = 1500;
/** Of a view that a picture can be taken of, in the page's pixels. */
const WIDEST = 100_000;

interface View {
  readonly viewWidth: number | null;
}

/** What a worker before this one left hidden is being shown again. */
let earlier: Promise<void> = Promise.resolve();

/** Does `work` meanwhile, which has to end with the signal. Pages that no script may enter have nothing of ours to be hidden. */
export async function withoutOurs<T>(
  tabId: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<View & { readonly result: T }> {
  await earlier; // what it takes away must not be ours
  await chrome.storage.session.set({ [KEY]: tabId }).catch(() => undefined);
  try {
    await answered(signal, () => inAll(tabId, (sheet) => chrome.scripting.insertCSS(sheet))).catch(() => undefined);
    const viewWidth = await answered(signal, () => painted(tabId)).catch(() => null);
    signal.throwIfAborted();
    return { result: await work(), viewWidth };
  } finally {
    await remove(tabId);
  }
}

/** What a worker before this one hid and did not live to show again. Called before anything is hidden. */
export async function showAgain(): Promise<void> {
  const shown = chrome.storage.session.get(KEY).then(async ({ [KEY]: tabId }) => {
    if (typeof tabId === 'number') await remove(tabId);
  });
  earlier = shown.catch(() => undefined);
  await shown;
}

async function remove(tabId: number): Promise<void> {
  // a page that has gone, or that no script may enter, has nothing hidden; one that hangs does it when it goes on
  await answered(undefined, () => inAll(tabId, (sheet) => chrome.scripting.removeCSS(sheet))).catch(() => undefined);
  await chrome.storage.session.remove(KEY).catch(() => undefined);
}

const answered = <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> =>
  bounded({ signal, within: ANSWER_MS, trouble: SILENT }, work);

/** In all frames that may be entered. */
async function inAll(tabId: number, does: (sheet: chrome.scripting.CSSInjection) => Promise<void>): Promise<void> {
  await Promise.all(SHEETS.map((sheet) => does({ ...sheet, target: { tabId, allFrames: true } })));
}

/** Resolves once the page has painted two frames, with the width of its view. */
async function painted(tabId: number): Promise<number | null> {
  const [answer] = await chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    args: [PAINT_MS],
    func: (most: number) =>
      new Promise<number>((resolve) => {
        const done = (): void => resolve(innerWidth / (visualViewport?.scale ?? 1));
        setTimeout(done, most);
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
      }),
  });
  const width: unknown = answer?.result;
  return typeof width === 'number' && width >= 1 && width <= WIDEST ? width : null;
}

/** Nobody is told: the picture is taken all the same. */
const SILENT: Trouble = {
  code: 'page.timeout',
  message: 'The page does not answer.',
  cure: 'Wait until the page answers again, then try once more.',
};
