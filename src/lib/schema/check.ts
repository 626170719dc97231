/** Shared parts of the schema interpreter: checks, faults, and the types of values as ajv defines them. */
import type { Effort } from './effort.ts';
import type { Fault } from './validator.ts';

/** The state of one check. */
export interface Run {
  readonly effort: Effort;
  faults: Fault[];
}

/** Returns true if the value matches; otherwise adds at least one fault. `path` is the value's JSON pointer. */
export type Check = (value: unknown, path: string, run: Run) => boolean;

/** Cost of recording a fault, which bounds how many one check can add. */
const FAULT_COST = 20;

/** Adds a fault; returns false, for the caller to return. */
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

/** Returns the field names of a value and counts them as effort. */
export function listKeys(value: JsonObject, effort: Effort): readonly string[] {
  const keys = Object.keys(value);
  effort.spend(keys.length);
  return keys;
}

/** Whether the value has that own field. Undefined counts as missing, since JSON cannot contain it. */
export const hasField = (value: JsonObject, name: string): boolean =>
  Object.hasOwn(value, name) && value[name] !== undefined;
