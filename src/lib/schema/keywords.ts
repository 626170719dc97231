/**
 * The keywords of the interpreter that look at one value alone. The one rule: each means what it means to ajv, in the same
 * words and parameters, so that a message does not tell who checked.
 */
import type { Json } from '../base/json.ts';
import { fail, has, isArray, isNumber, isObject, keysOf, type Check } from './check.ts';
import { equal, SchemaRefused, type Effort } from './effort.ts';
import { FORMATS } from './formats.ts';
import { compilePattern } from './pattern.ts';

/** Reads a keyword's argument once. `at` is its place in the schema. Throws `SchemaRefused`. */
export type Build = (argument: Json, at: string) => Check;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: isNumber,
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: isArray,
  null: (value) => value === null,
};

/** A limit on a number, or on the size of something. */
function limit<T>(
  keyword: string,
  applies: (value: unknown) => value is T,
  meets: (value: T, limit: number, effort: Effort) => boolean,
  isSize = true,
): Build {
  return (argument, at) => {
    if (!isNumber(argument) || (isSize && !(Number.isInteger(argument) && argument >= 0)))
      throw new SchemaRefused(at, `should be a ${isSize ? 'whole number from 0' : 'number'}`);
    return (value, path, run) =>
      !applies(value) ||
      meets(value, argument, run.effort) ||
      fail(run, path, keyword, { limit: argument }, `must respect ${keyword} ${String(argument)}`);
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isAnyNumber = (value: unknown): value is number => typeof value === 'number';

/** In characters as people count them: a pair of surrogates is one. */
function lengthOf(text: string, effort: Effort): number {
  effort.spend(Math.ceil(text.length / 100));
  let length = 0;
  for (let i = 0; i < text.length; i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1) length += 1;
  return length;
}

const type: Build = (argument, at) => {
  const names = isArray(argument) ? argument : [argument];
  const tests = names.map((name) => {
    const test = typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (!test) throw new SchemaRefused(at, 'names a type that JSON Schema does not know');
    return test;
  });
  return (value, path, run) =>
    tests.some((test) => test(value)) || fail(run, path, 'type', { type: argument }, 'must be of the type');
};

const oneOfValues: Build = (argument, at) => {
  if (!isArray(argument)) throw new SchemaRefused(at, 'should be a list');
  return (value, path, run) => {
    run.effort.spend(argument.length);
    return (
      argument.some((allowed) => equal(value, allowed, run.effort)) ||
      fail(run, path, 'enum', { allowedValues: argument }, 'must be one of the allowed values')
    );
  };
};

const constant: Build = (argument) => (value, path, run) =>
  equal(value, argument, run.effort) ||
  fail(run, path, 'const', { allowedValue: argument }, 'must be the allowed value');

const multipleOf: Build = (argument, at) => {
  if (!isNumber(argument) || argument <= 0) throw new SchemaRefused(at, 'should be a number above 0');
  return (value, path, run) =>
    !isAnyNumber(value) ||
    Number.isInteger(value / argument) ||
    fail(run, path, 'multipleOf', { multipleOf: argument }, `must be a multiple of ${String(argument)}`);
};

const pattern: Build = (argument, at) => {
  if (!isText(argument)) throw new SchemaRefused(at, 'should be a text');
  const matches = compilePattern(argument, at);
  return (value, path, run) =>
    !isText(value) ||
    matches(value, run.effort) ||
    fail(run, path, 'pattern', { pattern: argument }, 'must match the pattern');
};

/** A format not known here is a remark, as the standard has it. */
const format: Build = (argument) => {
  const test = isText(argument) ? FORMATS.get(argument) : undefined;
  return (value, path, run) => {
    if (!test || !isText(value)) return true;
    run.effort.spend(Math.ceil(value.length / 10));
    return test(value) || fail(run, path, 'format', { format: argument }, 'must be of the format');
  };
};

const uniqueItems: Build = (argument, at) => {
  if (typeof argument !== 'boolean') throw new SchemaRefused(at, 'should be true or false');
  return (value, path, run) => {
    if (!argument || !isArray(value)) return true;
    const scalars = new Map<unknown, number>();
    const others: number[] = [];
    for (const [i, entry] of value.entries()) {
      run.effort.spend(1 + others.length);
      const scalar = typeof entry !== 'object' || entry === null;
      const j = scalar ? scalars.get(entry) : others.find((k) => equal(value[k], entry, run.effort));
      if (j !== undefined) return fail(run, path, 'uniqueItems', { i, j }, 'must not have equal entries');
      if (scalar) scalars.set(entry, i);
      else others.push(i);
    }
    return true;
  };
};

const required: Build = (argument, at) => {
  if (!isArray(argument) || !argument.every(isText)) throw new SchemaRefused(at, 'should be a list of names');
  return (value, path, run) => {
    if (!isObject(value)) return true;
    run.effort.spend(argument.length);
    const missing = argument.find((name) => !has(value, name));
    return (
      missing === undefined ||
      fail(run, path, 'required', { missingProperty: missing }, `must have required property ${missing}`)
    );
  };
};

/** In the order in which they are checked. */
export const KEYWORDS: ReadonlyMap<string, Build> = new Map<string, Build>([
  ['type', type],
  ['const', constant],
  ['enum', oneOfValues],
  ['maximum', limit('maximum', isAnyNumber, (value, most) => value <= most, false)],
  ['minimum', limit('minimum', isAnyNumber, (value, least) => value >= least, false)],
  ['exclusiveMaximum', limit('exclusiveMaximum', isAnyNumber, (value, most) => value < most, false)],
  ['exclusiveMinimum', limit('exclusiveMinimum', isAnyNumber, (value, least) => value > least, false)],
  ['multipleOf', multipleOf],
  ['maxLength', limit('maxLength', isText, (value, most, effort) => lengthOf(value, effort) <= most)],
  ['minLength', limit('minLength', isText, (value, least, effort) => lengthOf(value, effort) >= least)],
  ['pattern', pattern],
  ['format', format],
  ['maxItems', limit('maxItems', isArray, (value, most) => value.length <= most)],
  ['minItems', limit('minItems', isArray, (value, least) => value.length >= least)],
  ['uniqueItems', uniqueItems],
  ['maxProperties', limit('maxProperties', isObject, (value, most, effort) => keysOf(value, effort).length <= most)],
  ['minProperties', limit('minProperties', isObject, (value, least, effort) => keysOf(value, effort).length >= least)],
  ['required', required],
]);
