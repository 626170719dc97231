/** Messages about the test of a model and the list of a server's models, both of which call the server. */
import type { Tokens } from '../../agent/budget/usage.ts';
import type { UserError } from '../../base/errors.ts';
import { defineObject } from '../../schema/object.ts';
import type { FromSchema } from 'json-schema-to-ts';
import { CANDIDATE_SCHEMA, SERVER_SCHEMA, type ListedModel, type ProbeReport } from '../requests/model.ts';

const mark = { type: 'string', maxLength: 100 } as const;

/** Document → worker: what each call of a test spends at least, before it, and what it spent, after it; then one of the others. */
export type ProbeAnswer =
  | { readonly type: 'begun'; readonly spent: Tokens }
  | { readonly type: 'spent'; readonly spent: Tokens }
  | { readonly type: 'report'; readonly report: ProbeReport }
  | { readonly type: 'models'; readonly models: readonly ListedModel[] }
  | { readonly type: 'failed'; readonly error: UserError };

export const PROBE_SCHEMAS = {
  /** Worker → document, once over a port of `probe`; closing the port ends the test. `mayReach`: null when unknown. */
  'probe.test': defineObject({
    type: { const: 'test' },
    candidate: CANDIDATE_SCHEMA,
    mark,
    mayReach: { type: ['boolean', 'null'] },
  }),
  'probe.list': defineObject({
    type: { const: 'list' },
    server: SERVER_SCHEMA,
    mark,
    mayReach: { type: ['boolean', 'null'] },
  }),
  /** Worker → document: ends the test or the list early; the answer follows. */
  'probe.stop': defineObject({ type: { const: 'stop' } }),
  /** Both sides are the extension's own: the envelope alone is checked. */
  'probe.answer': defineObject({ type: { const: 'answer' }, answer: { type: 'object' } }),
} as const;

export type TestMessage = Readonly<FromSchema<(typeof PROBE_SCHEMAS)['probe.test']>>;
export type ListMessage = Readonly<FromSchema<(typeof PROBE_SCHEMAS)['probe.list']>>;
