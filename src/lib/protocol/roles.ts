/** Resolves the model of each role from the settings. Pure; null is the embedded engine. */
import { EXTRACTIVE_ID, type ModelConfig } from '../models/config.ts';
import { DEFAULT_TIMEOUTS } from '../models/model.ts';
import type { ModelSettings, Settings } from './settings.ts';

/** In the order of the settings page. */
export const ROLES = ['main', 'fast', 'vision', 'fallback'] as const;
export type Role = (typeof ROLES)[number];

/** Returns the id of the role's model; '' if no fallback is configured. */
export function getModelId(settings: Settings, role: Role): string {
  const configured = settings[role];
  return configured === '' && (role === 'fast' || role === 'vision') ? settings.main : configured;
}

/** Returns the role's model; null for the embedded engine. Use `idOf` to check whether there is a fallback. */
export function findRoleModel(settings: Settings, role: Role): ModelSettings | null {
  const id = getModelId(settings, role);
  return settings.models.find((model) => model.id === id) ?? null;
}

/** Converts settings to the config that a run records and the model is created from. */
export function toModelConfig(model: ModelSettings | null): ModelConfig {
  if (model === null) return ENGINE_CONFIG;
  const { id, provider, endpoint, contextTokens, toolCalling, pictures, keepAlive, timeouts } = model;
  return { id, provider, endpoint, model: model.model, contextTokens, toolCalling, pictures, keepAlive, timeouts };
}

/** For the embedded engine only the id matters. */
const ENGINE_CONFIG: ModelConfig = {
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
