/** Validation of data by JSON Schema. A rejection is a value with a message, never a throw. */
import { Validator, type OutputUnit } from '@cfworker/json-schema';
import { describeFaults, resolvePointer, type Fault } from './describe-fault.ts';

export type CheckResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/**
 * Returns the value as it is, or its first fault in one sentence. `name` is what the sentence calls the value. Never
 * throws for data. A value that holds `undefined`, functions and the like is checked and returned as JSON holds it.
 * The schema must be our own: the work is not bounded for one that comes from outside.
 */
export function validate<T = unknown>(schema: object, value: unknown, name = 'arguments'): CheckResult<T> {
  let checked = value;
  let faults = findFaults(schema, checked);
  if (faults === null) {
    checked = toJson(value);
    faults = findFaults(schema, checked) ?? [UNREADABLE_FAULT];
  }
  if (faults.length === 0) return { ok: true, value: checked as T };
  return { ok: false, message: `${name}: ${describeFaults(faults, checked)}.` };
}

const validators = new WeakMap<object, Validator>();

function getValidator(schema: object): Validator {
  const existing = validators.get(schema);
  if (existing) return existing;
  const validator = new Validator(structuredClone(schema), '2020-12'); // a copy, because the library writes into it
  validators.set(schema, validator);
  return validator;
}

/** Null if the library threw, which it does for what JSON does not hold, at any depth, and for malformed field names. */
function findFaults(schema: object, value: unknown): readonly Fault[] | null {
  try {
    const { errors } = getValidator(schema).validate(value);
    return errors.flatMap((error, i) => toFault(error, errors[i + 1], schema) ?? []);
  } catch {
    return null;
  }
}

function toJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return null; // nothing, or it refers to itself
  }
}

/** The name of a field holds half a character. */
const UNREADABLE_FAULT: Fault = { path: '', keyword: 'type', expected: 'JSON' };

/** Keywords whose fault is that of the schema below them, which follows. */
const PASSED_ON: ReadonlySet<string> = new Set(['properties', 'items', 'false']);

function toFault(error: OutputUnit, next: OutputUnit | undefined, schema: object): Fault | null {
  const { keyword } = error;
  if (PASSED_ON.has(keyword)) return null;
  const path = toPointer(error.instanceLocation);
  if (keyword !== 'additionalProperties')
    return { path, keyword, expected: resolvePointer(schema, toPointer(error.keywordLocation)) };
  return next?.keyword === 'false' ? { path: toPointer(next.instanceLocation), keyword, expected: false } : null;
}

/** From the library's form, such as `#/a/%C3%A9`. */
const toPointer = (location: string): string => decodeURI(location.slice(1));
