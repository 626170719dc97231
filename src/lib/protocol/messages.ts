/** Requests between contexts; each gets a reply, possibly an error. MV3 requires compiled schemas. */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Frame } from '../agent/frames/frames.ts';
import type { JobEstimate } from '../agent/loop/job.ts';
import type { RunStatus } from '../agent/ports.ts';
import type { UserError } from '../base/errors.ts';
import { AGENT_ID, AGENT_REQUESTS, type AgentReplies } from './agents.ts';
import { PICTURE_REQUESTS, PICTURES_SCHEMA } from './picture.ts';
import { SEARCH_REQUESTS, SOURCES_SCHEMA, type WebOutlook } from './search.ts';
import { CANDIDATE_SCHEMA, SERVER_SCHEMA, type ListedModel, type ProbeReport } from './probe.ts';

const id = { type: 'string', minLength: 1, maxLength: 100 } as const;
const tabId = { type: 'integer', minimum: 0 } as const;
const job = { enum: ['ask', 'research', 'agent'] } as const;
const sources = SOURCES_SCHEMA;
const ask = { type: 'string', minLength: 1, maxLength: 200 } as const;
export const MAX_TEXT_CHARS = 4000;
const words = { type: 'string', minLength: 1, maxLength: MAX_TEXT_CHARS } as const;
export const MAX_EXTRA_TABS = 8;
const also = { type: 'array', maxItems: MAX_EXTRA_TABS, uniqueItems: true, items: tabId } as const;
/** Hash of the selection that a question is about, or null. */
const selection = { type: ['string', 'null'], minLength: 64, maxLength: 64 } as const;
/** '' for none. */
const preset = { type: 'string', maxLength: 40 } as const;
/** In UTF-16 units. */
export const MAX_SELECTED_CHARS = 8000;

export const REQUEST_SCHEMAS = {
  'run.start': {
    type: 'object',
    properties: { type: { const: 'run.start' }, job: { const: 'summarise' }, tabId, commandId: id },
    required: ['type', 'job', 'tabId', 'commandId'],
    additionalProperties: false,
  },
  'run.ask': {
    type: 'object',
    properties: {
      type: { const: 'run.ask' },
      job,
      goal: words,
      tabId,
      also,
      selection,
      pictures: PICTURES_SCHEMA,
      sources,
      agent: AGENT_ID,
      commandId: id,
    },
    required: ['type', 'job', 'goal', 'tabId', 'also', 'selection', 'pictures', 'sources', 'commandId'],
    additionalProperties: false,
  },
  'run.follow': {
    type: 'object',
    properties: {
      type: { const: 'run.follow' },
      runId: id,
      job,
      goal: words,
      tabId,
      also,
      selection,
      pictures: PICTURES_SCHEMA,
      sources,
      agent: AGENT_ID,
      commandId: id,
    },
    required: ['type', 'runId', 'job', 'goal', 'tabId', 'also', 'selection', 'pictures', 'sources', 'commandId'],
    additionalProperties: false,
  },
  /** `ask`: only stores it for the question being typed. */
  'selection.start': {
    type: 'object',
    properties: {
      type: { const: 'selection.start' },
      tabId,
      action: { enum: ['explain', 'simplify', 'translate', 'search', 'preset', 'ask'] },
      preset,
      commandId: id,
    },
    required: ['type', 'tabId', 'action', 'preset', 'commandId'],
    additionalProperties: false,
  },
  'selection.act': {
    type: 'object',
    properties: {
      type: { const: 'selection.act' },
      action: { enum: ['explain', 'simplify', 'translate', 'search', 'preset', 'ask'] },
      preset,
      text: { type: 'string', minLength: 1, maxLength: MAX_SELECTED_CHARS },
      commandId: id,
    },
    required: ['type', 'action', 'preset', 'text', 'commandId'],
    additionalProperties: false,
  },
  'selection.menu': {
    type: 'object',
    properties: { type: { const: 'selection.menu' } },
    required: ['type'],
    additionalProperties: false,
  },
  'selection.hide': {
    type: 'object',
    properties: { type: { const: 'selection.hide' }, where: { enum: ['site', 'everywhere'] } },
    required: ['type', 'where'],
    additionalProperties: false,
  },
  ...PICTURE_REQUESTS,
  ...SEARCH_REQUESTS,
  ...AGENT_REQUESTS,
  'run.answer': {
    type: 'object',
    properties: { type: { const: 'run.answer' }, runId: id, commandId: id, ask, text: words },
    required: ['type', 'runId', 'commandId', 'ask', 'text'],
    additionalProperties: false,
  },
  /** `hash` identifies exactly the call that was shown. `always`: also in future. */
  'run.approve': {
    type: 'object',
    properties: {
      type: { const: 'run.approve' },
      runId: id,
      commandId: id,
      ask,
      hash: { type: 'string', minLength: 64, maxLength: 64 },
      always: { type: 'boolean' },
    },
    required: ['type', 'runId', 'commandId', 'ask', 'hash'],
    additionalProperties: false,
  },
  'run.decline': {
    type: 'object',
    properties: { type: { const: 'run.decline' }, runId: id, commandId: id, ask },
    required: ['type', 'runId', 'commandId', 'ask'],
    additionalProperties: false,
  },
  'run.outcome': {
    type: 'object',
    properties: { type: { const: 'run.outcome' }, runId: id, commandId: id, ask, happened: { type: 'boolean' } },
    required: ['type', 'runId', 'commandId', 'ask', 'happened'],
    additionalProperties: false,
  },
  /** Shows the model again what a compaction hid; `compaction` is that frame's id. */
  'run.restore': {
    type: 'object',
    properties: { type: { const: 'run.restore' }, runId: id, commandId: id, compaction: ask },
    required: ['type', 'runId', 'commandId', 'compaction'],
    additionalProperties: false,
  },
  'run.keep': {
    type: 'object',
    properties: { type: { const: 'run.keep' }, runId: id, kept: { type: 'boolean' } },
    required: ['type', 'runId', 'kept'],
    additionalProperties: false,
  },
  /** The kept runs and the tab's session runs, newest first; with a query, best match first. */
  'history.list': {
    type: 'object',
    properties: { type: { const: 'history.list' }, tabId, query: { type: 'string', maxLength: 200 } },
    required: ['type', 'tabId', 'query'],
    additionalProperties: false,
  },
  'history.open': {
    type: 'object',
    properties: { type: { const: 'history.open' }, runId: id },
    required: ['type', 'runId'],
    additionalProperties: false,
  },
  /** Stops a run; its results so far are kept. */
  'run.cancel': {
    type: 'object',
    properties: { type: { const: 'run.cancel' }, runId: id, commandId: id },
    required: ['type', 'runId', 'commandId'],
    additionalProperties: false,
  },
  /** Stops one agent of a run; its caller continues. `of`: its correlation id. */
  'run.take-back': {
    type: 'object',
    properties: { type: { const: 'run.take-back' }, runId: id, commandId: id, of: ask },
    required: ['type', 'runId', 'commandId', 'of'],
    additionalProperties: false,
  },
  'run.retry': {
    type: 'object',
    properties: { type: { const: 'run.retry' }, runId: id, commandId: id },
    required: ['type', 'runId', 'commandId'],
    additionalProperties: false,
  },
  'page.estimate': {
    type: 'object',
    properties: { type: { const: 'page.estimate' }, tabId },
    required: ['type', 'tabId'],
    additionalProperties: false,
  },
  'session.clear': {
    type: 'object',
    properties: { type: { const: 'session.clear' } },
    required: ['type'],
    additionalProperties: false,
  },
  'model.test': {
    type: 'object',
    properties: { type: { const: 'model.test' }, candidate: CANDIDATE_SCHEMA },
    required: ['type', 'candidate'],
    additionalProperties: false,
  },
  'model.list': {
    type: 'object',
    properties: { type: { const: 'model.list' }, candidate: SERVER_SCHEMA },
    required: ['type', 'candidate'],
    additionalProperties: false,
  },
  'model.stop': {
    type: 'object',
    properties: { type: { const: 'model.stop' } },
    required: ['type'],
    additionalProperties: false,
  },
} as const satisfies Record<string, JSONSchema>;

export type RequestName = keyof typeof REQUEST_SCHEMAS;
export type Request<N extends RequestName = RequestName> = { [K in N]: FromSchema<(typeof REQUEST_SCHEMAS)[K]> }[N];

/** A sender is identified by its document's URL, because own pages may be open in a tab. */
export const PANEL_PAGE = 'src/sidepanel/index.html';
export const OPTIONS_PAGE = 'src/options/index.html';
export type ExtensionPage = typeof PANEL_PAGE | typeof OPTIONS_PAGE;
/** Our content script: its messages are only as trustworthy as the page. */
export const TOOLBAR_SENDER = 'toolbar';

/** A content script may start the toolbar's jobs and nothing else (SAFETY D6). */
export const ALLOWED_SENDERS: Readonly<Record<RequestName, readonly (ExtensionPage | typeof TOOLBAR_SENDER)[]>> = {
  'run.start': [PANEL_PAGE],
  'run.ask': [PANEL_PAGE],
  'run.follow': [PANEL_PAGE],
  'selection.start': [PANEL_PAGE],
  'selection.act': [TOOLBAR_SENDER],
  'selection.menu': [TOOLBAR_SENDER],
  'selection.hide': [TOOLBAR_SENDER],
  'picture.take': [PANEL_PAGE],
  'picture.read': [PANEL_PAGE],
  'region.chosen': [TOOLBAR_SENDER],
  'web.outlook': [PANEL_PAGE],
  'search.test': [OPTIONS_PAGE],
  'run.answer': [PANEL_PAGE],
  'run.approve': [PANEL_PAGE],
  'run.decline': [PANEL_PAGE],
  'run.outcome': [PANEL_PAGE],
  'run.restore': [PANEL_PAGE],
  'run.keep': [PANEL_PAGE],
  'history.list': [PANEL_PAGE],
  'history.open': [PANEL_PAGE],
  'run.cancel': [PANEL_PAGE],
  'run.take-back': [PANEL_PAGE],
  'run.retry': [PANEL_PAGE],
  'agents.list': [PANEL_PAGE],
  'agents.save': [PANEL_PAGE],
  'agents.enable': [PANEL_PAGE],
  'agents.remove': [PANEL_PAGE],
  'page.estimate': [PANEL_PAGE],
  'session.clear': [PANEL_PAGE],
  'model.test': [OPTIONS_PAGE],
  'model.list': [OPTIONS_PAGE],
  'model.stop': [OPTIONS_PAGE],
};

export interface Estimate extends JobEstimate {
  readonly url: string;
  readonly title: string;
  readonly words: number;
  readonly modelLabel: string;
  /** A fallback that is charged, not in the figures; '' for none. */
  readonly paidFallback: string;
  readonly budget: number;
  readonly ask: JobEstimate;
  readonly askOfPictures: JobEstimate;
  /** Upper bound of additional tokens used by agents; 0 if none can be called. */
  readonly agents: number;
}

export interface ListedRun {
  readonly runId: string;
  readonly title: string;
  readonly kept: boolean;
  /** Text that matches the query; '' without a query. */
  readonly snippet: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly status: RunStatus;
}

export interface Replies extends AgentReplies {
  'run.start': { readonly runId: string };
  'run.ask': { readonly runId: string };
  'run.follow': { readonly runId: string };
  'selection.start': { readonly runId: string };
  'selection.act': { readonly runId: string };
  'selection.menu': {
    readonly presets: readonly { readonly id: string; readonly title: string }[];
    readonly language: string;
  };
  'selection.hide': Record<string, never>;
  /** '' if the user must choose a region first. */
  'picture.take': { readonly runId: string };
  'picture.read': { readonly runId: string };
  'region.chosen': Record<string, never>;
  'web.outlook': WebOutlook;
  'search.test': { readonly count: number; readonly first: string };
  'run.answer': Record<string, never>;
  'run.approve': Record<string, never>;
  'run.decline': Record<string, never>;
  'run.outcome': Record<string, never>;
  'run.restore': Record<string, never>;
  'run.keep': Record<string, never>;
  'history.list': { readonly runs: readonly ListedRun[] };
  'history.open': { readonly frames: readonly Frame[] };
  'run.cancel': Record<string, never>;
  'run.take-back': Record<string, never>;
  'run.retry': Record<string, never>;
  'page.estimate': Estimate;
  'session.clear': Record<string, never>;
  'model.test': ProbeReport;
  'model.list': { readonly models: readonly ListedModel[] };
  'model.stop': Record<string, never>;
}

export type Reply<N extends RequestName> =
  { readonly ok: true; readonly value: Replies[N] } | { readonly ok: false; readonly error: UserError };
