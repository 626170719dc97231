/** Resolves the model of each role from the settings. Null is the built-in engine. */
import { EXTRACTIVE_ID, type ModelConfig } from '../../models/config.ts';
import { DEFAULT_TIMEOUTS } from '../../models/model.ts';
import type { ModelSettings, Settings } from './settings.ts';

export const ROLES = ['main', 'fast', 'vision', 'fallback'] as const;
export type Role = (typeof ROLES)[number];

/** '' if no fallback is configured, or it is the main model: as soon as another one is main, it counts again. */
export function getModelId(settings: Settings, role: Role): string {
  const configured = settings[role];
  if (role === 'fallback') return configured === settings.main ? '' : configured;
  return configured === '' ? settings.main : configured;
}

/** Null for the built-in engine or for no fallback, which `getModelId` distinguishes. */
export function findRoleModel(settings: Settings, role: Role): ModelSettings | null {
  const id = getModelId(settings, role);
  return settings.models.find((model) => model.id === id) ?? null;
}

export const assignRole = (settings: Settings, role: Role, id: string): Settings => ({ ...settings, [role]: id });

export function toModelConfig(model: ModelSettings | null): ModelConfig {
  if (model === null) return ENGINE_CONFIG;
  const { id, provider, endpoint, contextTokens, toolCalling, pictures, keepAlive, timeouts } = model;
  return { id, provider, endpoint, model: model.model, contextTokens, toolCalling, pictures, keepAlive, timeouts };
}

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
