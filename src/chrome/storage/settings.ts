/** Settings, validated by schema. Invalid ones and those of another version are set aside for the defaults. */
import { DEFAULT_SETTINGS } from '../../lib/protocol/settings/defaults.ts';
import type { Settings } from '../../lib/protocol/settings/settings.ts';
import type { CheckResult } from '../../lib/schema/validate.ts';
import { watchItems } from '../events.ts';

export const SETTINGS_KEY = 'settings';
const REJECTED_SETTINGS_KEY = 'settings.rejected';

let checked: { readonly text: string; readonly result: CheckResult<Settings> } | null = null;

/** Loaded when needed: a page is there before it knows its settings, and reads the same ones several times at its opening. */
async function check(settings: unknown): Promise<CheckResult<Settings>> {
  const { checkSettings } = await import('../../lib/protocol/check.ts');
  const text = JSON.stringify(settings);
  if (checked?.text !== text) checked = { text, result: checkSettings(settings) };
  return checked.result;
}

export interface LoadedSettings {
  readonly settings: Settings;
  /** '' if valid; else what was wrong with the stored settings. */
  readonly fault: string;
}

/** Rejects only when storage itself fails. */
export async function readSettings(): Promise<LoadedSettings> {
  const stored: unknown = (await chrome.storage.local.get(SETTINGS_KEY))[SETTINGS_KEY];
  if (stored === undefined) return { settings: DEFAULT_SETTINGS, fault: '' };
  const read = await check(stored);
  if (read.ok) return { settings: read.value, fault: '' };
  await chrome.storage.local.set({ [REJECTED_SETTINGS_KEY]: stored });
  return { settings: DEFAULT_SETTINGS, fault: read.message };
}

export async function loadSettings(): Promise<Settings> {
  return (await readSettings()).settings;
}

/** Rejects with a plain sentence if the settings are invalid or inconsistent. */
export async function saveSettings(settings: Settings): Promise<void> {
  const read = await check(settings);
  if (!read.ok) throw new Error(read.message);
  await chrome.storage.local.set({ [SETTINGS_KEY]: read.value });
}

/** Serialised across all pages. Returning the same object writes nothing. */
export function changeSettings(change: (now: Settings) => Settings): Promise<Settings> {
  return navigator.locks.request(SETTINGS_KEY, async () => {
    const now = await loadSettings();
    const next = change(now);
    if (next !== now) await saveSettings(next);
    return next;
  });
}

export const watchSettings = (listener: (settings: Settings) => void, signal: AbortSignal): void =>
  watchItems([SETTINGS_KEY], () => void loadSettings().then(listener), signal);
