/** Migrates and validates settings of any stored or exported version. Never throws. */
import { EXTRACTIVE_ID } from '../../models/config.ts';
import { getServerName } from '../../models/presets.ts';
import type { CheckResult } from '../../schema/validator.ts';
import { check } from '../check.ts';
import { DEFAULT_SETTINGS, MODEL_DEFAULTS, SETTINGS_VERSION, findSettingsFault, type Settings } from './settings.ts';

type StoredRecord = Readonly<Record<string, unknown>>;

export function parseSettings(value: unknown): CheckResult<Settings> {
  const checked = check('settings', migrateSettings(value));
  if (!checked.ok) return checked;
  const fault = findSettingsFault(checked.value);
  return fault === '' ? checked : { ok: false, message: fault };
}

/** Anything that is not an earlier settings record is returned unchanged. */
function migrateSettings(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let settings = value as StoredRecord;
  for (let version = 1; version < SETTINGS_VERSION; version += 1) {
    if (settings['version'] === version) settings = MIGRATIONS[version]?.(settings) ?? settings;
  }
  return settings;
}

const MIGRATIONS: Readonly<Record<number, (old: StoredRecord) => StoredRecord>> = {
  1: (old) => ({ toolCalling: 'native', maxSteps: 5, priceInput: 0, priceOutput: 0, maxCost: 0, ...old, version: 2 }),
  2: (old) => ({ priceCached: 0, warnAt: 80, ...old, version: 3 }),
  3: migrateToModelList,
  4: (old) => ({ toolbar: DEFAULT_SETTINGS.toolbar, presets: [], ...old, version: 5 }),
  5: (old) => ({ ocr: DEFAULT_SETTINGS.ocr, ...old, version: 6 }),
  6: (old) => ({ search: DEFAULT_SETTINGS.search, ...old, version: 7 }),
};

/** Up to version 3 there was a single server; it becomes a list entry if it had URL and model. */
function migrateToModelList(old: StoredRecord): StoredRecord {
  const { provider, endpoint, model, contextTokens, toolCalling, timeouts, ...others } = old;
  const { priceInput, priceCached, priceOutput, ...limits } = others;
  const { main, fast, vision, fallback } = DEFAULT_SETTINGS;
  const next = { ...limits, models: [], main, fast, vision, fallback, version: 4 };
  if (provider !== 'extractive' && provider !== 'openai-compatible') return { ...next, provider };
  if (typeof endpoint !== 'string' || typeof model !== 'string') return { ...next, endpoint, model };
  if (endpoint.trim() === '' || model === '') return next;
  const entry = {
    ...MODEL_DEFAULTS,
    ...{ contextTokens, toolCalling, timeouts, priceInput, priceCached, priceOutput },
    id: `${getServerName(endpoint)}:${model}`,
    provider: 'openai-compatible',
    endpoint,
    model,
  };
  return { ...next, models: [entry], main: provider === 'extractive' ? EXTRACTIVE_ID : entry.id };
}
