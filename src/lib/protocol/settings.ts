/** Settings: one typed, versioned record. Keys are not settings; they have a store of their own (SAFETY D8). */
import type { FromSchema } from 'json-schema-to-ts';
import { DEFAULT_TIMEOUTS } from '../models/model.ts';

export const SETTINGS_VERSION = 3;

const milliseconds = { type: 'integer', minimum: 100, maximum: 3_600_000 } as const;

export const SETTINGS_SCHEMA = {
  type: 'object',
  properties: {
    version: { const: SETTINGS_VERSION },
    provider: { enum: ['extractive', 'openai-compatible'] },
    /** Base URL up to and including the version segment, such as `http://localhost:11434/v1`. '' until set. */
    endpoint: { type: 'string', maxLength: 2000 },
    model: { type: 'string', maxLength: 200 },
    /** The window the server really serves, in tokens. */
    contextTokens: { type: 'integer', minimum: 1024, maximum: 10_000_000 },
    /** Most tokens, input and output together, that one run may spend. */
    tokenBudget: { type: 'integer', minimum: 1000, maximum: 100_000_000 },
    /** Percent of the budget from which the person wants to be warned. */
    warnAt: { type: 'integer', minimum: 10, maximum: 100 },
    /** Whether the model takes tools over the wire, or is told of them in words and calls them in its text. */
    toolCalling: { enum: ['native', 'text'] },
    /** Most decisions one run may act upon, the answer included. */
    maxSteps: { type: 'integer', minimum: 2, maximum: 50 },
    /** The person's own prices per million tokens, in their currency; 0 for not given, where list prices serve. */
    priceInput: { type: 'number', minimum: 0, maximum: 100_000 },
    /** Of input that the provider read from its cache; 0 for the price of other input. */
    priceCached: { type: 'number', minimum: 0, maximum: 100_000 },
    priceOutput: { type: 'number', minimum: 0, maximum: 100_000 },
    /** Most one run may cost, in the same currency; 0 for no bound. */
    maxCost: { type: 'number', minimum: 0, maximum: 1_000_000 },
    timeouts: {
      type: 'object',
      properties: { connect: milliseconds, firstChunk: milliseconds, gap: milliseconds, total: milliseconds },
      required: ['connect', 'firstChunk', 'gap', 'total'],
      additionalProperties: false,
    },
  },
  required: [
    'version',
    'provider',
    'endpoint',
    'model',
    'contextTokens',
    'tokenBudget',
    'warnAt',
    'toolCalling',
    'maxSteps',
    'priceInput',
    'priceCached',
    'priceOutput',
    'maxCost',
    'timeouts',
  ],
  additionalProperties: false,
} as const;

export type Settings = FromSchema<typeof SETTINGS_SCHEMA>;

export const DEFAULT_SETTINGS: Settings = {
  version: SETTINGS_VERSION,
  provider: 'extractive',
  endpoint: '',
  model: '',
  contextTokens: 8192,
  tokenBudget: 200_000,
  warnAt: 80,
  toolCalling: 'native',
  maxSteps: 5,
  priceInput: 0,
  priceCached: 0,
  priceOutput: 0,
  maxCost: 0,
  timeouts: { ...DEFAULT_TIMEOUTS },
};
