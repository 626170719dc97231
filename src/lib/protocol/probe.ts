/** “Will my model work?”: what is asked about a model that need not be saved yet, and what is found. */
import type { FromSchema } from 'json-schema-to-ts';
import { PROVIDERS } from '../models/config.ts';

/**
 * The server alone: enough to list its models. `key` names one and never is one (SAFETY D8): the saved one, none, or one that
 * was typed and laid down in `chrome/keys.ts` under that name.
 */
export const SERVER_SCHEMA = {
  type: 'object',
  properties: {
    provider: { enum: PROVIDERS },
    endpoint: { type: 'string', maxLength: 2000 },
    key: { type: 'string', pattern: '^(?:saved|none|typed/[0-9a-f-]{36})$' },
  },
  required: ['provider', 'endpoint', 'key'],
  additionalProperties: false,
} as const;

export const CANDIDATE_SCHEMA = {
  type: 'object',
  properties: {
    ...SERVER_SCHEMA.properties,
    model: { type: 'string', maxLength: 200 },
    /** As the person has it, or means to. */
    contextTokens: { type: 'integer', minimum: 1024, maximum: 10_000_000 },
    keepAlive: { type: 'integer', minimum: -1, maximum: 1440 },
  },
  required: ['provider', 'endpoint', 'key', 'model', 'contextTokens', 'keepAlive'],
  additionalProperties: false,
} as const;

export type ServerCandidate = Readonly<FromSchema<typeof SERVER_SCHEMA>>;
export type Candidate = Readonly<FromSchema<typeof CANDIDATE_SCHEMA>>;

/** What is looked at, in this order. A test ends at the first thing without which nothing else can work. */
export const CHECKS = [
  'address',
  'server',
  'origin',
  'key',
  'model',
  'reply',
  'streaming',
  'window',
  'tools',
  'pictures',
  'speed',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** One thing that was looked at: how it went, and the cure where there is one. */
export interface CheckLine {
  readonly name: CheckName;
  /** `limited`: it works, with a limit that the person should know. `unknown`: nobody can tell without cost. */
  readonly state: 'fine' | 'limited' | 'bad' | 'unknown';
  readonly detail: string;
  /** '' when there is nothing to do. Commands to be copied stand in backticks. */
  readonly cure: string;
}

export interface ProbeReport {
  /** Whether the model can do the product's jobs. */
  readonly ok: boolean;
  readonly checks: readonly CheckLine[];
  /** What the settings should say of the model, as far as it was found. */
  readonly found: {
    readonly contextTokens?: number;
    readonly toolCalling?: 'native' | 'json' | 'text';
    readonly pictures?: boolean;
  };
}

/** A model that the server lists. */
export interface ListedModel {
  readonly id: string;
  /** Absent where the list does not say. */
  readonly contextTokens?: number;
  readonly tools?: boolean;
  readonly pictures?: boolean;
}
