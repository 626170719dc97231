/**
 * The keywords of the interpreter that hand the value, or its parts, to other schemas. The one rule: faults of a schema
 * that need not fit do not stay.
 */
import { fail, has, isArray, isObject, keysOf, type Check, type Run } from './check.ts';
import type { Matcher } from './pattern.ts';

export const ALWAYS: Check = () => true;
export const NEVER: Check = (_, path, run) => fail(run, path, 'false schema', {}, 'must not be there');

/** A name as a part of a JSON pointer. */
export const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const under = (path: string, name: string | number): string => `${path}/${escapeName(String(name))}`;

/** The answer alone, without the faults. */
export function quietly(check: Check, value: unknown, path: string, run: Run): boolean {
  const before = run.faults.length;
  const ok = check(value, path, run);
  run.faults.length = before;
  return ok;
}

export const properties =
  (fields: readonly (readonly [string, Check])[]): Check =>
  (value, path, run) =>
    !isObject(value) ||
    fields.every(([name, check]) => {
      run.effort.spend();
      return !has(value, name) || check(value[name], under(path, name), run);
    });

export const propertyNames =
  (check: Check): Check =>
  (value, path, run) => {
    const bad = isObject(value)
      ? keysOf(value, run.effort).find((name) => !quietly(check, name, path, run))
      : undefined;
    return bad === undefined || fail(run, path, 'propertyNames', { propertyName: bad }, 'must have allowed names');
  };

export const anyOf =
  (checks: readonly Check[]): Check =>
  (value, path, run) => {
    const before = run.faults.length;
    if (!checks.some((check) => check(value, path, run)))
      return fail(run, path, 'anyOf', {}, 'must fit one of the schemas');
    run.faults.length = before;
    return true;
  };

export const oneOf =
  (checks: readonly Check[]): Check =>
  (value, path, run) => {
    const before = run.faults.length;
    const passing: number[] = [];
    for (const [i, check] of checks.entries()) {
      if (check(value, path, run)) passing.push(i);
      if (passing.length > 1) break;
    }
    if (passing.length !== 1) {
      const passingSchemas = passing.length > 1 ? passing : null;
      return fail(run, path, 'oneOf', { passingSchemas }, 'must fit exactly one of the schemas');
    }
    run.faults.length = before;
    return true;
  };

export const negation =
  (check: Check): Check =>
  (value, path, run) =>
    !quietly(check, value, path, run) || fail(run, path, 'not', {}, 'must not fit the schema');

export const conditional =
  (condition: Check, then: Check, otherwise: Check): Check =>
  (value, path, run) =>
    (quietly(condition, value, path, run) ? then : otherwise)(value, path, run);

/** Fields matched by pattern, and those that nobody knows; `closed` says that there may be none of these. */
export const otherProperties =
  (
    known: ReadonlySet<string>,
    matched: readonly (readonly [Matcher, Check])[],
    others: Check,
    closed: boolean,
  ): Check =>
  (value, path, run) =>
    !isObject(value) ||
    keysOf(value, run.effort).every((name) => {
      const found = matched.filter(([matches]) => matches(name, run.effort));
      if (!found.every(([, check]) => check(value[name], under(path, name), run))) return false;
      if (known.has(name) || found.length > 0) return true;
      if (!closed) return others(value[name], under(path, name), run);
      return fail(run, path, 'additionalProperties', { additionalProperty: name }, 'must not have other fields');
    });

/** `first` by their place, then `rest` for all that follow. */
export const items =
  (first: readonly Check[], rest: Check): Check =>
  (value, path, run) =>
    !isArray(value) ||
    value.every((entry, i) => {
      run.effort.spend();
      return (first[i] ?? rest)(entry, under(path, i), run);
    });
