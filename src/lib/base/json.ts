/** Values that survive `chrome.storage` and `JSON` unchanged: a `Date` or `Map` would become `{}`, and `undefined` would be dropped. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Draft 2020-12, the subset that ajv supports too. */
export type JsonSchema = Readonly<Record<string, Json>>;

/** Serializes with sorted keys: equal values give equal texts. */
export function stringifyCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}
