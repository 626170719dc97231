/** Readers of lists and of groups of named fields. All faults are reported at once. */
import { formatNumber } from '../../base/locale.ts';
import type { ManifestFault } from '../../agent/frames/manifest.ts';
import { findSimilarName } from '../../base/similar-name.ts';
import { createFieldReader, describeValueKind, quoteUntrusted, type Reader } from './reader.ts';

export function createListReader(item: Reader<string>, most: number): Reader<readonly string[]> {
  const wants = `a list of at most ${most}, each ${item.wants}`;
  const schema = { type: 'array', items: item.schema };
  const plain = createFieldReader<readonly unknown[]>(schema, wants, (value) => {
    if (!Array.isArray(value)) return `is ${describeValueKind(value)}, and no list`;
    return value.length > most ? `has ${formatNumber(value.length)} entries` : null;
  });
  return {
    ...plain,
    read(value, path, faults) {
      const items = plain.read(value, path, faults);
      if (items === undefined) return undefined;
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
  getPlaces: () => ReadonlyMap<string, string>,
): Group<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  const wants = `the fields ${names.join(', ')}`;
  const properties = Object.fromEntries(names.map((name) => [name, fields[name].reader.schema]));
  const plain = createFieldReader<object>({ type: 'object', properties }, wants, (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? null
      : `is ${describeValueKind(value)}, and no group of fields`,
  );
  return {
    ...plain,
    fields,
    read(value, path, faults) {
      const group = plain.read(value, path, faults);
      if (group === undefined) return undefined;
      const faultsBefore = faults.length;
      faults.push(...findUnknownFields(group, path, names, getPlaces()));
      const read = names.map((name) => {
        const fieldValue = Object.hasOwn(group, name) ? (group as Partial<T>)[name] : undefined;
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

/** Lists a manifest's fields, each group before its own fields. */
export function listFields<T>(
  { fields }: Group<T>,
  path = '',
): readonly { readonly path: string; readonly field: Field<unknown> }[] {
  return Object.entries<Field<unknown>>(fields).flatMap(([name, field]) => {
    const fieldPath = joinPath(path, name);
    const inner = isGroup(field.reader) ? listFields(field.reader, fieldPath) : [];
    return [{ path: fieldPath, field }, ...inner];
  });
}

export function isGroup(reader: object): reader is Group<unknown> {
  return 'fields' in reader;
}

export const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
