/**
 * The selection that a tab's next question is about, kept in the session area so that a panel opened later finds it.
 * It holds only a hash and a preview; the selected text itself is in the blob store.
 */
export interface About {
  readonly tabId: number;
  /** Hash of the `SelectedText` as JSON, for `run.ask` and `run.follow`. */
  readonly hash: string;
  /** The first words, on one line. */
  readonly preview: string;
  readonly url: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const ABOUT_PREFIX = 'about/';
const getAboutKey = (tabId: number): string => `${ABOUT_PREFIX}${String(tabId)}`;

/** Longest preview, in UTF-16 units. */
export const PREVIEW_LENGTH = 200;

export async function setAbout(about: About): Promise<void> {
  await chrome.storage.session.set({ [getAboutKey(about.tabId)]: about });
}

export async function loadAbout(tabId: number): Promise<About | null> {
  const key = getAboutKey(tabId);
  return ((await chrome.storage.session.get(key))[key] as About | undefined) ?? null;
}

export async function clearAbout(tabId: number): Promise<void> {
  await chrome.storage.session.remove(getAboutKey(tabId));
}

/** Clears every tab's entry at the end of the session. */
export async function clearAllAbouts(): Promise<void> {
  const keys = Object.keys(await chrome.storage.session.get(null)).filter((key) => key.startsWith(ABOUT_PREFIX));
  await chrome.storage.session.remove(keys);
}

/** Calls `listener` with the tab and its new entry on every change, until `signal` aborts. */
export function watchAbout(listener: (tabId: number, about: About | null) => void, signal: AbortSignal): void {
  const handleChange = (changes: Readonly<Record<string, chrome.storage.StorageChange>>, area: string): void => {
    if (area !== 'session') return;
    for (const [key, { newValue }] of Object.entries(changes))
      if (key.startsWith(ABOUT_PREFIX))
        listener(Number(key.slice(ABOUT_PREFIX.length)), (newValue as About | undefined) ?? null);
  };
  chrome.storage.onChanged.addListener(handleChange);
  signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(handleChange));
}
