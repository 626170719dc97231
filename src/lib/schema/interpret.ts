/**
 * Checks values against a schema that is known only at run time, where MV3 forbids ajv. The one rule: the schema is
 * untrusted, so it is read once into functions, and what is malformed, too big, or would be checked only in part is
 * refused as a whole; what a check may cost is bounded (`effort.ts`).
 */
import type { JsonSchema } from '../base/json.ts';
import { Effort, measure, SchemaRefused, TooMuch } from './effort.ts';
import type { Check, Run } from './check.ts';
import { Reader } from './reader.ts';
import type { Validate } from './validator.ts';

/**
 * A validator in the shape of ajv's, for a schema of the draft 2020-12. Never throws: one whose schema is refused rejects
 * every value and says why (see `schemaRefusal`); so does one whose check would take too long.
 */
export function interpretedValidate(schema: JsonSchema): Validate {
  const check = prepare(schema);
  const validate: Validate = (value) => {
    const run: Run = { effort: new Effort(), faults: [] };
    const ok = attempt(check, value, run);
    validate.errors = ok ? null : run.faults;
    return ok;
  };
  return validate;
}

/** Why a schema cannot be used, to be told when it arrives; undefined when it can. */
export function schemaRefusal(schema: JsonSchema): string | undefined {
  const check = prepare(schema);
  return typeof check === 'string' ? check : undefined;
}

function attempt(check: Check | string, value: unknown, run: Run): boolean {
  if (typeof check === 'string') return giveUp(run, 'refused', check);
  try {
    return check(value, '', run);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return giveUp(run, 'effort', error.message);
  }
}

/** One fault for the whole, whatever was found on the way. */
function giveUp(run: Run, keyword: string, message: string): false {
  run.faults = [{ instancePath: '', keyword, params: {}, message }];
  return false;
}

function prepare(schema: JsonSchema): Check | string {
  try {
    measure(schema);
    return new Reader(schema).read();
  } catch (error) {
    if (error instanceof SchemaRefused) return error.message;
    throw error;
  }
}
