/** Forms of flat schemas: what is sent always fits the schema, what is not flat is refused, and defaults stand there as if entered. */
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/lib/protocol/check.ts';
import { MAX_ENTERED, checkForm, readForm, type Entered, type FormField } from '../../../src/lib/schema/form.ts';
import { GOOD_REQUESTS } from '../../kit/protocol/good-requests.ts';

const words = fc.string({ unit: fc.constantFrom('a', ' ', '1', '.', '@', '-', ':', 'é', '😀'), maxLength: 12 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const dropUndefined = (node: object): object => JSON.parse(JSON.stringify(node)) as object;
const options = fc.uniqueArray(fc.constantFrom('red', 'green', 'blue', 'grey'), { minLength: 1 });

const TEXT = fc.record({
  type: fc.constant('string'),
  title: optional(words),
  minLength: optional(fc.nat(6)),
  maxLength: optional(fc.nat(12)),
  format: optional(fc.constantFrom('email', 'uri', 'date', 'date-time')),
  default: optional(
    fc.oneof(words, fc.constantFrom('2026-02-29', '2026-11-27', 'ada@example.org', 'https://a.example/')),
  ),
});
const NUMBER = fc.record({
  type: fc.constantFrom('number', 'integer'),
  minimum: optional(fc.integer({ min: -9, max: 9 })),
  maximum: optional(fc.integer({ min: -9, max: 9 })),
  default: optional(fc.double({ noNaN: true, noDefaultInfinity: true })),
});
const BOOLEAN = fc.record({ type: fc.constant('boolean'), default: optional(fc.boolean()) });
const CHOICE = fc.oneof(
  fc.record({
    type: fc.constant('string'),
    enum: options,
    enumNames: optional(fc.array(words)),
    default: optional(words),
  }),
  options.map((values) => ({
    type: 'string',
    oneOf: values.map((value) => ({ const: value, title: value.toUpperCase() })),
  })),
);
const CHOICES = fc.record({
  type: fc.constant('array'),
  items: fc.oneof(
    options.map((values) => ({ type: 'string', enum: values })),
    options.map((values) => ({ anyOf: values.map((value) => ({ const: value, title: value })) })),
  ),
  minItems: optional(fc.nat(3)),
  maxItems: optional(fc.nat(4)),
  default: optional(fc.subarray(['red', 'green', 'violet'])),
});
const SCHEMA = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.oneof(TEXT, NUMBER, BOOLEAN, CHOICE, CHOICES).map(dropUndefined), {
    maxKeys: 4,
  })
  .chain((properties) =>
    fc.record({
      type: fc.constant('object'),
      properties: fc.constant(properties),
      required: fc.subarray(Object.keys(properties)),
    }),
  );

const ENTERED_TEXT = fc.oneof(
  words,
  fc.constantFrom('', 'red', 'true', 'false', '1e3', '0x10', ' 7 ', '-3.5', '2026-11-27', '2026-11-27T10:00'),
  fc.constantFrom(
    'ada@example.org',
    'a@b',
    'https://a.example/b?c#d',
    'mailto:a@b.example',
    'http://a b',
    '2026-02-30',
  ),
);
const ENTERED = fc.oneof(ENTERED_TEXT, fc.subarray(['red', 'green', 'blue', 'grey', 'violet']));

/** As if nothing was changed, or with something entered in each. */
const getInitial = (fields: readonly FormField[]): Entered =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));

describe('a form', () => {
  it('never gives values that its schema refuses', () => {
    let given = 0;
    fc.assert(
      fc.property(
        SCHEMA,
        fc.array(ENTERED, { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        (schema, entries, isInitial) => {
          const fields = readForm(schema);
          if (fields === null) throw new Error(`No form: ${JSON.stringify(schema)}`);
          const entered = isInitial
            ? getInitial(fields)
            : Object.fromEntries(fields.map(({ name }, at) => [name, entries[at] ?? '']));
          const { values, problems } = checkForm(fields, entered);
          expect(values === null).toBe(problems.size > 0);
          if (values === null) return;
          given += 1;
          expect(new Validator(schema, '2020-12').validate(values).errors).toEqual([]);
          for (const [name, value] of Object.entries(values))
            if (!Array.isArray(value)) expect(entered[name]).not.toBe('');
        },
      ),
      { numRuns: 3000 },
    );
    expect(given).toBeGreaterThan(500);
  });

  it('never throws for what a server makes up, and is never larger than can be shown', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ type: fc.constant('object'), properties: fc.jsonValue() })),
        (schema) => {
          expect(readForm(schema)?.length ?? 0).toBeLessThanOrEqual(20);
        },
      ),
    );
  });

  it.each<[string, object]>([
    ['an object in it', { a: { type: 'object', properties: {} } }],
    ['a list of anything', { a: { type: 'array', items: { type: 'string' } } }],
    ['a pattern', { a: { type: 'string', pattern: '^(a+)+$' } }],
    ['a reference', { a: { $ref: '#/$defs/a' } }],
    ['a format that is not known', { a: { type: 'string', format: 'hostname' } }],
    [
      'too many fields',
      Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${String(i)}`, { type: 'boolean' }])),
    ],
    ['too many choices', { a: { type: 'string', enum: Array.from({ length: 101 }, (_, i) => String(i)) } }],
    ['a name that is no field', { ['__proto__']: { type: 'string' } }],
    ['too many words', { a: { type: 'string', description: 'x'.repeat(20_000) } }],
  ])('with %s is none', (_, properties) => {
    expect(readForm({ type: 'object', properties })).toBeNull();
  });

  it('shows defaults as if they were entered, and drops those that do not fit', () => {
    const properties = {
      name: { type: 'string', default: 'Ada' },
      age: { type: 'integer', minimum: 18, default: 12 },
      color: { type: 'string', enum: ['red'], default: 'red' },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['b'] },
      sure: { type: 'boolean', default: false },
    };
    const fields = readForm({ type: 'object', properties }) ?? [];
    expect(getInitial(fields)).toEqual({ name: 'Ada', age: '', color: 'red', tags: ['b'], sure: 'false' });
    expect(checkForm(fields, getInitial(fields)).values).toEqual({
      name: 'Ada',
      color: 'red',
      tags: ['b'],
      sure: false,
    });
  });

  it('says what is wrong of each field', () => {
    const properties = {
      name: { type: 'string', minLength: 3 },
      mail: { type: 'string', format: 'email' },
      age: { type: 'integer', maximum: 99 },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 2 },
      sure: { type: 'boolean' },
    };
    const fields = readForm({ type: 'object', properties, required: ['sure'] }) ?? [];
    const { problems } = checkForm(fields, { name: 'Al', mail: 'a b', age: '100', tags: ['a'], sure: '' });
    expect(Object.fromEntries(problems)).toEqual({
      name: 'short',
      mail: 'email',
      age: 'high',
      tags: 'few',
      sure: 'missing',
    });
  });

  it('is as long as an answer may be, together, and says so of its longest field', () => {
    const names = Array.from({ length: 20 }, (_, at) => `field ${String(at)}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const fields = readForm({ type: 'object', properties }) ?? [];
    const fill = (text: string): Entered => Object.fromEntries(names.map((name) => [name, text]));
    const full = fill('x'.repeat(MAX_ENTERED));
    const accepts = (entered: Entered): boolean =>
      check('run.answer', { ...GOOD_REQUESTS['run.answer'], text: JSON.stringify(entered) }).ok;
    expect(checkForm(fields, full).problems.size).toBe(0);
    expect(accepts(full)).toBe(true);
    const escaped = { ...fill('"'.repeat(MAX_ENTERED - 1)), 'field 7': '"'.repeat(MAX_ENTERED) };
    expect([...checkForm(fields, escaped).problems]).toEqual([['field 7', 'total']]);
    expect(accepts(escaped)).toBe(false);
  });
});
