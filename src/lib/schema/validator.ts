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
  /** `name` is what the message calls the value. Never throws for data. */
  check(schema: JsonSchema, value: unknown, name?: string): CheckResult<unknown>;
}

/** Finds the compiled function by the `$id` of the schema; throws if there is none. */
export function createValidator(compiled: Readonly<Record<string, Validate>>): Validator {
  return {
    check({ $id }, value, name = 'arguments') {
      const validate = typeof $id === 'string' && Object.hasOwn(compiled, $id) ? compiled[$id] : undefined;
      if (!validate) throw new Error(`The schema ${JSON.stringify($id)} is not compiled.`);
      return checkWith(name, validate, value);
    },
  };
}

/** Never throws for data (JSON or a structured clone). */
export function checkWith<T>(name: string, validate: Validate, value: unknown): CheckResult<T> {
  if (validate(value)) return { ok: true, value: value as T };
  return { ok: false, message: `${name}: ${describeFaults(validate.errors ?? [], value)}.` };
}
