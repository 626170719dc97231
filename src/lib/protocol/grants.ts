/** Schema of permanent approvals: a tool for an exact origin. */

export const GRANTS_VERSION = 1;
/** The oldest are dropped. */
export const MAX_GRANTS = 200;

export const GRANTS_SCHEMA = {
  type: 'object',
  properties: {
    version: { const: GRANTS_VERSION },
    grants: {
      type: 'array',
      maxItems: MAX_GRANTS,
      items: {
        type: 'object',
        properties: {
          tool: { type: 'string', minLength: 1, maxLength: 200 },
          origin: { type: 'string', pattern: '^https?://[^/?#@\\s]+$', maxLength: 300 },
        },
        required: ['tool', 'origin'],
        additionalProperties: false,
      },
    },
  },
  required: ['version', 'grants'],
  additionalProperties: false,
} as const;
