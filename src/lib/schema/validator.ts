/**
 * Interfaces of validation, by ajv's compiled functions or by the run-time interpreter. A rejection is a value with a
 * message, never a throw.
 */
import type { JsonSchema } from '../base/json.ts';
import { describeFaults, type Fault } from './words.ts';

export type { Fault } from './words.ts';

/** Returns whether the value is valid, and sets `errors`. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly Fault[] | null;
}

export type CheckResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Validates values against any schema. */
export interface Validator {
  /** `name` is what the message calls the value, default 'arguments'. Never throws for data, whatever the schema. */
  check(schema: JsonSchema, value: unknown, name?: string): CheckResult<unknown>;
}

/** Validates a value; `name` is what the message calls it. Never throws for data (JSON or a structured clone). */
export function checkWith<T>(name: string, validate: Validate, value: unknown): CheckResult<T> {
  if (validate(value)) return { ok: true, value: value as T };
  return { ok: false, message: `${name}: ${describeFaults(validate.errors ?? [], value)}.` };
}
