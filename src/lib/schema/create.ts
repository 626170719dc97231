/** Creates the validator of tool arguments: compiled for schemas known at build time, interpreted for others. */
import type { JsonSchema } from '../base/json.ts';
import { isObject } from './check.ts';
import { createInterpretedValidate } from './interpret.ts';
import { checkWith, type Validate, type Validator } from './validator.ts';

/**
 * `compiled` is keyed by `$id`, which is trusted: remove the `$id` of any external schema first, or it could pass for a
 * built-in one.
 */
export function createValidator(compiled: Readonly<Record<string, Validate>>): Validator {
  const cache = new WeakMap<JsonSchema, Validate>();
  const getValidate = (schema: JsonSchema): Validate => {
    if (!isObject(schema)) return createInterpretedValidate(schema); // from outside, and not a schema
    const id = schema['$id'];
    const existing = typeof id === 'string' && Object.hasOwn(compiled, id) ? compiled[id] : cache.get(schema);
    if (existing) return existing;
    const created = createInterpretedValidate(schema);
    cache.set(schema, created);
    return created;
  };
  return {
    check(schema, value, name = 'arguments') {
      return checkWith(name, getValidate(schema), value);
    },
  };
}
