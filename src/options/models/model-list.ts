/** Pure changes to models and roles. No role is left with a removed model. */
import { EXTRACTIVE_ID } from '../../lib/models/config.ts';
import { mapRoles } from '../../lib/protocol/settings/model-entries.ts';
import { ROLES, type Role } from '../../lib/protocol/settings/roles.ts';
import type { ModelSettings, Settings } from '../../lib/protocol/settings/settings.ts';
import { getEndpointOrigin } from './field-checks.ts';
import { isOriginUsed } from '../../lib/protocol/settings/servers.ts';

/** Roles fall back to the main model; without it only the built-in engine, which sends nothing. */
export function removeEntry(settings: Settings, removed: string): Settings {
  const next = { ...settings, models: settings.models.filter(({ id }) => id !== removed) };
  if (settings.main === removed) return mapRoles(next, (_, role) => (role === 'main' ? EXTRACTIVE_ID : ''));
  return mapRoles(next, (id) => (id === removed ? '' : id));
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
