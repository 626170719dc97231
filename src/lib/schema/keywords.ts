/** Keywords that check one value alone, with ajv's meaning, messages and parameters. */
import type { Json } from '../base/json.ts';
import { addFault, hasField, isArray, isNumber, isObject, listKeys, type Check } from './check.ts';
import { isEqual, SchemaRefusedError, type Effort } from './effort.ts';
import { compilePattern } from './pattern.ts';

/** `at` is the place in the schema. Throws `SchemaRefusedError`. */
export type KeywordBuilder = (argument: Json, at: string) => Check;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: isNumber,
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  array: isArray,
  null: (value) => value === null,
};

function createLimit<T>(
  keyword: string,
  applies: (value: unknown) => value is T,
  matchesLimit: (value: T, limit: number, effort: Effort) => boolean,
  isSize = true,
): KeywordBuilder {
  return (argument, at) => {
    if (!isNumber(argument) || (isSize && !(Number.isInteger(argument) && argument >= 0)))
      throw new SchemaRefusedError(at, `should be a ${isSize ? 'whole number from 0' : 'number'}`);
    return (value, path, run) =>
      !applies(value) ||
      matchesLimit(value, argument, run.effort) ||
      addFault(run, path, keyword, { limit: argument }, `must respect ${keyword} ${String(argument)}`);
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isAnyNumber = (value: unknown): value is number => typeof value === 'number';

function countCharacters(text: string, effort: Effort): number {
  effort.spend(Math.ceil(text.length / 100));
  let length = 0;
  for (let i = 0; i < text.length; i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1) length += 1;
  return length;
}

const buildType: KeywordBuilder = (argument, at) => {
  const names = isArray(argument) ? argument : [argument];
  const tests = names.map((name) => {
    const test = typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (!test) throw new SchemaRefusedError(at, 'names a type that JSON Schema does not know');
    return test;
  });
  return (value, path, run) =>
    tests.some((test) => test(value)) || addFault(run, path, 'type', { type: argument }, 'must be of the type');
};

const buildEnum: KeywordBuilder = (argument, at) => {
  if (!isArray(argument)) throw new SchemaRefusedError(at, 'should be a list');
  return (value, path, run) => {
    run.effort.spend(argument.length);
    return (
      argument.some((allowed) => isEqual(value, allowed, run.effort)) ||
      addFault(run, path, 'enum', { allowedValues: argument }, 'must be one of the allowed values')
    );
  };
};

const buildConst: KeywordBuilder = (argument) => (value, path, run) =>
  isEqual(value, argument, run.effort) ||
  addFault(run, path, 'const', { allowedValue: argument }, 'must be the allowed value');

const buildMultipleOf: KeywordBuilder = (argument, at) => {
  if (!isNumber(argument) || argument <= 0) throw new SchemaRefusedError(at, 'should be a number above 0');
  return (value, path, run) =>
    !isAnyNumber(value) ||
    Number.isInteger(value / argument) ||
    addFault(run, path, 'multipleOf', { multipleOf: argument }, `must be a multiple of ${String(argument)}`);
};

const buildPattern: KeywordBuilder = (argument, at) => {
  if (!isText(argument)) throw new SchemaRefusedError(at, 'should be a text');
  const matches = compilePattern(argument, at);
  return (value, path, run) =>
    !isText(value) ||
    matches(value, run.effort) ||
    addFault(run, path, 'pattern', { pattern: argument }, 'must match the pattern');
};

/** An unknown format is only an annotation, as in the standard. */
const buildFormat: KeywordBuilder = (argument) => {
  const test = isText(argument) ? FORMATS.get(argument) : undefined;
  return (value, path, run) => {
    if (!test || !isText(value)) return true;
    run.effort.spend(Math.ceil(value.length / 10));
    return test(value) || addFault(run, path, 'format', { format: argument }, 'must be of the format');
  };
};

const buildUniqueItems: KeywordBuilder = (argument, at) => {
  if (typeof argument !== 'boolean') throw new SchemaRefusedError(at, 'should be true or false');
  return (value, path, run) => {
    if (!argument || !isArray(value)) return true;
    const scalars = new Map<unknown, number>();
    const others: number[] = [];
    for (const [i, entry] of value.entries()) {
      run.effort.spend(1 + others.length);
      const scalar = typeof entry !== 'object' || entry === null;
      const j = scalar ? scalars.get(entry) : others.find((k) => isEqual(value[k], entry, run.effort));
      if (j !== undefined) return addFault(run, path, 'uniqueItems', { i, j }, 'must not have equal entries');
      if (scalar) scalars.set(entry, i);
      else others.push(i);
    }
    return true;
  };
};

const buildRequired: KeywordBuilder = (argument, at) => {
  if (!isArray(argument) || !argument.every(isText)) throw new SchemaRefusedError(at, 'should be a list of names');
  return (value, path, run) => {
    if (!isObject(value)) return true;
    run.effort.spend(argument.length);
    const missing = argument.find((name) => !hasField(value, name));
    return (
      missing === undefined ||
      addFault(run, path, 'required', { missingProperty: missing }, `must have required property ${missing}`)
    );
  };
};

export const KEYWORDS: ReadonlyMap<string, KeywordBuilder> = new Map<string, KeywordBuilder>([
  ['type', buildType],
  ['const', buildConst],
  ['enum', buildEnum],
  ['maximum', createLimit('maximum', isAnyNumber, (value, most) => value <= most, false)],
  ['minimum', createLimit('minimum', isAnyNumber, (value, least) => value >= least, false)],
  ['exclusiveMaximum', createLimit('exclusiveMaximum', isAnyNumber, (value, most) => value < most, false)],
  ['exclusiveMinimum', createLimit('exclusiveMinimum', isAnyNumber, (value, least) => value > least, false)],
  ['multipleOf', buildMultipleOf],
  ['maxLength', createLimit('maxLength', isText, (value, most, effort) => countCharacters(value, effort) <= most)],
  ['minLength', createLimit('minLength', isText, (value, least, effort) => countCharacters(value, effort) >= least)],
  ['pattern', buildPattern],
  ['format', buildFormat],
  ['maxItems', createLimit('maxItems', isArray, (value, most) => value.length <= most)],
  ['minItems', createLimit('minItems', isArray, (value, least) => value.length >= least)],
  ['uniqueItems', buildUniqueItems],
  [
    'maxProperties',
    createLimit('maxProperties', isObject, (value, most, effort) => listKeys(value, effort).length <= most),
  ],
  [
    'minProperties',
    createLimit('minProperties', isObject, (value, least, effort) => listKeys(value, effort).length >= least),
  ],
  ['required', buildRequired],
]);

/** Each test takes time linear in the text. */

const DATE = /^\d{4}-(\d{2})-(\d{2})$/;

const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`); // an invalid day is rejected or rolls over to another date
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at < text.length - 1 && text.length <= 320 && !/[\s<>]/.test(text);
}

const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', (text) => TIME.test(text)],
  ['date-time', (text) => /^[Tt ]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && TIME.test(text.slice(11))],
  ['uuid', (text) => UUID.test(text)],
  ['email', isEmail],
  ['uri', (text) => URL.canParse(text)],
]);
