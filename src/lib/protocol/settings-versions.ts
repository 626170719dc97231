/**
 * Settings of any version that was ever stored or exported, as the present one. The one rule: what comes out has passed
 * schema and `settingsFault`; what cannot is a sentence that says where, and never a throw.
 */
import { EXTRACTIVE_ID } from '../models/config.ts';
import { nameAt } from '../models/presets.ts';
import type { CheckResult } from '../schema/validator.ts';
import { check } from './check.ts';
import { DEFAULT_SETTINGS, MODEL_DEFAULTS, SETTINGS_VERSION, settingsFault, type Settings } from './settings.ts';

type Stored = Readonly<Record<string, unknown>>;

/** Settings from storage or a file, lifted and checked. */
export function readAsSettings(value: unknown): CheckResult<Settings> {
  const checked = check('settings', lifted(value));
  if (!checked.ok) return checked;
  const fault = settingsFault(checked.value);
  return fault === '' ? checked : { ok: false, message: fault };
}

/** The value at the present version. What is no settings record of an earlier one comes back as it is. */
function lifted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let settings = value as Stored;
  for (let version = 1; version < SETTINGS_VERSION; version += 1) {
    if (settings['version'] === version) settings = MIGRATIONS[version]?.(settings) ?? settings;
  }
  return settings;
}

/** Settings of that version as the next one has them. No entry looks at what is wrong with them: the schema does. */
const MIGRATIONS: Readonly<Record<number, (old: Stored) => Stored>> = {
  1: (old) => ({ toolCalling: 'native', maxSteps: 5, priceInput: 0, priceOutput: 0, maxCost: 0, ...old, version: 2 }),
  2: (old) => ({ priceCached: 0, warnAt: 80, ...old, version: 3 }),
  3: intoList,
  4: (old) => ({ toolbar: DEFAULT_SETTINGS.toolbar, presets: [], ...old, version: 5 }),
  5: (old) => ({ ocr: DEFAULT_SETTINGS.ocr, ...old, version: 6 }),
  6: (old) => ({ search: DEFAULT_SETTINGS.search, ...old, version: 7 }),
};

/**
 * Up to version 3 there was one server, chosen or not. It stays in the list either way, reached as before. One without
 * an address or a model could do nothing, and is left out.
 */
function intoList(old: Stored): Stored {
  const { provider, endpoint, model, contextTokens, toolCalling, timeouts, ...others } = old;
  const { priceInput, priceCached, priceOutput, ...limits } = others;
  const { main, fast, vision, fallback } = DEFAULT_SETTINGS;
  const next = { ...limits, models: [], main, fast, vision, fallback, version: 4 };
  // what was no settings record before is none now: the schema finds the field that does not belong
  if (provider !== 'extractive' && provider !== 'openai-compatible') return { ...next, provider };
  if (typeof endpoint !== 'string' || typeof model !== 'string') return { ...next, endpoint, model };
  if (endpoint.trim() === '' || model === '') return next;
  const entry = {
    ...MODEL_DEFAULTS,
    ...{ contextTokens, toolCalling, timeouts, priceInput, priceCached, priceOutput },
    id: `${nameAt(endpoint)}:${model}`,
    provider: 'openai-compatible',
    endpoint,
    model,
  };
  return { ...next, models: [entry], main: provider === 'extractive' ? EXTRACTIVE_ID : entry.id };
}
