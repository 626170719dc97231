/** Reads values of unknown shape; nothing here throws. */

/** Undefined if not valid. */
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

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a non-negative safe integer; undefined for anything else. */
export function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function toBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Undefined if it is not a list. */
export function includesName(value: unknown, name: string): boolean | undefined {
  return Array.isArray(value) ? value.includes(name) : undefined;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

export function omitUndefined<T extends object>(record: T): Defined<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Defined<T>;
}
