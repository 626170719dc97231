/** The user's schedules, and what is kept of their runs. Data that fails the schema runs nothing. */
import type { FromSchema } from 'json-schema-to-ts';
import { defineObject, type DeepReadonly } from '../schema/object.ts';
import { AGENT_ID } from './requests/agents.ts';

export const SCHEDULES_VERSION = 1;
export const MAX_SCHEDULES = 20;
export const MAX_SCHEDULE_TOKENS = 10_000_000;
export const MIN_SCHEDULE_TOKENS = 1000;
export const MAX_SCHEDULE_NAME = 80;
export const MAX_SCHEDULE_GOAL = 4000;
export const MAX_HOURS = 24 * 7;
/** Newest first; the oldest are dropped. */
export const MAX_OUTCOMES = 20;
/** Months whose sums are kept, so that a clock that is set to and fro finds its sums again. */
export const MAX_MONTHS = 24;
/** Pages of the reading list that a run reads; the rest are for the next. */
export const MAX_LIST_PAGES = 5;
/** Bounds of each side of a difference. */
export const MAX_CHANGED_LINES = 30;
export const MAX_CHANGED_LINE = 300;
export const MAX_CHANGED_CHARS = 5000;

const tokens = { type: 'integer', minimum: MIN_SCHEDULE_TOKENS, maximum: MAX_SCHEDULE_TOKENS } as const;
/** Milliseconds since the epoch. */
const instant = { type: 'integer', minimum: 0 } as const;
const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string', maxLength: 1000 } as const;
export const SCHEDULE_ID = { type: 'string', pattern: '^[a-z0-9-]{1,40}$' } as const;

export const SCHEDULE_SCHEMA = defineObject({
  id: SCHEDULE_ID,
  name: { type: 'string', minLength: 1, maxLength: MAX_SCHEDULE_NAME },
  job: { enum: ['summarise', 'ask', 'agent'] },
  /** '' unless the job is `agent`. */
  agent: { anyOf: [{ const: '' }, AGENT_ID] },
  /** '' for a summary. */
  goal: { type: 'string', maxLength: MAX_SCHEDULE_GOAL },
  /** Address of the one page that it may read; '' if the reading list says which. */
  address: { type: 'string', maxLength: 2000 },
  when: defineObject({
    /** `list`: when Chrome's reading list grows. */
    kind: { enum: ['once', 'days', 'changed', 'list'] },
    /** `2026-11-27`; '' unless `once`. */
    date: { type: 'string', pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' },
    /** `07:30`; '' unless it is due at a time of day. */
    time: { type: 'string', pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$' },
    /** For `days`: 0 is Sunday. */
    days: { type: 'array', maxItems: 7, uniqueItems: true, items: { type: 'integer', minimum: 0, maximum: 6 } },
    /** For `changed` and `list`: hours between two looks. */
    hours: { type: 'integer', minimum: 1, maximum: MAX_HOURS },
    /** IANA name of the zone that date and time are of. */
    zone: { type: 'string', minLength: 1, maxLength: 100 },
  }),
  tokensPerRun: tokens,
  tokensPerMonth: tokens,
  notify: { type: 'boolean' },
});

const CHANGE_SCHEMA = defineObject({
  added: count,
  removed: count,
  addedLines: { type: 'array', maxItems: MAX_CHANGED_LINES, items: { type: 'string', maxLength: MAX_CHANGED_LINE } },
  removedLines: { type: 'array', maxItems: MAX_CHANGED_LINES, items: { type: 'string', maxLength: MAX_CHANGED_LINE } },
});
const change = { anyOf: [{ type: 'null' }, CHANGE_SCHEMA] } as const;
const runId = { type: 'string', maxLength: 100 } as const;

/** Written before its run starts, so that it starts once whatever dies in between. */
const CLAIM_SCHEMA = defineObject({
  due: instant,
  /** Due times that passed while nothing could run, and that this run stands for. */
  missed: count,
  /** When it was written. */
  at: instant,
  runId,
  /** `2026-11`, whose budget it is of. */
  month: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
  reserved: count,
  state: { enum: ['claimed', 'running', 'asking'] },
  /** Failed attempts to read the page. */
  attempts: count,
  /** 0 for at once. */
  retryAt: instant,
  change,
});

const OUTCOME_SCHEMA = defineObject({
  due: instant,
  missed: count,
  at: instant,
  kind: { enum: ['done', 'failed', 'cancelled', 'deleted', 'skipped', 'first', 'same'] },
  /** '' for none. */
  reason: text,
  /** '' if none ran. */
  runId,
  tokens: count,
  change,
});

export const KEPT_SCHEDULES_SCHEMA = defineObject({
  version: { const: SCHEDULES_VERSION },
  schedules: {
    type: 'array',
    maxItems: MAX_SCHEDULES,
    items: defineObject({
      schedule: SCHEDULE_SCHEMA,
      on: { type: 'boolean' },
      /** Null if it is off or over. */
      next: { type: ['integer', 'null'], minimum: 0 },
      claim: { anyOf: [{ type: 'null' }, CLAIM_SCHEMA] },
      months: {
        type: 'array',
        maxItems: MAX_MONTHS,
        items: defineObject({ month: { type: 'string', maxLength: 7 }, spent: count }),
      },
      outcomes: { type: 'array', maxItems: MAX_OUTCOMES, items: OUTCOME_SCHEMA },
      /** When it was last looked at: an earlier time now means that the clock was set back. */
      seenAt: instant,
      /** When it was deleted, which can be undone for a while; 0 if it was not. */
      removedAt: instant,
    }),
  },
});

export type Schedule = DeepReadonly<FromSchema<typeof SCHEDULE_SCHEMA>>;
export type When = Schedule['when'];
export type Change = DeepReadonly<FromSchema<typeof CHANGE_SCHEMA>>;
export type Claim = DeepReadonly<FromSchema<typeof CLAIM_SCHEMA>>;
export type Outcome = DeepReadonly<FromSchema<typeof OUTCOME_SCHEMA>>;
export type KeptSchedule = DeepReadonly<FromSchema<typeof KEPT_SCHEDULES_SCHEMA>>['schedules'][number];
