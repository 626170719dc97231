/** Settings for tests: those of somebody with one model, told in one breath. */
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import { MODEL_DEFAULTS, type ModelSettings, type Settings } from '../../../src/lib/protocol/settings/settings.ts';

/** A model's entry, and what of the settings stands beside it. */
export type OneModel = Partial<Omit<ModelSettings, 'id'>> &
  Partial<Pick<Settings, 'tokenBudget' | 'warnAt' | 'maxSteps' | 'maxCost' | 'search'>>;

/** An entry as the settings hold it: on this computer unless told otherwise. */
export function entryOf({ model = 'test-model', ...changes }: Partial<ModelSettings> = {}): ModelSettings {
  const id = `server:${model}`;
  const endpoint = 'http://localhost:11434/v1';
  return { id, provider: 'openai-compatible', endpoint, ...MODEL_DEFAULTS, model, ...changes };
}

/** The defaults with these changes; with the built-in engine alone where no model is named. */
export function settingsOf({ tokenBudget, warnAt, maxSteps, maxCost, search, ...model }: OneModel = {}): Settings {
  const given = { tokenBudget, warnAt, maxSteps, maxCost, search };
  const beside = Object.entries(given).filter(([, value]) => value !== undefined);
  const settings: Settings = { ...DEFAULT_SETTINGS, ...Object.fromEntries(beside) };
  if (model.model === undefined) return settings;
  const entry = entryOf(model);
  return { ...settings, models: [entry], main: entry.id };
}
