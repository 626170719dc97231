/** The validator of tool arguments: compiled for built-in schemas, interpreted for others. */
import type { JsonSchema } from '../base/json.ts';
import { isObject, type Check, type Run } from './check.ts';
import { checkWith, type Validate, type Validator } from './validator.ts';
import { Effort, assertSchemaSize, SchemaRefusedError, EffortExceededError } from './effort.ts';
import { SchemaReader } from './reader.ts';

/** The `$id` key is trusted: remove it from external schemas, or they could pass for built-in ones. */
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

/** Draft 2020-12. Never throws: a refused schema or too costly check rejects the value. */
export function createInterpretedValidate(schema: JsonSchema): Validate {
  const check = compileSchema(schema);
  const validate: Validate = (value) => {
    const run: Run = { effort: new Effort(), faults: [] };
    const ok = runCheck(check, value, run);
    validate.errors = ok ? null : run.faults;
    return ok;
  };
  return validate;
}

/** Returns why a schema cannot be used; undefined if it can. */
export function findSchemaFault(schema: JsonSchema): string | undefined {
  const check = compileSchema(schema);
  return typeof check === 'string' ? check : undefined;
}

function runCheck(check: Check | string, value: unknown, run: Run): boolean {
  if (typeof check === 'string') return failWhole(run, 'refused', check);
  try {
    return check(value, '', run);
  } catch (error) {
    if (!(error instanceof EffortExceededError)) throw error;
    return failWhole(run, 'effort', error.message);
  }
}

function failWhole(run: Run, keyword: string, message: string): false {
  run.faults = [{ instancePath: '', keyword, params: {}, message }];
  return false;
}

function compileSchema(schema: JsonSchema): Check | string {
  try {
    assertSchemaSize(schema);
    return new SchemaReader(schema).read();
  } catch (error) {
    if (error instanceof SchemaRefusedError) return error.message;
    throw error;
  }
}
