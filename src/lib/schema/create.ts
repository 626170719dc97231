/** The one validator of tool arguments: compiled where the build knew the schema, interpreted where it did not. */
import type { JsonSchema } from '../base/json.ts';
import { isObject } from './check.ts';
import { interpretedValidate } from './interpret.ts';
import { checkWith, type Validate, type Validator } from './validator.ts';

/**
 * `compiled` is keyed by `$id`. A schema is trusted to be what its `$id` says: drop the `$id` of a schema that comes from
 * outside before it gets here, or it could pass for a built-in one.
 */
export function createValidator(compiled: Readonly<Record<string, Validate>>): Validator {
  const interpreted = new WeakMap<JsonSchema, Validate>();
  const validateFor = (schema: JsonSchema): Validate => {
    if (!isObject(schema)) return interpretedValidate(schema); // from outside, and no schema at all
    const id = schema['$id'];
    const ready = typeof id === 'string' && Object.hasOwn(compiled, id) ? compiled[id] : interpreted.get(schema);
    if (ready) return ready;
    const made = interpretedValidate(schema);
    interpreted.set(schema, made);
    return made;
  };
  return {
    check(schema, value, name = 'arguments') {
      return checkWith(name, validateFor(schema), value);
    },
  };
}
