/** Pure changes to models and roles. No role is left with a removed model. */
import { EXTRACTIVE_ID, splitModelId } from '../../lib/models/config.ts';
import { MAX_NAME_LENGTH } from '../../lib/models/presets.ts';
import { ROLES, type Role } from '../../lib/protocol/roles.ts';
import type { ModelSettings, Settings } from '../../lib/protocol/settings.ts';
import { getEndpointOrigin } from './field-checks.ts';
import { isOriginUsed } from '../search/engine-form.ts';

/** Extends a taken name by `-2`, `-3` … */
export function createUniqueId(id: string, taken: readonly string[]): string {
  const { name, model } = splitModelId(id);
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`;
    const candidate = `${name.slice(0, MAX_NAME_LENGTH - ending.length)}${ending}:${model}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** Replaces the entry `replaced`, or appends. Roles follow a changed id. */
export function putEntry(settings: Settings, entry: ModelSettings, replaced: string | null): Settings {
  const { models } = settings;
  const taken = models.map(({ id }) => id).filter((id) => id !== replaced);
  const unique = { ...entry, id: createUniqueId(entry.id, taken) };
  if (!models.some(({ id }) => id === replaced)) return { ...settings, models: [...models, unique] };
  const next = { ...settings, models: models.map((model) => (model.id === replaced ? unique : model)) };
  return mapRoles(next, (id) => (id === replaced ? unique.id : id));
}

/** Roles fall back to the main model; without it only the embedded engine, which sends nothing. */
export function removeEntry(settings: Settings, removed: string): Settings {
  const next = { ...settings, models: settings.models.filter(({ id }) => id !== removed) };
  if (settings.main === removed) return mapRoles(next, (_, role) => (role === 'main' ? EXTRACTIVE_ID : ''));
  return mapRoles(next, (id) => (id === removed ? '' : id));
}

/** The fallback is cleared if it is the main model. */
export function assignRole(settings: Settings, role: Role, id: string): Settings {
  const next = { ...settings, [role]: id };
  return next.fallback === next.main ? { ...next, fallback: '' } : next;
}

export function listRoles(settings: Settings, id: string): readonly Role[] {
  return ROLES.filter((role) => settings[role] === id);
}

export function hasSharedServer(settings: Settings, { id, endpoint }: Pick<ModelSettings, 'id' | 'endpoint'>): boolean {
  return isOriginUsed(
    { ...settings, models: settings.models.filter((other) => other.id !== id) },
    getEndpointOrigin(endpoint),
  );
}

function mapRoles(settings: Settings, change: (id: string, role: Role) => string): Settings {
  return ROLES.reduce((next, role) => ({ ...next, [role]: change(next[role], role) }), settings);
}
