/** Pure changes to the list of models and their roles. No role is ever left with a removed model. */
import { EXTRACTIVE_ID, splitModelId } from '../../lib/models/config.ts';
import { MAX_NAME_LENGTH } from '../../lib/models/presets.ts';
import { ROLES, type Role } from '../../lib/protocol/roles.ts';
import type { ModelSettings, Settings } from '../../lib/protocol/settings.ts';
import { getEndpointOrigin } from './field-checks.ts';
import { isOriginUsed } from '../search/engine-form.ts';

/** Returns the id, its name extended by `-2`, `-3` … if it is taken. */
export function createUniqueId(id: string, taken: readonly string[]): string {
  const { name, model } = splitModelId(id);
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`;
    const candidate = `${name.slice(0, MAX_NAME_LENGTH - ending.length)}${ending}:${model}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** Replaces the entry with id `replaced`, or appends. A taken id is made unique, and roles follow the new id. */
export function putEntry(settings: Settings, entry: ModelSettings, replaced: string | null): Settings {
  const { models } = settings;
  const taken = models.map(({ id }) => id).filter((id) => id !== replaced);
  const unique = { ...entry, id: createUniqueId(entry.id, taken) };
  if (!models.some(({ id }) => id === replaced)) return { ...settings, models: [...models, unique] };
  const next = { ...settings, models: models.map((model) => (model.id === replaced ? unique : model)) };
  return mapRoles(next, (id) => (id === replaced ? unique.id : id));
}

/**
 * Removes the entry. Its roles fall back to the main model. If it was the main model, the embedded engine takes over
 * alone: it sends nothing anywhere, and the helpers of the removed model must not change that.
 */
export function removeEntry(settings: Settings, removed: string): Settings {
  const next = { ...settings, models: settings.models.filter(({ id }) => id !== removed) };
  if (settings.main === removed) return mapRoles(next, (_, role) => (role === 'main' ? EXTRACTIVE_ID : ''));
  return mapRoles(next, (id) => (id === removed ? '' : id));
}

/** The fallback cannot be the main model and is cleared if it is. */
export function assignRole(settings: Settings, role: Role, id: string): Settings {
  const next = { ...settings, [role]: id };
  return next.fallback === next.main ? { ...next, fallback: '' } : next;
}

export function listRoles(settings: Settings, id: string): readonly Role[] {
  return ROLES.filter((role) => settings[role] === id);
}

/** Returns whether another model or a search engine uses the same server. */
export function hasSharedServer(settings: Settings, { id, endpoint }: Pick<ModelSettings, 'id' | 'endpoint'>): boolean {
  return isOriginUsed(
    { ...settings, models: settings.models.filter((other) => other.id !== id) },
    getEndpointOrigin(endpoint),
  );
}

function mapRoles(settings: Settings, change: (id: string, role: Role) => string): Settings {
  return ROLES.reduce((next, role) => ({ ...next, [role]: change(next[role], role) }), settings);
}
