/**
 * Schemas of tool arguments with values that fit, and values that break exactly one keyword. The one rule: what the message
 * has to say is worked out here from what was generated, not asked of the code under test.
 */
import fc from 'fast-check';
import type { Json, JsonSchema } from '../../../src/lib/base/json.ts';

interface Violation {
  readonly keyword: string;
  readonly value: Json;
  /** What the message calls it, when it is not the field itself that is at fault. */
  readonly at?: string;
  readonly says: string;
}

export interface Subject {
  readonly schema: JsonSchema;
  readonly good: fc.Arbitrary<Json>;
  readonly bad: fc.Arbitrary<Violation>;
}

const found = (value: Json): string => {
  if (Array.isArray(value)) return `a list of ${String(value.length)}`;
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
};
const broken = (keyword: string, value: Json, expected: string): Violation => ({
  keyword,
  value,
  says: `is ${found(value)}; expected ${expected}`,
});

/** Violations of `type`: any of these values but those of the type. */
const wrongType = (expected: string, fits: (value: Json) => boolean): fc.Arbitrary<Violation> =>
  fc
    .constantFrom<Json>('words', 3, 2.5, true, null, ['a', 'b'], { a: 1 })
    .filter((value) => !fits(value))
    .map((value) => broken('type', value, expected));

const letters = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀'), minLength: min, maxLength: max });

const text = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 5 })).map(([min, more]): Subject => {
  const max = min + more;
  return {
    schema: { type: 'string', minLength: min, maxLength: max },
    good: letters(min, max),
    bad: fc.oneof(
      wrongType('a text', (value) => typeof value === 'string'),
      letters(0, min - 1).map((short) => broken('minLength', short, `at least ${String(min)} characters`)),
      letters(max + 1, max + 9).map((long) => broken('maxLength', long, `at most ${String(max)} characters`)),
    ),
  };
});

const whole = fc
  .tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 2, max: 50 }))
  .map(([min, more]): Subject => {
    const max = min + more;
    const bad = (keyword: string, range: fc.IntegerConstraints, expected: string): fc.Arbitrary<Violation> =>
      fc.integer(range).map((value) => broken(keyword, value, expected));
    return {
      schema: { type: 'integer', minimum: min, maximum: max },
      good: fc.integer({ min, max }),
      bad: fc.oneof(
        wrongType('a whole number', (value) => Number.isInteger(value)),
        bad('minimum', { max: min - 1 }, `${String(min)} or more`),
        bad('maximum', { min: max + 1 }, `${String(max)} or less`),
      ),
    };
  });

const open = fc.integer({ min: -99, max: 99 }).map((middle): Subject => {
  const [least, most] = [middle - 1, middle + 1];
  return {
    schema: { type: 'number', exclusiveMinimum: least, exclusiveMaximum: most },
    good: fc.constantFrom(middle, middle + 0.5, middle - 0.25),
    bad: fc.oneof(
      wrongType('a number', (value) => typeof value === 'number'),
      fc.constantFrom(least, least - 0.5).map((low) => broken('exclusiveMinimum', low, `more than ${String(least)}`)),
      fc.constantFrom(most, most + 7).map((high) => broken('exclusiveMaximum', high, `less than ${String(most)}`)),
    ),
  };
});

const flag = fc.constant<Subject>({
  schema: { type: 'boolean' },
  good: fc.boolean(),
  bad: wrongType('true or false', (value) => typeof value === 'boolean'),
});

const choice = fc
  .uniqueArray(fc.oneof(letters(1, 4), fc.integer()), { minLength: 1, maxLength: 4 })
  .map((all): Subject => {
    const expected = all.map((one) => JSON.stringify(one)).join(' or ');
    return {
      schema: { enum: all },
      good: fc.constantFrom(...all),
      bad: fc.constantFrom<Json>('none', null, [1], { a: 1 }, 0.5).map((value) => broken('enum', value, expected)),
    };
  });

const constant = fc.oneof(letters(1, 4), fc.integer(), fc.constant({ a: [1, null] })).map((one: Json): Subject => ({
  schema: { const: one },
  good: fc.constant(one),
  bad: fc
    .constantFrom<Json>('none', null, [1], { a: [1] }, 0.5)
    .map((value) => broken('const', value, JSON.stringify(one))),
}));

const PATTERNS = ['^[a-z]+$', '^\\d{4}-\\d{2}$', '(?:ab|cd)+', '^x?y*z', 'word$', '^[^\\s@]+@[^\\s@]+$'];

const shaped = fc.constantFrom(...PATTERNS).map((pattern): Subject => ({
  schema: { type: 'string', pattern },
  good: fc.stringMatching(new RegExp(pattern, 'u')),
  bad: fc
    .string({ unit: fc.constantFrom('-', ' ', '!', 'é', 'A'), maxLength: 20 })
    .filter((value) => !new RegExp(pattern, 'u').test(value))
    .map((value) => broken('pattern', value, `a text that matches ${pattern}`)),
}));

const list = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })).map(([min, more]): Subject => {
  const max = min + more;
  const numbers = (minLength: number, maxLength: number): fc.Arbitrary<number[]> =>
    fc.uniqueArray(fc.integer({ min: 0 }), { minLength, maxLength });
  return {
    schema: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: min, maxItems: max, uniqueItems: true },
    good: numbers(min, max),
    bad: fc.oneof(
      wrongType('a list', Array.isArray),
      numbers(0, min - 1).map((few) => broken('minItems', few, `at least ${String(min)} entries`)),
      numbers(max + 1, max + 3).map((many) => broken('maxItems', many, `at most ${String(max)} entries`)),
      fc.nat().map((n) => ({
        ...broken(
          'uniqueItems',
          Array.from({ length: Math.max(min, 2) }, () => n),
          '',
        ),
        says: `is a list of ${String(Math.max(min, 2))}; expected every entry only once, but`,
      })),
      numbers(min, max).chain((all) =>
        fc.nat(all.length - 1).map((i): Violation => {
          const value = all.with(i, -1);
          return { ...broken('minimum', -1, '0 or more'), value, at: `/${String(i)}` };
        }),
      ),
    ),
  };
});

const either = fc.constant<Subject>({
  schema: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  good: fc.oneof(fc.string(), fc.constant(null)),
  bad: fc.constantFrom<Json>(1, true, [1]).map((value) => broken('anyOf', value, 'a text or null')),
});

const scalar = fc.oneof(text, whole, open, flag, choice, constant, shaped, list, either);
/** Some of these are names that every object inherits something by, or that a JSON pointer has to escape. */
const name = fc.oneof(
  fc.stringMatching(/^[a-z]{1,6}$/),
  fc.constantFrom('constructor', 'toString', 'a/b', 'c~d', '漢'),
);
const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** An object of typed fields. */
const objectOf = (field: fc.Arbitrary<Subject>): fc.Arbitrary<Subject> =>
  fc
    .uniqueArray(fc.tuple(name, field, fc.boolean()), { minLength: 1, maxLength: 5, selector: ([key]) => key })
    .filter((fields) => fields.every(([key]) => key !== 'key' && key !== 'extra'))
    .map((fields): Subject => {
      const required = fields.filter(([, , needed]) => needed).map(([key]) => key);
      const good = fc
        .tuple(
          ...fields.map(([key, { good: value }, needed]) =>
            value.chain((one) => fc.constantFrom<[string, Json][]>([[key, one]], ...(needed ? [] : [[]]))),
          ),
        )
        .map((entries): Readonly<Record<string, Json>> => Object.fromEntries<Json>(entries.flat()));
      const inField = fc.tuple(good, fc.constantFrom(...fields)).chain(([all, [key, { bad }]]) =>
        bad.map((one): Violation => ({
          ...one,
          value: { ...all, [key]: one.value },
          at: `/${escaped(key)}${one.at ?? ''}`,
        })),
      );
      const extra = good.map((all): Violation => ({
        keyword: 'additionalProperties',
        value: { ...all, extra: 1 },
        at: '/extra',
        says: 'is not a known field; expected it to be left out',
      }));
      const missing = required.map((gone) =>
        good.map((all): Violation => ({
          keyword: 'required',
          value: Object.fromEntries(Object.entries(all).filter(([key]) => key !== gone)),
          at: `/${escaped(gone)}`,
          says: 'is missing; expected it to be there',
        })),
      );
      return {
        schema: {
          type: 'object',
          properties: Object.fromEntries(fields.map(([key, { schema }]) => [key, schema])),
          required,
          additionalProperties: false,
        },
        good,
        bad: fc.oneof(
          { arbitrary: inField, weight: 4 },
          { arbitrary: extra, weight: 1 },
          ...missing.map((arbitrary) => ({ arbitrary, weight: 1 })),
        ),
      };
    });

/** Arguments of a tool: typed fields, some of them objects. */
export const argumentsSubject: fc.Arbitrary<Subject> = objectOf(
  fc.oneof({ arbitrary: scalar, weight: 4 }, { arbitrary: objectOf(scalar), weight: 1 }),
);
