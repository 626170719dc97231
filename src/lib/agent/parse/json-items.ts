/** Reads the items of a list that a model was asked to reply with. */
import { isRecord, type UnknownRecord } from '../../base/loose.ts';
import { repairJson } from './repair-json.ts';

/** Accepts an array, an array in a field, or a single item. Null if the text has none of them. */
export function readJsonItems(text: string): readonly UnknownRecord[] | null {
  const json = repairJson(text);
  const value = json.ok ? json.value : null;
  if (isRecord(value)) return (Object.values(value).find(Array.isArray) ?? [value]).filter(isRecord);
  return Array.isArray(value) ? value.filter(isRecord) : null;
}
