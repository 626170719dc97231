/** What the interpreter's parts share: one check, its faults, and the kinds of values as ajv sees them. */
import type { Effort } from './effort.ts';
import type { Fault } from './validator.ts';

/** One check under way. */
export interface Run {
  readonly effort: Effort;
  faults: Fault[];
}

/** True when the value meets the rule; otherwise leaves at least one fault. `path` is the value's JSON pointer. */
export type Check = (value: unknown, path: string, run: Run) => boolean;

/** What keeping a fault costs, so that a check that fails in many ways stays small. */
const FAULT_STEPS = 20;

/** Leaves a fault; returns false, for the caller to return. */
export function fail(run: Run, path: string, keyword: string, params: Fault['params'], message: string): false {
  run.effort.spend(FAULT_STEPS);
  run.faults.push({ instancePath: path, keyword, params, message });
  return false;
}

type JsonObject = Readonly<Record<string, unknown>>;

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The names of a value's fields, paid for. */
export function keysOf(value: JsonObject, effort: Effort): readonly string[] {
  const keys = Object.keys(value);
  effort.spend(keys.length);
  return keys;
}

/** A field of its own that is not undefined, which JSON could not have sent. */
export const has = (value: JsonObject, name: string): boolean =>
  Object.hasOwn(value, name) && value[name] !== undefined;
