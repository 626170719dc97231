/** Checks, faults and value types, as ajv defines them. */
import type { Effort } from './effort.ts';
import type { Fault } from './validator.ts';

export interface Run {
  readonly effort: Effort;
  faults: Fault[];
}

/** If false, at least one fault was added. `path` is the value's JSON pointer. */
export type Check = (value: unknown, path: string, run: Run) => boolean;

/** Bounds how many faults one check can add. */
const FAULT_COST = 20;

export function addFault(run: Run, path: string, keyword: string, params: Fault['params'], message: string): false {
  run.effort.spend(FAULT_COST);
  run.faults.push({ instancePath: path, keyword, params, message });
  return false;
}

type JsonObject = Readonly<Record<string, unknown>>;

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export function listKeys(value: JsonObject, effort: Effort): readonly string[] {
  const keys = Object.keys(value);
  effort.spend(keys.length);
  return keys;
}

/** Undefined counts as missing, since JSON cannot contain it. */
export const hasField = (value: JsonObject, name: string): boolean =>
  Object.hasOwn(value, name) && value[name] !== undefined;
