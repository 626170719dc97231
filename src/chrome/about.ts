/**
 * The selection that a person wants to ask about, for each tab, in the session area. The one rule: it waits there until it
 * is asked about or put away, so that a panel that opens later finds it.
 */
export interface About {
  readonly tabId: number;
  /** Of the `SelectedText`, as JSON. */
  readonly hash: string;
  /** How the selected words begin. */
  readonly preview: string;
  readonly url: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const PREFIX = 'about/';
const keyOf = (tabId: number): string => `${PREFIX}${String(tabId)}`;

export async function aboutOf(tabId: number): Promise<About | null> {
  const key = keyOf(tabId);
  return readAbout((await chrome.storage.session.get(key))[key]);
}

export async function clearAbout(tabId: number): Promise<void> {
  await chrome.storage.session.remove(keyOf(tabId));
}

/** Calls back for each tab whose selection is another one now, or none, until `signal` aborts. */
export function onAbout(on: (tabId: number, about: About | null) => void, signal: AbortSignal): void {
  const changed = (changes: Record<string, chrome.storage.StorageChange>, area: string): void => {
    if (area !== 'session') return;
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(PREFIX)) on(Number(key.slice(PREFIX.length)), readAbout(newValue));
    }
  };
  chrome.storage.onChanged.addListener(changed);
  signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(changed));
}

function readAbout(value: unknown): About | null {
  return typeof value === 'object' && value !== null && 'hash' in value ? (value as About) : null;
}
