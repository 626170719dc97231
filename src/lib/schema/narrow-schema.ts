/** A stranger's JSON schema, narrowed to what is checked in bounded work: no patterns, formats, conditions or remote references. */
import { isRecord, parseJson, toList, toText, type UnknownRecord } from '../base/loose.ts';
import type { Json, JsonSchema } from '../base/json.ts';
import { toOneLine } from '../base/one-line.ts';
import { resolvePointer } from './describe-fault.ts';

const MAX_DEPTH = 8;
/** Schemas within it, references resolved. */
const MAX_NODES = 300;
/** As JSON, in characters: a model is shown it in every prompt. */
const MAX_LENGTH = 8000;
const MAX_CHOICES = 8;
const MAX_VALUES = 200;
const MAX_NAME = 100;
const MAX_DESCRIPTION = 1000;

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/** What it cannot say is left out, so it accepts at least what the original does. Null if it is too large. */
export function narrowSchema(schema: unknown): JsonSchema | null {
  let nodes = 0;

  function narrow(node: unknown, depth: number, within: readonly string[]): JsonSchema {
    nodes += 1;
    if (!isRecord(node) || depth > MAX_DEPTH || nodes > MAX_NODES) return {};
    const ref = toText(node['$ref']);
    if (within.includes(ref)) return {}; // what holds itself would be written out to every depth
    if (ref.startsWith('#/'))
      return narrow(resolvePointer(schema, decodePointer(ref.slice(1))), depth + 1, [...within, ref]);
    return { ...narrowValues(node), ...narrowParts(node, depth + 1, within) };
  }

  function narrowParts(node: UnknownRecord, depth: number, within: readonly string[]): JsonSchema {
    const { properties, items, additionalProperties: others } = node;
    const choices = [...toList(node['anyOf']), ...toList(node['oneOf'])];
    const isChoice = choices.length > 0 && choices.length <= MAX_CHOICES && !(node['anyOf'] && node['oneOf']);
    const entries = Object.entries(isRecord(properties) ? properties : {});
    const named = entries.filter(([name]) => name.length <= MAX_NAME);
    // what is left out here may allow what is not named
    const isClosed = named.length === entries.length && node['patternProperties'] === undefined;
    return {
      ...(isRecord(properties) && {
        properties: Object.fromEntries(named.map(([name, part]) => [name, narrow(part, depth, within)])),
      }),
      // some providers refuse a list without them
      ...([node['type']].flat().includes('array') && { items: {} }),
      ...(isRecord(items) && node['prefixItems'] === undefined && { items: narrow(items, depth, within) }),
      ...(isClosed && isRecord(others) && { additionalProperties: narrow(others, depth, within) }),
      ...(isClosed && others === false && { additionalProperties: false }),
      ...(isChoice && { anyOf: choices.map((choice) => narrow(choice, depth, within)) }),
    };
  }

  const narrowed = narrow(schema, 0, []);
  return nodes > MAX_NODES || JSON.stringify(narrowed).length > MAX_LENGTH ? null : narrowed;
}

/** Our own arguments, which every tool is shown with. */
const OWN_NAMES = ['reasoning', 'observation'];
/** As providers accept names. */
const NAME = /^[\w.-]{1,64}$/;

/**
 * A stranger's schema of arguments, as every provider takes it: an object without a choice at its root. Null if it is too large, or
 * an argument's name is refused by some or is one of ours.
 */
export function narrowArguments(schema: unknown): JsonSchema | null {
  const narrowed = narrowSchema(schema);
  if (narrowed === null || !hasUsableNames(narrowed)) return null;
  const { anyOf: _choices, enum: _values, const: _value, ...rest } = narrowed;
  const properties = isRecord(rest['properties']) ? rest['properties'] : {};
  if (OWN_NAMES.some((name) => Object.hasOwn(properties, name))) return null;
  return { ...rest, type: 'object', properties: properties as JsonSchema };
}

function hasUsableNames(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(hasUsableNames);
  if (!isRecord(schema)) return true;
  const { properties, enum: _values, const: _value, ...rest } = schema;
  const named = isRecord(properties) ? properties : {};
  return (
    Object.keys(named).every((name) => NAME.test(name)) &&
    Object.values(named).every(hasUsableNames) &&
    Object.values(rest).every(hasUsableNames)
  );
}

function narrowValues(node: UnknownRecord): JsonSchema {
  const types = [node['type']].flat().map(toText);
  const [type] = types.every((each) => TYPES.includes(each)) ? types : [];
  const required = toList(node['required']).filter((name) => typeof name === 'string' && name.length <= MAX_NAME);
  const values = toList(node['enum']);
  const bounds = [
    ...COUNTS.filter((name) => Number.isSafeInteger(node[name]) && Number(node[name]) >= 0),
    ...NUMBERS.filter((name) => Number.isFinite(node[name])),
  ];
  const description = toOneLine(toText(node['description']), MAX_DESCRIPTION);
  return {
    ...(type !== undefined && { type: types.length === 1 ? type : types }),
    ...(description !== '' && { description }),
    ...(required.length > 0 && { required: [...new Set(required)] as string[] }),
    ...(values.length > 0 && values.length <= MAX_VALUES && { enum: toPlain(values) }),
    ...(node['const'] !== undefined && { const: toPlain(node['const']) }),
    ...Object.fromEntries(bounds.map((name) => [name, Number(node[name])])),
  };
}

const toPlain = (value: unknown): Json => parseJson(JSON.stringify(value)) as Json;

function decodePointer(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
