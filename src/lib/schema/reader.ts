/**
 * Reads an untrusted schema once, into functions. The one rule: what is malformed, or would be checked only in part, is
 * refused as a whole.
 */
import type { Json, JsonSchema } from '../base/json.ts';
import {
  ALWAYS,
  anyOf,
  conditional,
  escapeName,
  items,
  negation,
  NEVER,
  oneOf,
  otherProperties,
  properties,
  propertyNames,
} from './applicators.ts';
import { isArray, isObject, type Check } from './check.ts';
import { SchemaRefused } from './effort.ts';
import { KEYWORDS } from './keywords.ts';
import { compilePattern } from './pattern.ts';

/** Keywords that would change the answer and are not known here: ignoring one would accept what it forbids. */
const UNKNOWN = [
  ...['$dynamicRef', '$recursiveRef', 'unevaluatedProperties', 'unevaluatedItems', 'additionalItems', 'contains'],
  ...['dependencies', 'dependentRequired', 'dependentSchemas'],
];

export class Reader {
  readonly #root: JsonSchema;
  /** Targets of `$ref`, by what they point at: read once each, so that schemas may refer to themselves. */
  readonly #targets = new Map<string, Check>();
  readonly #unread: string[] = [];
  /** What was read already: however many references overlap, each schema is read once. */
  readonly #known = new Map<object, Check>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  read(): Check {
    const check = this.#schema(this.#root, '');
    for (let ref = this.#unread.pop(); ref !== undefined; ref = this.#unread.pop())
      this.#targets.set(ref, this.#schema(this.#resolve(ref), ref.slice(1)));
    return check;
  }

  #schema(schema: Json | undefined, at: string): Check {
    if (schema === true) return ALWAYS;
    if (schema === false) return NEVER;
    if (!isObject(schema)) throw new SchemaRefused(at, 'should be a schema');
    const known = this.#known.get(schema);
    if (known) return known;
    const check = this.#rules(schema, at);
    this.#known.set(schema, check);
    return check;
  }

  /** All keywords of a schema; the first fault ends it. */
  #rules(own: JsonSchema, at: string): Check {
    const unknown = UNKNOWN.find((keyword) => Object.hasOwn(own, keyword));
    if (unknown) throw new SchemaRefused(at, `uses ${unknown}, which is not supported`);
    if (at && Object.hasOwn(own, '$id')) throw new SchemaRefused(at, 'has an $id of its own, which is not supported');
    const checks: Check[] = [];
    for (const [keyword, build] of KEYWORDS)
      if (Object.hasOwn(own, keyword)) checks.push(build(own[keyword] ?? null, `${at}/${keyword}`));
    checks.push(...this.#ofParts(own, at), ...this.#ofWhole(own, at));
    return (value, path, run) => run.effort.deeper(() => checks.every((check) => check(value, path, run)));
  }

  /** Keywords that hand parts of the value to other schemas. */
  *#ofParts(schema: JsonSchema, at: string): Generator<Check> {
    const names = this.#optional(schema, 'propertyNames', at);
    if (names) yield propertyNames(names);
    const fields = this.#map(schema, 'properties', at);
    const matched = this.#map(schema, 'patternProperties', at).map(([source, check]) => {
      return [compilePattern(source, `${at}/patternProperties`), check] as const;
    });
    const others = this.#optional(schema, 'additionalProperties', at);
    if (fields.length > 0) yield properties(fields);
    if (matched.length > 0 || others) {
      const known = new Set(fields.map(([name]) => name));
      yield otherProperties(known, matched, others ?? ALWAYS, schema['additionalProperties'] === false);
    }
    const first = this.#list(schema, 'prefixItems', at);
    const rest = this.#optional(schema, 'items', at);
    if (first.length > 0 || rest) yield items(first, rest ?? ALWAYS);
  }

  /** Keywords that hand the value itself to other schemas. */
  *#ofWhole(schema: JsonSchema, at: string): Generator<Check> {
    if (Object.hasOwn(schema, '$ref')) yield this.#ref(schema['$ref'], `${at}/$ref`);
    const not = this.#optional(schema, 'not', at);
    if (not) yield negation(not);
    yield* this.#list(schema, 'allOf', at);
    if (Object.hasOwn(schema, 'anyOf')) yield anyOf(this.#list(schema, 'anyOf', at));
    if (Object.hasOwn(schema, 'oneOf')) yield oneOf(this.#list(schema, 'oneOf', at));
    const condition = this.#optional(schema, 'if', at);
    const then = this.#optional(schema, 'then', at) ?? ALWAYS;
    const otherwise = this.#optional(schema, 'else', at) ?? ALWAYS;
    if (condition) yield conditional(condition, then, otherwise);
  }

  #ref(ref: Json | undefined, at: string): Check {
    if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref))
      throw new SchemaRefused(at, 'should lead to a place in the same schema, like #/$defs/name');
    if (this.#resolve(ref) === undefined) throw new SchemaRefused(at, 'leads nowhere');
    if (!this.#targets.has(ref)) {
      this.#targets.set(ref, NEVER); // until it is read, which is before any value is checked
      this.#unread.push(ref);
    }
    return (value, path, run) => (this.#targets.get(ref) ?? NEVER)(value, path, run);
  }

  #resolve(ref: string): Json | undefined {
    let here: Json | undefined = this.#root;
    for (const part of ref.split('/').slice(1)) {
      const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
      here = (here as Readonly<Record<string, Json>>)[name];
    }
    return here;
  }

  #optional(schema: JsonSchema, keyword: string, at: string): Check | undefined {
    return Object.hasOwn(schema, keyword) ? this.#schema(schema[keyword], `${at}/${keyword}`) : undefined;
  }

  #list(schema: JsonSchema, keyword: string, at: string): readonly Check[] {
    const list = Object.hasOwn(schema, keyword) ? schema[keyword] : [];
    if (!isArray(list)) throw new SchemaRefused(`${at}/${keyword}`, 'should be a list of schemas');
    return list.map((one, i) => this.#schema(one, `${at}/${keyword}/${String(i)}`));
  }

  #map(schema: JsonSchema, keyword: string, at: string): readonly (readonly [string, Check])[] {
    const map = Object.hasOwn(schema, keyword) ? schema[keyword] : {};
    if (!isObject(map)) throw new SchemaRefused(`${at}/${keyword}`, 'should be an object of schemas');
    return Object.entries(map as JsonSchema).map(([name, one]) => [
      name,
      this.#schema(one, `${at}/${keyword}/${escapeName(name)}`),
    ]);
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
