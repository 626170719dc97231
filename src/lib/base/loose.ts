/** Looking into values of unknown shape, which is all that servers send. Nothing here throws. */

/** The parsed text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** An own property of an object; undefined when there is none. */
export function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** A list; [] for anything else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A whole number that counts something; undefined for anything else. */
export function whole(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A yes or no; undefined for anything else. */
export function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Whether a list names it; undefined where there is no list. */
export function names(value: unknown, name: string): boolean | undefined {
  return Array.isArray(value) ? value.includes(name) : undefined;
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** What is there of a record: fields without a value are left out, as the types of optional fields want it. */
export function present<T extends object>(record: T): Present<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
}
