/** Reads values of unknown shape, such as server replies. Nothing here throws. */

/** Parses JSON; undefined if it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns an own property; undefined if there is none. */
export function getProperty(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Returns a list; [] for anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string; '' for anything else. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a non-negative safe integer; undefined for anything else. */
export function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Returns a boolean; undefined for anything else. */
export function toBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Whether a list includes the name; undefined if it is not a list. */
export function includesName(value: unknown, name: string): boolean | undefined {
  return Array.isArray(value) ? value.includes(name) : undefined;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes the fields that are undefined, as the types of optional fields require. */
export function omitUndefined<T extends object>(record: T): Defined<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Defined<T>;
}
