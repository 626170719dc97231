/** A stranger's schema: whatever it holds, what is made of it is small, checked in bounded work and no stricter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../src/lib/base/json.ts';
import { narrowSchema } from '../../../src/lib/schema/narrow-schema.ts';
import { validate } from '../../../src/lib/schema/validate.ts';
import { argumentsSubject } from './arbitraries.ts';

const UNBOUNDED = /"(?:pattern|format|patternProperties|if|then|not|allOf|uniqueItems|contains|\$ref|\$defs)":/;

describe('a schema of ours that says no more than is kept', () => {
  it('accepts after it what it accepted before', () => {
    const fitting = argumentsSubject.chain((subject) => fc.tuple(fc.constant(subject), subject.good));
    fc.assert(
      fc.property(fitting, ([{ schema }, value]) => {
        const narrowed = narrowSchema(schema);
        expect(narrowed === null || validate(narrowed, value).ok).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('any JSON as a schema', () => {
  it('becomes one without what takes unbounded work, which narrows to itself, or none', () => {
    const words = fc.constantFrom(
      ...[
        'type',
        'object',
        'string',
        'properties',
        'items',
        'anyOf',
        'oneOf',
        'enum',
        'required',
        '$ref',
        '#/properties/a',
      ],
      ...['pattern', '^(a+)+$', 'format', 'allOf', 'not', 'additionalProperties', 'a', 'b'],
    );
    const { any } = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 6 },
        words,
        fc.constantFrom(true, false, null, 0, 3),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(words, tie('any'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(any, (schema) => {
        const narrowed = narrowSchema(schema);
        if (narrowed === null) return;
        const text = JSON.stringify(narrowed);
        expect(text.length).toBeLessThanOrEqual(8000);
        expect(narrowSchema(narrowed)).toEqual(narrowed);
        expect(listKeywords(narrowed).filter((name) => UNBOUNDED.test(`"${name}":`))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});

/** Names of keywords, not of properties. */
function listKeywords(schema: JsonSchema): readonly string[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema as Record<string, never>;
  const parts = [...Object.values(properties), items, additionalProperties, ...(anyOf as JsonSchema[])];
  return [
    ...Object.keys(schema),
    ...parts.flatMap((part) => (typeof part === 'object' && part !== null ? listKeywords(part as JsonSchema) : [])),
  ];
}

it('resolves its own references, ends those that go in circles, and leaves those of others out', () => {
  const schema = {
    type: 'object',
    properties: { of: { $ref: '#/$defs/Node' }, far: { $ref: 'https://evil.example/schema' } },
    $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, n: { type: 'integer' } } } },
  };
  const narrowed = narrowSchema(schema);
  expect(narrowed).toMatchObject({ properties: { of: { properties: { n: { type: 'integer' } } }, far: {} } });
  expect(validate(narrowed ?? {}, { of: { n: 'one' } }).ok).toBe(false);
  expect(validate(narrowed ?? {}, { of: { next: { n: 1 } } }).ok).toBe(true);
});

it('a pattern that takes for ever is not asked', () => {
  const narrowed = narrowSchema({ type: 'string', pattern: '^(a+)+$' });
  expect(validate(narrowed ?? {}, `${'a'.repeat(40)}!`).ok).toBe(true);
});

it.each([
  ['too many parts', { properties: Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`p${String(i)}`, {}])) }],
  ['too many words', { enum: Array.from({ length: 150 }, (_, i) => 'w'.repeat(100) + String(i)) }],
  ['references that double', doubling(12)],
])('%s is too much', (_, schema) => {
  expect(narrowSchema(schema)).toBeNull();
});

function doubling(levels: number): object {
  const defs = Object.fromEntries(
    Array.from({ length: levels }, (_, i) => [
      `d${String(i)}`,
      Object.fromEntries([
        [
          'properties',
          Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, { $ref: `#/$defs/d${String(i + 1)}` }])),
        ],
      ]),
    ]),
  );
  return { $ref: '#/$defs/d0', $defs: defs };
}
