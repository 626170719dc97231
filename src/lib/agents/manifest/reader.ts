/** Readers of untrusted values: bounded, never throw for data, and report faults with hints. */
import type { ManifestFault } from '../../agent/frames/manifest.ts';
import { toLegibleText } from '../../base/escape-invisible.ts';
import { findSimilarName } from '../../base/likely.ts';

export interface Reader<T> {
  /** Ends the sentence “Write …”. */
  readonly wants: string;
  /** Returns undefined if it reported a fault. */
  readonly read: (value: unknown, path: string, faults: ManifestFault[]) => T | undefined;
}

function createFieldReader<T>(wants: string, findProblem: (value: unknown) => string | null): Reader<T> {
  return {
    wants,
    read(value, path, faults) {
      const problem = findProblem(value);
      if (problem === null) return value as T;
      faults.push({ path, problem, hint: `Write ${wants}.` });
      return undefined;
    },
  };
}

export interface TextBounds {
  /** In characters. */
  readonly most: number;
  readonly long?: boolean;
  readonly blank?: boolean;
}

/** Rejects control and bidirectional characters. */
export function createStringReader({ most, long = false, blank = false }: TextBounds): Reader<string> {
  return createFieldReader(
    `a text of at most ${formatQuantity(most)} characters${long ? '' : ', on one line'}`,
    (value) => {
      if (typeof value !== 'string') return `is ${describeValueKind(value)}, and no text`;
      if (value.length > most) return `has ${formatQuantity(value.length)} characters`;
      if (!blank && value.trim() === '') return 'is empty';
      if (!long && /[\n\r]/.test(value)) return 'has more than one line';
      return findHiddenCharacter(value);
    },
  );
}

export function createPatternReader(form: RegExp, most: number, wants: string): Reader<string> {
  return createFieldReader(wants, (value) => {
    if (typeof value !== 'string') return `is ${describeValueKind(value)}, and no text`;
    if (value.length > most)
      return `has ${formatQuantity(value.length)} characters, ${formatQuantity(most)} at most are allowed`;
    return form.test(value) ? null : `is ${quoteUntrusted(value)}`;
  });
}

export function createNumberReader(least: number, most: number, whole = true): Reader<number> {
  return createFieldReader(
    `a ${whole ? 'whole ' : ''}number from ${formatQuantity(least)} to ${formatQuantity(most)}`,
    (value) => {
      if (typeof value !== 'number' || !Number.isFinite(value))
        return `is ${typeof value === 'number' ? value : describeValueKind(value)}, and no number`;
      if (whole && !Number.isInteger(value)) return `is ${value}`;
      return value < least || value > most ? `is ${formatQuantity(value)}` : null;
    },
  );
}

export const booleanReader: Reader<boolean> = createFieldReader('true or false', (value) =>
  typeof value === 'boolean' ? null : `is ${describeValueKind(value)}`,
);

export function createChoiceReader<T extends string>(values: readonly T[]): Reader<T> {
  return createFieldReader(values.join(' or '), (value) =>
    values.some((each) => each === value)
      ? null
      : `is ${typeof value === 'string' ? quoteUntrusted(value) : describeValueKind(value)}`,
  );
}

export function createListReader(item: Reader<string>, most: number): Reader<readonly string[]> {
  const wants = `a list of at most ${most}, each ${item.wants}`;
  return {
    wants,
    read(value, path, faults) {
      const items: readonly unknown[] | null = Array.isArray(value) ? value : null;
      if (items === null || items.length > most) {
        const problem = items
          ? `has ${formatQuantity(items.length)} entries`
          : `is ${describeValueKind(value)}, and no list`;
        faults.push({ path, problem, hint: `Write ${wants}.` });
        return undefined;
      }
      const faultsBefore = faults.length;
      const seen = new Set<string>();
      items.forEach((each, index) => {
        const accepted = item.read(each, `${path}[${index}]`, faults);
        if (accepted === undefined) return;
        if (seen.has(accepted))
          faults.push({ path: `${path}[${index}]`, problem: `names ${accepted} again`, hint: 'Take it out.' });
        seen.add(accepted);
      });
      return faults.length === faultsBefore ? [...seen] : undefined;
    },
  };
}

export function addChecks<T>(
  plain: Reader<T>,
  findFaults: (value: T) => readonly Omit<ManifestFault, 'path'>[],
): Reader<T> {
  return {
    wants: plain.wants,
    read(value, path, faults) {
      const accepted = plain.read(value, path, faults);
      const extraFaults = accepted === undefined ? [] : findFaults(accepted);
      faults.push(...extraFaults.map((fault) => ({ path, ...fault })));
      return extraFaults.length === 0 ? accepted : undefined;
    },
  };
}

export function describeValueKind(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return String(value);
    default:
      return 'a group of fields';
  }
}

/** Shortened, on one line, with invisible characters escaped. */
export function quoteUntrusted(value: string): string {
  const short = toLegibleText(value.slice(0, 60)).replaceAll('\n', ' ');
  return `“${short}${value.length > 60 ? '…' : ''}”`;
}

/** Null if there is none. */
function findHiddenCharacter(value: string): string | null {
  const visible = toLegibleText(value);
  if (visible === value) return null;
  let at = 0;
  while (visible[at] === value[at]) at += 1;
  return `holds a character that cannot be seen (${toLegibleText(value.slice(at, at + 2)).replace(/^(\\u(?:\{\w+\}|\w{4})).*/s, '$1')})`;
}

export const formatQuantity = (value: number): string => value.toLocaleString('en-GB');

const MAX_UNKNOWN_FIELDS = 20;

/** `undefined` as default: left out. */
export type Field<T> =
  | { readonly reader: Reader<T>; readonly required: true }
  | { readonly reader: Reader<T>; readonly required: false; readonly otherwise: T | undefined };

type Fields<T> = { readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> };

export interface Group<T> extends Reader<T> {
  readonly fields: Fields<T>;
}

export const requireField = <T>(reader: Reader<T>): Field<T> => ({ reader, required: true });

export const allowField = <T>(reader: Reader<T>, otherwise?: T): Field<T> => ({ reader, required: false, otherwise });

export function createGroup<T extends object>(
  fields: Fields<T>,
  getPlaces: () => ReadonlyMap<string, string> = getNoPlaces,
): Group<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  const wants = `the fields ${names.join(', ')}`;
  return {
    wants,
    fields,
    read(value, path, faults) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        faults.push({
          path,
          problem: `is ${describeValueKind(value)}, and no group of fields`,
          hint: `Write ${wants}.`,
        });
        return undefined;
      }
      const faultsBefore = faults.length;
      faults.push(...findUnknownFields(value, path, names, getPlaces()));
      const read = names.map((name) => {
        const fieldValue = Object.hasOwn(value, name) ? (value as Partial<T>)[name] : undefined;
        return [name, readField(fields[name], fieldValue, joinPath(path, name), faults)] as const;
      });
      const present = read.filter(([, each]) => each !== undefined);
      return faults.length === faultsBefore ? (Object.fromEntries(present) as T) : undefined;
    },
  };
}

function readField<T>(field: Field<T>, value: unknown, path: string, faults: ManifestFault[]): T | undefined {
  if (value !== undefined) return field.reader.read(value, path, faults);
  if (!field.required) return field.otherwise;
  faults.push({ path, problem: 'is missing', hint: `Write ${field.reader.wants}.` });
  return undefined;
}

function findUnknownFields(
  value: object,
  path: string,
  names: readonly string[],
  places: ReadonlyMap<string, string>,
): readonly ManifestFault[] {
  const unknown = Object.keys(value).filter((key) => !names.includes(key));
  return unknown.slice(0, MAX_UNKNOWN_FIELDS).map((key) => {
    const place = places.get(key);
    const suggestion = findSimilarName(key, names);
    const hint =
      place !== undefined && place !== joinPath(path, key)
        ? `Move it to ${place}.`
        : suggestion === null
          ? `Take it out. The fields here are ${names.join(', ')}.`
          : `Did you mean ${suggestion}?`;
    return { path: joinPath(path, key), problem: `${quoteUntrusted(key)} is no field here`, hint };
  });
}

export const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const getNoPlaces = (): ReadonlyMap<string, string> => new Map();
