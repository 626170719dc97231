/**
 * The list of models and who does what in it. The one rule: pure, and no role is ever left with a model that is gone:
 * the settings that come out are as sound as those that went in.
 */
import { EXTRACTIVE_ID, splitId } from '../lib/models/config.ts';
import { MAX_NAME } from '../lib/models/presets.ts';
import { ROLES, type Role } from '../lib/protocol/roles.ts';
import type { ModelSettings, Settings } from '../lib/protocol/settings.ts';
import { originOf } from './checks.ts';
import { isPlaceUsed } from './engines.ts';

/** An id of its own: the name gets `-2`, `-3` … where the model is there under it already. */
export function ownId(id: string, taken: readonly string[]): string {
  const { name, model } = splitId(id);
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`;
    const own = `${name.slice(0, MAX_NAME - ending.length)}${ending}:${model}`;
    if (!taken.includes(own)) return own;
  }
}

/** With the entry in place of the one of that id, or at the end; under an id of its own, which its roles follow. */
export function withEntry(settings: Settings, entry: ModelSettings, replaced: string | null): Settings {
  const { models } = settings;
  const taken = models.map(({ id }) => id).filter((id) => id !== replaced);
  const own = { ...entry, id: ownId(entry.id, taken) };
  if (!models.some(({ id }) => id === replaced)) return { ...settings, models: [...models, own] };
  const next = { ...settings, models: models.map((model) => (model.id === replaced ? own : model)) };
  return inRoles(next, (id) => (id === replaced ? own.id : id));
}

/**
 * Without that entry. Its roles fall to whoever is main. The embedded engine takes over from a main model, alone: with it
 * nothing leaves the computer, and whoever helped the model that is gone was not chosen to change that.
 */
export function withoutEntry(settings: Settings, gone: string): Settings {
  const next = { ...settings, models: settings.models.filter(({ id }) => id !== gone) };
  if (settings.main === gone) return inRoles(next, (_, role) => (role === 'main' ? EXTRACTIVE_ID : ''));
  return inRoles(next, (id) => (id === gone ? '' : id));
}

/** With that model in that role. What takes over from the main model cannot be the main model. */
export function withRole(settings: Settings, role: Role, id: string): Settings {
  const next = { ...settings, [role]: id };
  return next.fallback === next.main ? { ...next, fallback: '' } : next;
}

/** The roles a model was given, by its id. */
export function rolesOf(settings: Settings, id: string): readonly Role[] {
  return ROLES.filter((role) => settings[role] === id);
}

/** Whether a model besides that one, or a search engine, is reached at the same server. */
export function isShared(settings: Settings, { id, endpoint }: Pick<ModelSettings, 'id' | 'endpoint'>): boolean {
  return isPlaceUsed({ ...settings, models: settings.models.filter((other) => other.id !== id) }, originOf(endpoint));
}

function inRoles(settings: Settings, change: (id: string, role: Role) => string): Settings {
  return ROLES.reduce((next, role) => ({ ...next, [role]: change(next[role], role) }), settings);
}
