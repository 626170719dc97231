/** A manifest's text as the fields of a form. Pure. */
import type { FieldPath } from '../../lib/agents/manifest/edit-yaml.ts';
import { getProperty, isRecord } from '../../lib/base/loose.ts';
import type { ManifestFault } from '../../lib/protocol/requests/agents.ts';

export const FIELD_PATHS = {
  name: ['name'],
  description: ['description'],
  routing: ['natural_language_description'],
  mode: ['agent', 'integration_mode'],
  instructions: ['agent', 'instructions'],
  uses: ['agent', 'uses_tools'],
  turns: ['agent', 'limits', 'max_turns'],
  tokens: ['agent', 'limits', 'max_tokens_per_invocation'],
  time: ['agent', 'limits', 'time_budget_ms'],
} as const satisfies Record<string, FieldPath>;

export type FieldName = keyof typeof FIELD_PATHS;

const PATHS = new Map(Object.entries(FIELD_PATHS).map(([name, path]) => [path.join('.'), name as FieldName]));

/** Null for what is set only as text. An id follows from the name. */
export function findField({ path }: Pick<ManifestFault, 'path'>): FieldName | null {
  return path === 'id' ? 'name' : (PATHS.get(path.replace(/\[\d+\]$/, '')) ?? null);
}

/** As it stands in a field; null for a value that no field can show. */
export function getFieldText(definition: unknown, name: FieldName): string | null {
  const value = getProperty(definition, ...FIELD_PATHS[name]);
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' && name === 'time') return String(value / MS);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

const MS = 1000;

/** What a limit is set to; a text that is no number stays one, for the validator to refuse. Undefined for ''. */
export function parseLimit(text: string, name: FieldName): string | number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return trimmed;
  return name === 'time' ? Math.round(value * MS) : value;
}

/** Null if it is no list of names. */
export function getUses(definition: unknown): readonly string[] | null {
  const value = getProperty(definition, ...FIELD_PATHS.uses) ?? [];
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;
}

/** What is set and no field shows, such as `agent.model`. */
export function listOtherFields(definition: unknown, path = ''): readonly string[] {
  if (!isRecord(definition)) return [];
  return Object.entries(definition).flatMap(([name, value]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    if (fieldPath === 'id' || PATHS.has(fieldPath)) return [];
    return [...PATHS.keys()].some((each) => each.startsWith(`${fieldPath}.`))
      ? listOtherFields(value, fieldPath)
      : [fieldPath];
  });
}
