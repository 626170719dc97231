/** Keywords that apply other schemas. Faults of a schema that need not match are discarded. */
import { addFault, hasField, isArray, isObject, listKeys, type Check, type Run } from './check.ts';
import type { Matcher } from './pattern.ts';

export const ACCEPT_ALL: Check = () => true;
export const REJECT_ALL: Check = (_, path, run) => addFault(run, path, 'false schema', {}, 'must not be there');

export const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const appendPath = (path: string, name: string | number): string => `${path}/${escapeName(String(name))}`;

export function checkQuietly(check: Check, value: unknown, path: string, run: Run): boolean {
  const faultCount = run.faults.length;
  const ok = check(value, path, run);
  run.faults.length = faultCount;
  return ok;
}

export const buildProperties =
  (fields: readonly (readonly [string, Check])[]): Check =>
  (value, path, run) =>
    !isObject(value) ||
    fields.every(([name, check]) => {
      run.effort.spend();
      return !hasField(value, name) || check(value[name], appendPath(path, name), run);
    });

export const buildPropertyNames =
  (check: Check): Check =>
  (value, path, run) => {
    const bad = isObject(value)
      ? listKeys(value, run.effort).find((name) => !checkQuietly(check, name, path, run))
      : undefined;
    return bad === undefined || addFault(run, path, 'propertyNames', { propertyName: bad }, 'must have allowed names');
  };

export const buildAnyOf =
  (checks: readonly Check[]): Check =>
  (value, path, run) => {
    const faultCount = run.faults.length;
    if (!checks.some((check) => check(value, path, run)))
      return addFault(run, path, 'anyOf', {}, 'must fit one of the schemas');
    run.faults.length = faultCount;
    return true;
  };

export const buildOneOf =
  (checks: readonly Check[]): Check =>
  (value, path, run) => {
    const faultCount = run.faults.length;
    const passing: number[] = [];
    for (const [i, check] of checks.entries()) {
      if (check(value, path, run)) passing.push(i);
      if (passing.length > 1) break;
    }
    if (passing.length !== 1) {
      const passingSchemas = passing.length > 1 ? passing : null;
      return addFault(run, path, 'oneOf', { passingSchemas }, 'must fit exactly one of the schemas');
    }
    run.faults.length = faultCount;
    return true;
  };

export const buildNot =
  (check: Check): Check =>
  (value, path, run) =>
    !checkQuietly(check, value, path, run) || addFault(run, path, 'not', {}, 'must not fit the schema');

export const buildConditional =
  (condition: Check, then: Check, otherwise: Check): Check =>
  (value, path, run) =>
    (checkQuietly(condition, value, path, run) ? then : otherwise)(value, path, run);

export const buildOtherProperties =
  (
    known: ReadonlySet<string>,
    matched: readonly (readonly [Matcher, Check])[],
    others: Check,
    isClosed: boolean,
  ): Check =>
  (value, path, run) =>
    !isObject(value) ||
    listKeys(value, run.effort).every((name) => {
      const matching = matched.filter(([matches]) => matches(name, run.effort));
      if (!matching.every(([, check]) => check(value[name], appendPath(path, name), run))) return false;
      if (known.has(name) || matching.length > 0) return true;
      if (!isClosed) return others(value[name], appendPath(path, name), run);
      return addFault(run, path, 'additionalProperties', { additionalProperty: name }, 'must not have other fields');
    });

export const buildItems =
  (first: readonly Check[], rest: Check): Check =>
  (value, path, run) =>
    !isArray(value) ||
    value.every((entry, i) => {
      run.effort.spend();
      return (first[i] ?? rest)(entry, appendPath(path, i), run);
    });
