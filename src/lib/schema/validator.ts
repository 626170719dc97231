/** Interfaces of validation. A rejection is a value with a message, never a throw. */
import type { JsonSchema } from '../base/json.ts';
import { describeFaults, type Fault } from './words.ts';

export type { Fault } from './words.ts';

export interface Validate {
  (value: unknown): boolean;
  errors?: readonly Fault[] | null;
}

export type CheckResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

export interface Validator {
  /** `name` is what the message calls the value. Never throws for data, whatever the schema. */
  check(schema: JsonSchema, value: unknown, name?: string): CheckResult<unknown>;
}

/** Never throws for data (JSON or a structured clone). */
export function checkWith<T>(name: string, validate: Validate, value: unknown): CheckResult<T> {
  if (validate(value)) return { ok: true, value: value as T };
  return { ok: false, message: `${name}: ${describeFaults(validate.errors ?? [], value)}.` };
}
