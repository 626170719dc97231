/** Storage schemas of the user's agents; the manifest itself is validated on every read. */
import { MAX_AGENTS, MAX_MANIFEST_LENGTH } from './agents.ts';

export const AGENTS_VERSION = 1;

/** Restricted, because it is part of a storage key. */
const id = { type: 'string', pattern: '^[a-z0-9-]{1,40}$', maxLength: 40 } as const;
const tokens = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const cost = { type: ['number', 'null'], minimum: 0 } as const;
const MAX_SWITCHED = 100;

export const KEPT_AGENTS_SCHEMA = {
  type: 'object',
  properties: {
    version: { const: AGENTS_VERSION },
    own: { type: 'array', maxItems: MAX_AGENTS, uniqueItems: true, items: id },
    switched: {
      type: 'array',
      maxItems: MAX_SWITCHED,
      items: {
        type: 'object',
        properties: { id, on: { type: 'boolean' } },
        required: ['id', 'on'],
        additionalProperties: false,
      },
    },
  },
  required: ['version', 'own', 'switched'],
  additionalProperties: false,
} as const;

export const KEPT_AGENT_SCHEMA = {
  type: 'object',
  properties: {
    version: { const: AGENTS_VERSION },
    text: { type: 'string', maxLength: MAX_MANIFEST_LENGTH },
    manifest: { type: 'object', additionalProperties: true },
    enabled: { type: 'boolean' },
    /** Milliseconds since the epoch. */
    savedAt: { type: 'integer', minimum: 0 },
  },
  required: ['version', 'text', 'manifest', 'enabled', 'savedAt'],
  additionalProperties: false,
} as const;

/** Invocations remembered by name to count none twice; the oldest are dropped. */
export const MAX_COUNTED = 300;
export const KEPT_SPEND_SCHEMA = {
  type: 'object',
  properties: {
    version: { const: AGENTS_VERSION },
    invocations: tokens,
    input: tokens,
    output: tokens,
    cost,
    counted: {
      type: 'array',
      maxItems: MAX_COUNTED,
      items: {
        type: 'object',
        properties: { name: { type: 'string', maxLength: 400 }, input: tokens, output: tokens, cost },
        required: ['name', 'input', 'output', 'cost'],
        additionalProperties: false,
      },
    },
  },
  required: ['version', 'invocations', 'input', 'output', 'cost', 'counted'],
  additionalProperties: false,
} as const;

/** Runs already counted, and up to which frame; the oldest are dropped. */
export const MAX_RUNS_COUNTED = 200;
export const KEPT_RUNS_SCHEMA = {
  type: 'object',
  properties: {
    version: { const: AGENTS_VERSION },
    runs: {
      type: 'array',
      maxItems: MAX_RUNS_COUNTED,
      items: {
        type: 'object',
        properties: { runId: { type: 'string', maxLength: 100 }, seq: tokens },
        required: ['runId', 'seq'],
        additionalProperties: false,
      },
    },
  },
  required: ['version', 'runs'],
  additionalProperties: false,
} as const;
