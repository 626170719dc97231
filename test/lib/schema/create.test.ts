import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/lib/base/json.ts';
import { toolValidators } from '../../../src/lib/schema/compiled/validators.js';
import { createValidator } from '../../../src/lib/schema/create.ts';
import { BUILT_IN_TOOLS } from '../../kit/built-in-tools.ts';

// Compiled while the file loads: tests of the core run without `Function`.
const compiled = new Ajv().compile({ type: 'null' });

describe('createValidator', () => {
  const validator = createValidator({ 'tool:known': compiled });

  it('uses the compiled validator of a schema that has one, by its $id', () => {
    expect(validator.check({ $id: 'tool:known' }, 1)).toEqual({
      ok: false,
      message: 'arguments: the value is 1; expected null.',
    });
    expect(validator.check({ $id: 'tool:known' }, null)).toEqual({ ok: true, value: null });
  });

  it.each(['tool:other', 'constructor', '__proto__', 7])('interprets a schema of another $id: %s', ($id) => {
    expect(validator.check({ $id, type: 'string' }, 1, 'call')).toEqual({
      ok: false,
      message: 'call: the value is 1; expected a text.',
    });
  });

  it('reads a schema once', () => {
    let reads = 0;
    const schema = new Proxy<JsonSchema>(
      { type: 'string' },
      {
        ownKeys(target) {
          reads += 1;
          return Reflect.ownKeys(target);
        },
      },
    );
    validator.check(schema, 1);
    const once = reads;
    validator.check(schema, 'a');
    expect(reads).toBe(once);
    expect(once).toBeGreaterThan(0);
  });
});

it('every built-in tool has a compiled validator under the $id of its schema', () => {
  expect(Object.keys(toolValidators).sort()).toEqual(
    Array.from(BUILT_IN_TOOLS.values(), ({ definition }) => definition.inputSchema['$id']).sort(),
  );
});
