/** Listeners of the browser's events that end with a signal. */

interface BrowserEvent<L> {
  addListener(listener: L): void;
  removeListener(listener: L): void;
}

export function listen<L>(event: BrowserEvent<L>, listener: L, signal: AbortSignal): void {
  event.addListener(listener);
  signal.addEventListener('abort', () => event.removeListener(listener));
}

export type StorageChanges = Readonly<Record<string, chrome.storage.StorageChange>>;

export function watchStorage(
  area: 'local' | 'session',
  on: (changes: StorageChanges) => unknown,
  signal: AbortSignal,
): void {
  const handleChange = (changes: StorageChanges, changedArea: string): void => {
    if (changedArea === area) on(changes);
  };
  listen(chrome.storage.onChanged, handleChange, signal);
}

/** Watches items of `chrome.storage.local`. */
export const watchItems = (keys: readonly string[], on: () => void, signal: AbortSignal): void =>
  watchStorage('local', (changes) => keys.some((key) => key in changes) && on(), signal);

/** Watches items whose keys are the prefix and a tab's id; `value` is undefined once removed. */
export function watchTabItems(prefix: string, on: (tabId: number, value: unknown) => void, signal: AbortSignal): void {
  const handleChanges = (changes: StorageChanges): void => {
    for (const [key, { newValue }] of Object.entries(changes))
      if (key.startsWith(prefix)) on(Number(key.slice(prefix.length)), newValue);
  };
  watchStorage('session', handleChanges, signal);
}
