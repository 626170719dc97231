/** Values that survive `chrome.storage` and `JSON` unchanged (PLATFORM §4). */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Draft 2020-12, the subset that ajv supports too. */
export type JsonSchema = Readonly<Record<string, Json>>;
