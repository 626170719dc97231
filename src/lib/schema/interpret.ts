/**
 * Validates values against a schema known only at run time, where MV3 forbids ajv. The schema is untrusted: it is
 * compiled once to functions; a malformed, too big or only partly supported one is refused as a whole, and the cost of
 * a check is bounded (`effort.ts`).
 */
import type { JsonSchema } from '../base/json.ts';
import { Effort, assertSchemaSize, SchemaRefusedError, EffortExceededError } from './effort.ts';
import type { Check, Run } from './check.ts';
import { SchemaReader } from './reader.ts';
import type { Validate } from './validator.ts';

/**
 * Creates a validator with ajv's interface for a draft 2020-12 schema. Never throws: a refused schema, or a check that
 * costs too much, rejects the value and says why (see `findSchemaFault`).
 */
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

/** Returns why a schema cannot be used, to report on receipt; undefined if it can. */
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

/** Replaces all faults by one for the whole value. */
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
