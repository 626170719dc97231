/**
 * A group of fields, read by a table. The one rule: what the table does not name is a fault, so that a field that is misspelt or
 * in the wrong place is never silently without effect.
 */
import type { Fault } from '../../agent/manifest.ts';
import { likely } from '../../base/likely.ts';
import { kindOf, shown, type Reader } from './reader.ts';

/** Unknown fields that are told of, of one group. */
const MOST_TOLD = 20;

/** One field: it has to be there, or what it is where it is not (`undefined`: it is left out). */
export type Field<T> =
  | { readonly reader: Reader<T>; readonly required: true }
  | { readonly reader: Reader<T>; readonly required: false; readonly otherwise: T | undefined };

export type Fields<T> = { readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> };

/** A reader of a group, which can say what is in it. */
export interface Group<T> extends Reader<T> {
  readonly fields: Fields<T>;
}

export const required = <T>(reader: Reader<T>): Field<T> => ({ reader, required: true });
export const optional = <T>(reader: Reader<T>, otherwise?: T): Field<T> => ({ reader, required: false, otherwise });

/** `placed`: where each field of other groups belongs, for one that stands in this by mistake. */
export function group<T extends object>(
  fields: Fields<T>,
  placed: () => ReadonlyMap<string, string> = NOWHERE,
): Group<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  const wants = `the fields ${names.join(', ')}`;
  return {
    wants,
    fields,
    read(value, path, faults) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        faults.push({ path, problem: `is ${kindOf(value)}, and no group of fields`, cure: `Write ${wants}.` });
        return undefined;
      }
      const before = faults.length;
      faults.push(...unknownIn(value, path, names, placed()));
      const read = names.map((name) => {
        const own = Object.hasOwn(value, name) ? (value as Partial<T>)[name] : undefined;
        return [name, fieldOf(fields[name], own, under(path, name), faults)] as const;
      });
      const kept = read.filter(([, each]) => each !== undefined);
      return faults.length === before ? (Object.fromEntries(kept) as T) : undefined;
    },
  };
}

function fieldOf<T>(field: Field<T>, value: unknown, path: string, faults: Fault[]): T | undefined {
  if (value !== undefined) return field.reader.read(value, path, faults);
  if (!field.required) return field.otherwise;
  faults.push({ path, problem: 'is missing', cure: `Write ${field.reader.wants}.` });
  return undefined;
}

function unknownIn(
  value: object,
  path: string,
  names: readonly string[],
  placed: ReadonlyMap<string, string>,
): readonly Fault[] {
  const unknown = Object.keys(value).filter((key) => !names.includes(key));
  return unknown.slice(0, MOST_TOLD).map((key) => {
    const place = placed.get(key);
    const meant = likely(key, names);
    const cure =
      place !== undefined && place !== under(path, key)
        ? `Move it to ${place}.`
        : meant === null
          ? `Take it out. The fields here are ${names.join(', ')}.`
          : `Did you mean ${meant}?`;
    return { path: under(path, key), problem: `${shown(key)} is no field here`, cure };
  });
}

/** The path of a field of a group. */
export const under = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const NOWHERE = (): ReadonlyMap<string, string> => new Map();
