/**
 * A page without what is ours on it and without the selection's colour, for as long as a picture is taken. The one rule: what
 * is hidden is on record before it is hidden, so that a worker's death leaves no page as it is for the picture.
 *
 * A rule of the reader's origin wins over every rule of the page, and reaches into shadow trees. For a selection's colours the
 * browser heeds pages alone; but what cannot be selected is not painted as selected, and stays selected all the same. Fields can
 * always be selected: there a rule like the page's own has to do.
 */

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

interface View {
  readonly viewWidth: number | null;
}

/** Does `work` meanwhile. Pages that no script may enter have nothing of ours to be hidden. */
export async function withoutOurs<T>(
  tabId: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<View & { readonly result: T }> {
  await chrome.storage.session.set({ [KEY]: tabId }).catch(() => undefined);
  try {
    await bounded(
      inAll(tabId, (sheet) => chrome.scripting.insertCSS(sheet)),
      signal,
    ).catch(() => undefined);
    const viewWidth = await bounded(painted(tabId), signal).catch(() => null);
    signal.throwIfAborted();
    return { result: await work(), viewWidth };
  } finally {
    await remove(tabId);
  }
}

/** What a worker before this one hid and did not live to show again. */
export async function showAgain(): Promise<void> {
  const tabId: unknown = (await chrome.storage.session.get(KEY))[KEY];
  if (typeof tabId === 'number') await remove(tabId);
}

async function remove(tabId: number): Promise<void> {
  const removed = inAll(tabId, (sheet) => chrome.scripting.removeCSS(sheet));
  // a page that has gone, or that no script may enter, has nothing hidden; one that hangs does it when it goes on
  await bounded(removed, new AbortController().signal).catch(() => undefined);
  await chrome.storage.session.remove(KEY).catch(() => undefined);
}

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
  return typeof width === 'number' && width > 0 ? width : null;
}

function bounded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      const fail = (): void => reject(new Error('The page does not answer.'));
      if (over.aborted) fail();
      else over.addEventListener('abort', fail, { once: true });
    }),
  ]);
}
