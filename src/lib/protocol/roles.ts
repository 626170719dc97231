/** Which model does what: from settings to the model of a role. The one rule: pure, and null is the embedded engine. */
import { EXTRACTIVE_ID, type ModelConfig } from '../models/config.ts';
import { DEFAULT_TIMEOUTS } from '../models/model.ts';
import type { ModelSettings, Settings } from './settings.ts';

/** In the order of the settings page. */
export const ROLES = ['main', 'fast', 'vision', 'fallback'] as const;
export type Role = (typeof ROLES)[number];

/** The id of the model that has the role; '' for a fallback that nobody wants. */
export function idOf(settings: Settings, role: Role): string {
  const own = settings[role];
  return own === '' && (role === 'fast' || role === 'vision') ? settings.main : own;
}

/** The model that has the role; null for the embedded engine. Whether there is a fallback at all, `idOf` says. */
export function modelOf(settings: Settings, role: Role): ModelSettings | null {
  const id = idOf(settings, role);
  return settings.models.find((model) => model.id === id) ?? null;
}

/** What a run records of its model, and what the model is made from. */
export function configOf(model: ModelSettings | null): ModelConfig {
  if (model === null) return ENGINE;
  const { id, provider, endpoint, contextTokens, toolCalling, pictures, keepAlive, timeouts } = model;
  return { id, provider, endpoint, model: model.model, contextTokens, toolCalling, pictures, keepAlive, timeouts };
}

/** The embedded engine reads no more of its configuration than who it is. */
const ENGINE: ModelConfig = {
  id: EXTRACTIVE_ID,
  provider: 'extractive',
  endpoint: '',
  model: '',
  contextTokens: 8192,
  toolCalling: 'native',
  pictures: false,
  keepAlive: 0,
  timeouts: DEFAULT_TIMEOUTS,
};
