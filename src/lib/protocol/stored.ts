/** Storage schemas of permanent approvals and the user's agents; a manifest itself is validated on every read. */
import { MAX_AGENTS, MAX_MANIFEST_LENGTH } from './requests/agents.ts';
import { defineObject } from '../schema/object.ts';

export const AGENTS_VERSION = 1;

/** Restricted, because it is part of a storage key. */
const id = { type: 'string', pattern: '^[a-z0-9-]{1,40}$', maxLength: 40 } as const;
const MAX_SWITCHED = 100;

export const KEPT_AGENTS_SCHEMA = defineObject({
  version: { const: AGENTS_VERSION },
  own: { type: 'array', maxItems: MAX_AGENTS, uniqueItems: true, items: id },
  switched: {
    type: 'array',
    maxItems: MAX_SWITCHED,
    items: defineObject({ id, on: { type: 'boolean' } }),
  },
});

export const KEPT_AGENT_SCHEMA = defineObject({
  version: { const: AGENTS_VERSION },
  text: { type: 'string', maxLength: MAX_MANIFEST_LENGTH },
  manifest: { type: 'object', additionalProperties: true },
  enabled: { type: 'boolean' },
  /** Milliseconds since the epoch. */
  savedAt: { type: 'integer', minimum: 0 },
});

export const GRANTS_VERSION = 1;

/** The oldest are dropped. */
export const MAX_GRANTS = 200;

export const GRANTS_SCHEMA = defineObject({
  version: { const: GRANTS_VERSION },
  grants: {
    type: 'array',
    maxItems: MAX_GRANTS,
    items: defineObject({
      tool: { type: 'string', minLength: 1, maxLength: 200 },
      origin: { type: 'string', pattern: '^https?://[^/?#@\\s]+$', maxLength: 300 },
    }),
  },
});
