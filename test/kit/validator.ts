/** Checks values by schemas that only tests have. */
import { Ajv } from 'ajv';
import type { JsonSchema } from '../../src/lib/base/json.ts';
import { checkWith, type Validate, type Validator } from '../../src/lib/schema/validator.ts';

// tests of the core run without `Function`, which ajv needs
const original = Function;
const ajv = new Ajv({ strict: false, ownProperties: true, logger: false });
const compiled = new Map<string, Validate>();

function compile(schema: JsonSchema): Validate {
  const hostile = globalThis.Function;
  globalThis.Function = original;
  try {
    return ajv.compile(schema) as Validate;
  } finally {
    globalThis.Function = hostile;
  }
}

export const anyValidator: Validator = {
  check(schema, value, name = 'arguments') {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? compile(schema);
    compiled.set(text, validate);
    return checkWith(name, validate, value);
  },
};
