/** Pure changes to the list of models, and new entries for it. Settings page and panel share them. */
import { omitUndefined } from '../../base/loose.ts';
import { splitModelId } from '../../models/config.ts';
import { MAX_NAME_LENGTH, type Preset } from '../../models/presets.ts';
import type { ListedModel, ProbeReport } from '../requests/model.ts';
import { assignRole, ROLES, type Role } from './roles.ts';
import { MODEL_DEFAULTS, type ModelSettings, type Settings } from './settings.ts';

/** What a list or a test says of a model. */
export type Traits = ProbeReport['found'];

export function createEntry(preset: Preset, model = preset.model, traits: Traits = {}): ModelSettings {
  const { name, provider, endpoint, contextTokens, pictures } = preset;
  const entry = { ...MODEL_DEFAULTS, id: `${name}:${model}`, provider, endpoint, model, contextTokens, pictures };
  return { ...entry, ...omitUndefined(traits) };
}

interface TraitsNow {
  readonly provider: ModelSettings['provider'];
  readonly contextTokens: number | string;
}

export function toTraits({ contextTokens, tools, pictures }: ListedModel, now: TraitsNow): Traits {
  // Ollama allocates what it is asked for; a model's maximum would fill the memory.
  const maxTokens = now.provider === 'ollama' ? Number(now.contextTokens) : Infinity;
  return {
    ...(contextTokens !== undefined && contextTokens >= 1024 && { contextTokens: Math.min(contextTokens, maxTokens) }),
    ...(tools !== undefined && { toolCalling: tools ? 'native' : 'json' }),
    ...(pictures !== undefined && { pictures }),
  };
}

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

/** The main model from now on. One that is in the list already stays as it was set up. */
export function putMainEntry(settings: Settings, entry: ModelSettings): Settings {
  const isSame = ({ provider, endpoint, model }: ModelSettings): boolean =>
    provider === entry.provider && endpoint === entry.endpoint && model === entry.model;
  const known = settings.models.find(isSame);
  const next = known === undefined ? putEntry(settings, entry, null) : settings;
  return assignRole(next, 'main', (known ?? next.models.at(-1) ?? entry).id);
}

export function mapRoles(settings: Settings, change: (id: string, role: Role) => string): Settings {
  return ROLES.reduce((next, role) => ({ ...next, [role]: change(next[role], role) }), settings);
}
