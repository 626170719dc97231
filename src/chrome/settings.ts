/**
 * Settings in `chrome.storage.local`, under one key. The one rule: what comes out has passed its schema. Settings of an
 * earlier version are lifted on read and stored as new ones at the next save; what does not fit even so is kept aside and
 * the defaults serve, so that no stored value can stop the product from starting.
 */
import { check } from '../lib/protocol/check.ts';
import { DEFAULT_SETTINGS, SETTINGS_VERSION, type Settings } from '../lib/protocol/settings.ts';

const KEY = 'settings';
const ASIDE = 'settings.rejected';

type Stored = Readonly<Record<string, unknown>>;

/** Settings of that version as the next one has them. No entry looks at what is wrong with them: the schema does. */
const MIGRATIONS: Readonly<Record<number, (old: Stored) => Stored>> = {
  1: (old) => {
    const { toolCalling, maxSteps, priceInput, priceOutput, maxCost } = DEFAULT_SETTINGS;
    return { toolCalling, maxSteps, priceInput, priceOutput, maxCost, ...old, version: 2 };
  },
  2: (old) => {
    const { priceCached, warnAt } = DEFAULT_SETTINGS;
    return { priceCached, warnAt, ...old, version: 3 };
  },
};

export interface LoadedSettings {
  readonly settings: Settings;
  /** '' when all is well; else what was wrong with the stored settings, which were replaced by the defaults. */
  readonly fault: string;
}

/** The settings and how they were found. Rejects only when storage itself fails. */
export async function readSettings(): Promise<LoadedSettings> {
  const stored: unknown = (await chrome.storage.local.get(KEY))[KEY];
  if (stored === undefined) return { settings: DEFAULT_SETTINGS, fault: '' };
  const checked = check('settings', lifted(stored));
  if (checked.ok) return { settings: checked.value, fault: '' };
  await chrome.storage.local.set({ [ASIDE]: stored });
  return { settings: DEFAULT_SETTINGS, fault: checked.message };
}

export async function loadSettings(): Promise<Settings> {
  return (await readSettings()).settings;
}

/** Rejects with a plain sentence when the settings do not fit their schema. */
export async function saveSettings(settings: Settings): Promise<void> {
  const checked = check('settings', settings);
  if (!checked.ok) throw new Error(checked.message);
  await chrome.storage.local.set({ [KEY]: checked.value });
}

/** Calls back with the settings whenever they change, until `signal` aborts. */
export function onSettings(listener: (settings: Settings) => void, signal: AbortSignal): void {
  const changed = (changes: Readonly<Record<string, unknown>>, area: string): void => {
    if (area === 'local' && KEY in changes) void loadSettings().then(listener);
  };
  chrome.storage.onChanged.addListener(changed);
  signal.addEventListener('abort', () => chrome.storage.onChanged.removeListener(changed));
}

/** The stored value at the present version. What is no settings record of an earlier one comes back as it is. */
function lifted(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  let settings = stored as Stored;
  for (let version = 1; version < SETTINGS_VERSION; version += 1) {
    if (settings['version'] === version) settings = MIGRATIONS[version]?.(settings) ?? settings;
  }
  return settings;
}
