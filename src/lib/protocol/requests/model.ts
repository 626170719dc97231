/** Requests and reports of the model test, for a model that need not be saved yet. */
import type { FromSchema } from 'json-schema-to-ts';
import { CHOSEN_PROVIDERS } from '../../models/config.ts';
import type { ServerModel } from '../../models/http/wire-format.ts';
import { defineObject } from '../../schema/object.ts';
import { OPTIONS_PAGE, PANEL_PAGE, id, replyWith, type RequestRows } from './request.ts';

/** `key` is a reference, never an API key (SAFETY D8): the saved one, none, or a typed one's name. */
export const SERVER_SCHEMA = defineObject({
  provider: { enum: CHOSEN_PROVIDERS },
  endpoint: { type: 'string', maxLength: 2000 },
  key: { type: 'string', pattern: '^(?:saved|none|typed/[0-9a-f-]{36})$' },
});

export const CANDIDATE_SCHEMA = defineObject({
  ...SERVER_SCHEMA.properties,
  model: { type: 'string', maxLength: 200 },
  contextTokens: { type: 'integer', minimum: 1024, maximum: 10_000_000 },
  keepAlive: { type: 'integer', minimum: -1, maximum: 1440 },
});

export type ServerCandidate = Readonly<FromSchema<typeof SERVER_SCHEMA>>;
export type Candidate = Readonly<FromSchema<typeof CANDIDATE_SCHEMA>>;

/** In order. A test ends at the first failure that makes the others impossible. */
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

export interface CheckLine {
  readonly name: CheckName;
  /** `unknown`: cannot be checked without cost. */
  readonly state: 'fine' | 'limited' | 'bad' | 'unknown';
  readonly detail: string;
  /** '' if there is nothing to do. Commands to copy are in backticks. */
  readonly hint: string;
}

export interface ProbeReport {
  readonly ok: boolean;
  readonly checks: readonly CheckLine[];
  readonly found: {
    readonly contextTokens?: number;
    readonly toolCalling?: 'native' | 'json' | 'text';
    readonly pictures?: boolean;
  };
}

export type ListedModel = Omit<ServerModel, 'servedTokens'>;

const SETUP_PAGES = [OPTIONS_PAGE, PANEL_PAGE] as const;

export const MODEL_REQUESTS = {
  'model.test': {
    from: SETUP_PAGES,
    props: { candidate: CANDIDATE_SCHEMA, commandId: id },
    reply: replyWith<ProbeReport>(),
  },
  'model.list': {
    from: SETUP_PAGES,
    props: { candidate: SERVER_SCHEMA },
    reply: replyWith<{ readonly models: readonly ListedModel[] }>(),
  },
  'model.stop': { from: SETUP_PAGES, props: {} },
} as const satisfies RequestRows;
