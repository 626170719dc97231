/** The selection that a tab's next question is about, as hash and preview; its text is in the blob store. */
export interface About {
  readonly tabId: number;
  readonly hash: string;
  readonly preview: string;
  readonly url: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const ABOUT_PREFIX = 'about/';
const getAboutKey = (tabId: number): string => `${ABOUT_PREFIX}${String(tabId)}`;

/** In UTF-16 units. */
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

export async function clearAllAbouts(): Promise<void> {
  const keys = Object.keys(await chrome.storage.session.get(null)).filter((key) => key.startsWith(ABOUT_PREFIX));
  await chrome.storage.session.remove(keys);
}

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
