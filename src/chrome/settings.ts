/**
 * Settings in `chrome.storage.local`, under one key. The one rule: what comes out has passed its schema. Settings of an
 * earlier version are lifted on read and stored as new ones at the next save; what does not fit even so is kept aside and
 * the defaults serve, so that no stored value can stop the product from starting.
 */
import { DEFAULT_SETTINGS, type Settings } from '../lib/protocol/settings.ts';
import { readAsSettings } from '../lib/protocol/settings-versions.ts';

/** Under which they stand in the local area. */
export const SETTINGS_KEY = 'settings';
const ASIDE = 'settings.rejected';

export interface LoadedSettings {
  readonly settings: Settings;
  /** '' when all is well; else what was wrong with the stored settings, which were replaced by the defaults. */
  readonly fault: string;
}

/** The settings and how they were found. Rejects only when storage itself fails. */
export async function readSettings(): Promise<LoadedSettings> {
  const stored: unknown = (await chrome.storage.local.get(SETTINGS_KEY))[SETTINGS_KEY];
  if (stored === undefined) return { settings: DEFAULT_SETTINGS, fault: '' };
  const read = readAsSettings(stored);
  if (read.ok) return { settings: read.value, fault: '' };
  await chrome.storage.local.set({ [ASIDE]: stored });
  return { settings: DEFAULT_SETTINGS, fault: read.message };
}

export async function loadSettings(): Promise<Settings> {
  return (await readSettings()).settings;
}

/** Rejects with a plain sentence when the settings do not fit their schema, or do not hang together. */
export async function saveSettings(settings: Settings): Promise<void> {
  const read = readAsSettings(settings);
  if (!read.ok) throw new Error(read.message);
  await chrome.storage.local.set({ [SETTINGS_KEY]: read.value });
}

/**
 * Changes what is stored now and gives what is stored then. One change after the other, from whichever page: none undoes
 * another. The same settings: no change.
 */
export function changeSettings(change: (now: Settings) => Settings): Promise<Settings> {
  return navigator.locks.request(SETTINGS_KEY, async () => {
    const now = await loadSettings();
    const next = change(now);
    if (next !== now) await saveSettings(next);
    return next;
  });
}

/** Calls back with the settings whenever they change, until `signal` aborts. */
export function onSettings(listener: (settings: Settings) => void, signal: AbortSignal): void {
  const changed = (changes: Readonly<Record<string, unknown>>, area: string): void => {
    if (area === 'local' && SETTINGS_KEY in changes) void loadSettings().then(listener);
  };
  chrome.storage.onChanged.addListener(changed);
  signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(changed));
}
