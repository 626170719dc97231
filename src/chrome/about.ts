/**
 * What a tab's next question is about: the selection that the person chose “Ask” for, in the session area, where a panel that
 * opens later finds it. The one rule: it holds a hash and a few words to show; the selection itself is among the bodies.
 */
export interface About {
  readonly tabId: number;
  /** Of the `SelectedText` as JSON, for `run.ask` and `run.follow`. */
  readonly hash: string;
  /** Its first words, one line. */
  readonly preview: string;
  readonly url: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const PREFIX = 'about/';
const keyOf = (tabId: number): string => `${PREFIX}${String(tabId)}`;

/** Longest preview, in UTF-16 units. */
export const PREVIEW_LENGTH = 200;

export async function setAbout(about: About): Promise<void> {
  await chrome.storage.session.set({ [keyOf(about.tabId)]: about });
}

export async function aboutOf(tabId: number): Promise<About | null> {
  const key = keyOf(tabId);
  return ((await chrome.storage.session.get(key))[key] as About | undefined) ?? null;
}

export async function clearAbout(tabId: number): Promise<void> {
  await chrome.storage.session.remove(keyOf(tabId));
}

/** Of every tab: the session is over. */
export async function clearAbouts(): Promise<void> {
  const keys = Object.keys(await chrome.storage.session.get(null)).filter((key) => key.startsWith(PREFIX));
  await chrome.storage.session.remove(keys);
}

/** Calls back with a tab and what it is about now, whenever that changes, until `signal` aborts. */
export function onAbout(listener: (tabId: number, about: About | null) => void, signal: AbortSignal): void {
  const changed = (changes: Readonly<Record<string, chrome.storage.StorageChange>>, area: string): void => {
    if (area !== 'session') return;
    for (const [key, { newValue }] of Object.entries(changes))
      if (key.startsWith(PREFIX)) listener(Number(key.slice(PREFIX.length)), (newValue as About | undefined) ?? null);
  };
  chrome.storage.onChanged.addListener(changed);
  signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(changed));
}
