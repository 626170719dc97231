/**
 * The shapes of validation, whoever does it: functions compiled by ajv, or the interpreter of schemas that come at run
 * time. The one rule: a refusal is a value with a message, never a throw.
 */
import type { JsonSchema } from '../base/json.ts';
import { describe, type Fault } from './words.ts';

export type { Fault } from './words.ts';

/** Answers true or false, and leaves its complaints in `errors`. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly Fault[] | null;
}

export type CheckResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Checks values against schemas, wherever a schema came from. */
export interface Validator {
  /** `name` is what the message calls the value, 'arguments' unless told. Never throws for data, whatever the schema. */
  check(schema: JsonSchema, value: unknown, name?: string): CheckResult<unknown>;
}

/** Checks a value; `name` is what the message calls it. Never throws for data (JSON or a structured clone). */
export function checkWith<T>(name: string, validate: Validate, value: unknown): CheckResult<T> {
  if (validate(value)) return { ok: true, value: value as T };
  return { ok: false, message: `${name}: ${describe(validate.errors ?? [], value)}.` };
}
