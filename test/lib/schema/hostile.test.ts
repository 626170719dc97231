import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '../../../src/lib/base/json.ts';
import { createValidator, findSchemaFault } from '../../../src/lib/schema/create.ts';

const validator = createValidator({});
const messageOf = (schema: JsonSchema, value: unknown): string => {
  const result = validator.check(schema, value, 'tool');
  return result.ok ? 'fits' : result.message;
};

/** Each level asks for the next twice: 2^levels checks, were they not counted. */
function doubling(levels: number): JsonSchema {
  const both = (i: number): Json => ({ allOf: [{ $ref: `#/$defs/d${String(i)}` }, { $ref: `#/$defs/d${String(i)}` }] });
  const defs = Array.from({ length: levels }, (_, i): [string, Json] => [`d${String(i)}`, i === 0 ? {} : both(i - 1)]);
  return { ...(both(levels - 1) as JsonSchema), $defs: Object.fromEntries(defs) };
}

describe('hostile schemas and values', () => {
  const big = Array.from({ length: 20_000 }, (_, i) => ({ i }));
  const halfway: Json = { items: { $ref: '#' }, not: true };
  const nest = (levels = 5_000): Json => Array.from({ length: levels }).reduce<Json>((inner) => [inner], 1);
  const overlapping: JsonSchema = {
    anyOf: Array.from({ length: 900 }, (_, i) => ({
      $ref: `#/$defs/${['a', 'a/items', 'a/items/items'][i % 3] ?? ''}`,
    })),
    $defs: { a: { items: { items: { pattern: '(a{30}){30}' } } } },
  };

  it.each<[string, JsonSchema, Json]>([
    ['that double at every level', doubling(60), 'x'],
    ['that only refer to themselves', { $ref: '#' }, 'x'],
    [
      'that go round in a circle',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      1,
    ],
    ['that double with the depth of the value', { anyOf: [halfway, halfway] }, nest(60)],
    ['with a value deeper than the stack', { items: { $ref: '#' } }, nest()],
    ['that compare every pair', { uniqueItems: true }, big],
    ['that compare deep values', { uniqueItems: true }, [nest(), nest()]],
  ])('%s end in a message', (_, schema, value) => {
    expect(messageOf(schema, value)).toMatch(/^tool: the value could not be checked in \d+ (steps|levels);/);
  });

  it.each(['^(a+)+$', '^(a|a)*$', '^(a*)*b', '(a|aa)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:a?){50}a{50}'])(
    'a pattern that takes for ever going back, %s, ends',
    (pattern) => {
      expect(messageOf({ pattern }, `${'a'.repeat(200)}!`)).toMatch(/fits|matches|could not be checked/);
    },
  );

  it('references that overlap are read once each', () => {
    expect(findSchemaFault(overlapping)).toBeUndefined();
  });

  it('whatever comes as a schema and as a value, nothing is thrown and messages are bounded', () => {
    const keywords = [
      ...[
        'type',
        'const',
        'enum',
        'minimum',
        'maxLength',
        'multipleOf',
        'pattern',
        'format',
        'uniqueItems',
        'required',
      ],
      ...['properties', 'patternProperties', 'additionalProperties', 'propertyNames', 'items', 'prefixItems', '$ref'],
      ...['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', '$defs', '$id', '__proto__', 'constructor'],
    ];
    const pieces = fc.constantFrom<Json>(
      '#',
      '#/',
      '#/%',
      '#/$defs',
      '__proto__',
      '[',
      'string',
      -1,
      1e308,
      'date',
      [],
    );
    const { hostile } = fc.letrec<{ hostile: Json }>((tie) => ({
      hostile: fc.oneof(
        { depthSize: 'medium' },
        pieces,
        fc.jsonValue() as fc.Arbitrary<Json>,
        fc.dictionary(fc.constantFrom(...keywords), tie('hostile'), { noNullPrototype: true }),
        fc.array(tie('hostile'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(hostile, fc.oneof(fc.jsonValue(), hostile, fc.anything()), (schema, value) => {
        expect(messageOf(schema as JsonSchema, value).length).toBeLessThan(1_500);
      }),
      { numRuns: 3_000 },
    );
  });
});
