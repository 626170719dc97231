import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '../../../src/lib/base/json.ts';
import { checkWith, type Validate } from '../../../src/lib/schema/validator.ts';
import { argumentsSubject } from './arbitraries.ts';
import { createInterpretedValidate, findSchemaFault } from '../../../src/lib/schema/create.ts';

// Compiled while the file loads: tests of the core run without `Function`. A failure prints the schema it failed on.
const ajv = new Ajv({ strict: false, ownProperties: true });
const subjects = fc.sample(argumentsSubject, 200).map((subject) => ({
  ...subject,
  compiled: ajv.compile(subject.schema) as Validate,
  interpreted: createInterpretedValidate(subject.schema),
}));

/** A schema of a few of these keywords. */
const someOf = (keywords: Readonly<Record<string, fc.Arbitrary<Json>>>): fc.Arbitrary<JsonSchema> => {
  const one = Object.entries(keywords).map(([keyword, argument]) => argument.map((json) => [keyword, json] as const));
  const some = fc.uniqueArray(fc.oneof(...one), { minLength: 1, maxLength: 5, selector: ([keyword]) => keyword });
  return some.map((entries) => Object.fromEntries(entries));
};

/** Any schema of the keywords that both know, however senseless. */
const { anySchema } = fc.letrec<{ anySchema: JsonSchema; node: Json }>((tie) => {
  const size = fc.nat(4);
  const bound = fc.integer({ min: -5, max: 5 });
  const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null');
  const scalar = fc.oneof(fc.constantFrom<Json>('', 'a', 'ab', 0, 1, -3, 1.5, true, null, [], {}, [1], { a: 1 }));
  const node = tie('node');
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), node, { maxKeys: 3, noNullPrototype: true });
  const some = fc.array(node, { minLength: 1, maxLength: 3 });
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<Json>(true, {}),
      tie('anySchema'),
      fc.boolean(),
    ),
    anySchema: someOf({
      type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
      const: scalar,
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4, selector: (value) => JSON.stringify(value) }),
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: bound,
      exclusiveMaximum: bound,
      multipleOf: fc.integer({ min: 1, max: 4 }),
      minLength: size,
      maxLength: size,
      pattern: fc.constantFrom('^a', 'b$', '[^a]', 'a|b', '(ab)+'),
      minItems: size,
      maxItems: size,
      uniqueItems: fc.boolean(),
      items: node,
      minProperties: size,
      maxProperties: size,
      required: fc.uniqueArray(fc.constantFrom('a', 'b', 'constructor'), { maxLength: 2 }),
      properties: fields,
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b|c'), node, { maxKeys: 2, noNullPrototype: true }),
      propertyNames: fc.constantFrom<Json>({ maxLength: 1 }, { enum: ['a', 'b'] }, true),
      additionalProperties: node,
      not: node,
      allOf: some,
      anyOf: some,
      oneOf: some,
      if: node,
      then: node,
      else: node,
    }),
  };
});
const pairs = fc
  .sample(anySchema, 400)
  .map((schema) => ({ schema, compiled: ajv.compile(schema), interpreted: createInterpretedValidate(schema) }));
const smallValue = fc.oneof(
  fc.constantFrom<Json>('', 'a', 'ab', 'ba', 0, 1, 2, -3, 1.5, true, null, [], {}, [1], [1, 1], { a: 1 }),
  fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'constructor'),
    fc.constantFrom<Json>('a', 1, null, [1, 2], { a: 'ab' }),
    { noNullPrototype: true },
  ),
  fc.array(fc.constantFrom<Json>('a', 1, 1.5, null, { a: 1 }, { a: 1 }), { maxLength: 5 }),
  // ajv finds no number from 1e21 a multiple of anything: its parseInt reads the 1 of 1e21
  (fc.jsonValue() as fc.Arbitrary<Json>).filter((value) => !/\de\+/.test(JSON.stringify(value))),
);

const messageOf = (schema: JsonSchema, value: unknown): string => {
  const result = checkWith('tool', createInterpretedValidate(schema), value);
  return result.ok ? 'fits' : result.message;
};

describe('**Feature: agent-architecture-upgrade, Property 5: Tool Validation Rejects Invalid Input**', () => {
  it('a value that breaks one keyword is rejected with its path, what was found and what was expected', () => {
    const broken = fc.constantFrom(...subjects).chain((subject) => fc.tuple(fc.constant(subject), subject.bad));
    fc.assert(
      fc.property(broken, ([{ compiled, interpreted }, { value, at = '', says }]) => {
        for (const validate of [compiled, interpreted]) {
          const result = checkWith('tool', validate, value);
          expect(result.ok ? 'accepted' : result.message).toContain(`tool: ${at} ${says}`);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('both validators say the same, but for the order of equal entries', () => {
    const broken = fc.constantFrom(...subjects).chain((subject) => fc.tuple(fc.constant(subject), subject.bad));
    fc.assert(
      fc.property(broken, ([{ compiled, interpreted }, { value, keyword }]) => {
        fc.pre(keyword !== 'uniqueItems');
        expect(checkWith('tool', interpreted, value)).toEqual(checkWith('tool', compiled, value));
      }),
      { numRuns: 1_000 },
    );
  });

  it('a value that fits is handed back', () => {
    const fitting = fc.constantFrom(...subjects).chain((subject) => fc.tuple(fc.constant(subject), subject.good));
    fc.assert(
      fc.property(fitting, ([{ compiled, interpreted }, value]) => {
        for (const validate of [compiled, interpreted])
          expect(checkWith('tool', validate, value)).toEqual({ ok: true, value });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the interpreter', () => {
  it('agrees with ajv about any schema of the keywords it knows, and any value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pairs), smallValue, ({ compiled, interpreted }, value) => {
        expect(interpreted(value)).toBe(compiled(value));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each<[JsonSchema, Json, string]>([
    [{ oneOf: [{ type: 'string' }, { type: 'boolean' }] }, 4, 'the value is 4; expected a text or true or false.'],
    [
      { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
      4,
      'the value is 4; expected exactly one of the allowed forms, but it fits several.',
    ],
    [
      { anyOf: [{ required: ['url'] }, { required: ['text'] }] },
      {},
      'the value is an object; expected one of the allowed forms, but /url is missing; expected it to be there, and /text is missing; expected it to be there.',
    ],
    [
      { type: 'string', format: 'date' },
      '2025-02-30',
      'the value is "2025-02-30"; expected a text in the format date.',
    ],
    [{ type: 'string', format: 'of-tomorrow' }, 'x', ''],
    [{ multipleOf: 0.5 }, 0.7, 'the value is 0.7; expected a multiple of 0.5.'],
    [{ minProperties: 1 }, {}, 'the value is an object; expected at least 1 fields.'],
    [{ not: { type: 'null' } }, null, 'the value is null; expected something that this rule does not forbid.'],
    [{ propertyNames: { maxLength: 2 } }, { abc: 1 }, 'the value is an object; expected other field names than "abc".'],
    [{ properties: { a: false } }, { a: 1 }, '/a is 1; expected nothing there.'],
    [{ prefixItems: [{ type: 'string' }], items: { type: 'null' } }, ['a', 1], '/1 is 1; expected null.'],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'null' } } }, 1, 'the value is 1; expected null.'],
  ])('of %j and %j says %s', (schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message ? `tool: ${message}` : 'fits');
  });

  it('follows a schema that refers to itself down the value', () => {
    const tree = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false };
    expect(messageOf(tree, { next: { next: {} } })).toBe('fits');
    expect(messageOf(tree, { next: { next: { other: 1 } } })).toContain('/next/next/other is not a known field');
  });

  it.each<[string, JsonSchema, string]>([
    ['points outside', { $ref: 'https://example.org/schema.json' }, '/$ref should lead to a place in the same schema'],
    ['points nowhere', { $ref: '#/$defs/gone' }, '/$ref leads nowhere'],
    ['has a pattern that is none', { pattern: '(' }, '/pattern is not a valid regular expression'],
    ['has a pattern that looks ahead', { pattern: '(?=a)b' }, '/pattern is a pattern that looks ahead or behind'],
    ['has a pattern that refers back', { pattern: '(a)\\1' }, '/pattern is a pattern that refers back'],
    ['has a pattern that counts too far', { pattern: '((a{99}){99}){99}' }, 'more than 1000 states'],
    ['has an endless pattern', { pattern: 'a'.repeat(2_000) }, 'more than 1000 characters'],
    [
      'misuses a keyword',
      { properties: { a: { minLength: '3' } } },
      '/properties/a/minLength should be a whole number',
    ],
    ['names no type', { type: 'text' }, '/type names a type'],
    ['needs a keyword that is not known', { unevaluatedProperties: false }, 'uses unevaluatedProperties'],
    ['is too big', { enum: Array.from({ length: 6_000 }, (_, i) => i) }, 'more than 5000 nodes'],
    ['is too long', { description: 'x'.repeat(200_001) }, 'more than 200000 characters'],
    ['is too deep', deep(100), 'nests deeper than 64'],
  ])('refuses a schema that %s', (_, schema, why) => {
    expect(findSchemaFault(schema)).toContain(why);
    expect(messageOf(schema, {})).toContain(`tool: its schema cannot be used: `);
    expect(messageOf(schema, {})).toContain(why);
  });

  it('accepts a frozen schema, and leaves a schema as it is', () => {
    const schema = Object.freeze({ $ref: '#/$defs/a', $defs: Object.freeze({ a: Object.freeze({ type: 'null' }) }) });
    const before = JSON.stringify(schema);
    expect(messageOf(schema, null)).toBe('fits');
    expect(Reflect.ownKeys(schema)).toEqual(['$ref', '$defs']);
    expect(JSON.stringify(schema)).toBe(before);
  });
});

/** A schema of `{ items: { items: … } }`. */
function deep(levels: number): JsonSchema {
  return levels === 0 ? {} : { items: deep(levels - 1) };
}
