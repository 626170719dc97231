/** Compiles an untrusted schema; one that is malformed or only partly supported is refused. */
import type { Json, JsonSchema } from '../base/json.ts';
import {
  ACCEPT_ALL,
  buildAnyOf,
  buildConditional,
  escapeName,
  buildItems,
  buildNot,
  REJECT_ALL,
  buildOneOf,
  buildOtherProperties,
  buildProperties,
  buildPropertyNames,
} from './applicators.ts';
import { isArray, isObject, type Check } from './check.ts';
import { SchemaRefusedError } from './effort.ts';
import { KEYWORDS } from './keywords.ts';
import { compilePattern } from './pattern.ts';

/** Ignoring one would accept what it forbids. */
const UNSUPPORTED_KEYWORDS = [
  ...['$dynamicRef', '$recursiveRef', 'unevaluatedProperties', 'unevaluatedItems', 'additionalItems', 'contains'],
  ...['dependencies', 'dependentRequired', 'dependentSchemas'],
];

export class SchemaReader {
  readonly #root: JsonSchema;
  /** Read once each, since schemas may be recursive. */
  readonly #targets = new Map<string, Check>();
  readonly #unread: string[] = [];
  readonly #checks = new Map<object, Check>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  read(): Check {
    const check = this.#readSchema(this.#root, '');
    for (let ref = this.#unread.pop(); ref !== undefined; ref = this.#unread.pop())
      this.#targets.set(ref, this.#readSchema(this.#resolve(ref), ref.slice(1)));
    return check;
  }

  #readSchema(schema: Json | undefined, at: string): Check {
    if (schema === true) return ACCEPT_ALL;
    if (schema === false) return REJECT_ALL;
    if (!isObject(schema)) throw new SchemaRefusedError(at, 'should be a schema');
    const existing = this.#checks.get(schema);
    if (existing) return existing;
    const check = this.#readRules(schema, at);
    this.#checks.set(schema, check);
    return check;
  }

  #readRules(schema: JsonSchema, at: string): Check {
    const unsupported = UNSUPPORTED_KEYWORDS.find((keyword) => Object.hasOwn(schema, keyword));
    if (unsupported) throw new SchemaRefusedError(at, `uses ${unsupported}, which is not supported`);
    if (at && Object.hasOwn(schema, '$id'))
      throw new SchemaRefusedError(at, 'has an $id of its own, which is not supported');
    const checks: Check[] = [];
    for (const [keyword, build] of KEYWORDS)
      if (Object.hasOwn(schema, keyword)) checks.push(build(schema[keyword] ?? null, `${at}/${keyword}`));
    checks.push(...this.#readPartKeywords(schema, at), ...this.#readWholeKeywords(schema, at));
    return (value, path, run) => run.effort.runDeeper(() => checks.every((check) => check(value, path, run)));
  }

  *#readPartKeywords(schema: JsonSchema, at: string): Generator<Check> {
    const names = this.#readOptional(schema, 'propertyNames', at);
    if (names) yield buildPropertyNames(names);
    const fields = this.#readMap(schema, 'properties', at);
    const matched = this.#readMap(schema, 'patternProperties', at).map(([source, check]) => {
      return [compilePattern(source, `${at}/patternProperties`), check] as const;
    });
    const others = this.#readOptional(schema, 'additionalProperties', at);
    if (fields.length > 0) yield buildProperties(fields);
    if (matched.length > 0 || others) {
      const known = new Set(fields.map(([name]) => name));
      yield buildOtherProperties(known, matched, others ?? ACCEPT_ALL, schema['additionalProperties'] === false);
    }
    const first = this.#readList(schema, 'prefixItems', at);
    const rest = this.#readOptional(schema, 'items', at);
    if (first.length > 0 || rest) yield buildItems(first, rest ?? ACCEPT_ALL);
  }

  *#readWholeKeywords(schema: JsonSchema, at: string): Generator<Check> {
    if (Object.hasOwn(schema, '$ref')) yield this.#readRef(schema['$ref'], `${at}/$ref`);
    const not = this.#readOptional(schema, 'not', at);
    if (not) yield buildNot(not);
    yield* this.#readList(schema, 'allOf', at);
    if (Object.hasOwn(schema, 'anyOf')) yield buildAnyOf(this.#readList(schema, 'anyOf', at));
    if (Object.hasOwn(schema, 'oneOf')) yield buildOneOf(this.#readList(schema, 'oneOf', at));
    const condition = this.#readOptional(schema, 'if', at);
    const then = this.#readOptional(schema, 'then', at) ?? ACCEPT_ALL;
    const otherwise = this.#readOptional(schema, 'else', at) ?? ACCEPT_ALL;
    if (condition) yield buildConditional(condition, then, otherwise);
  }

  #readRef(ref: Json | undefined, at: string): Check {
    if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref))
      throw new SchemaRefusedError(at, 'should lead to a place in the same schema, like #/$defs/name');
    if (this.#resolve(ref) === undefined) throw new SchemaRefusedError(at, 'leads nowhere');
    if (!this.#targets.has(ref)) {
      this.#targets.set(ref, REJECT_ALL); // replaced before any value is checked
      this.#unread.push(ref);
    }
    return (value, path, run) => (this.#targets.get(ref) ?? REJECT_ALL)(value, path, run);
  }

  #resolve(ref: string): Json | undefined {
    let node: Json | undefined = this.#root;
    for (const part of ref.split('/').slice(1)) {
      const name = decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
      node = (node as Readonly<Record<string, Json>>)[name];
    }
    return node;
  }

  #readOptional(schema: JsonSchema, keyword: string, at: string): Check | undefined {
    return Object.hasOwn(schema, keyword) ? this.#readSchema(schema[keyword], `${at}/${keyword}`) : undefined;
  }

  #readList(schema: JsonSchema, keyword: string, at: string): readonly Check[] {
    const list = Object.hasOwn(schema, keyword) ? schema[keyword] : [];
    if (!isArray(list)) throw new SchemaRefusedError(`${at}/${keyword}`, 'should be a list of schemas');
    return list.map((one, i) => this.#readSchema(one, `${at}/${keyword}/${String(i)}`));
  }

  #readMap(schema: JsonSchema, keyword: string, at: string): readonly (readonly [string, Check])[] {
    const map = Object.hasOwn(schema, keyword) ? schema[keyword] : {};
    if (!isObject(map)) throw new SchemaRefusedError(`${at}/${keyword}`, 'should be an object of schemas');
    return Object.entries(map as JsonSchema).map(([name, one]) => [
      name,
      this.#readSchema(one, `${at}/${keyword}/${escapeName(name)}`),
    ]);
  }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
