/** Parts of messages about tool servers. */

/** In characters. */
export const MAX_TOOL_NAME = 128;

export const ADDRESS_SCHEMA = { type: 'string', minLength: 1, maxLength: 2000 } as const;
export const MARK_SCHEMA = { type: 'string', maxLength: 100 } as const;
export const PIN_SCHEMA = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
export const TOOL_NAME_SCHEMA = { type: 'string', minLength: 1, maxLength: MAX_TOOL_NAME } as const;
