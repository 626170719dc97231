/**
 * Requests between contexts, in one table: name → schema, who may send it, reply. A request always gets an answer, an
 * error included. The schemas are compiled at build time (`scripts/generate.mjs`), since MV3 forbids code from strings.
 */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Frame } from '../agent/frames.ts';
import type { JobEstimate } from '../agent/job.ts';
import type { RunStatus } from '../agent/ports.ts';
import type { Trouble } from '../base/errors.ts';
import { AGENT_ID, AGENT_REQUESTS, type AgentReplies } from './agents.ts';
import { PICTURE_REQUESTS, PICTURES } from './picture.ts';
import { SEARCH_REQUESTS, SOURCES_SCHEMA, type WebOutlook } from './search.ts';
import { CANDIDATE_SCHEMA, SERVER_SCHEMA, type ListedModel, type ProbeReport } from './probe.ts';

const id = { type: 'string', minLength: 1, maxLength: 100 } as const;
const tabId = { type: 'integer', minimum: 0 } as const;
/** Of what is open, of the web, or of one agent, which `agent` names. */
const job = { enum: ['ask', 'research', 'agent'] } as const;
const sources = SOURCES_SCHEMA;
/** Key of a question of the run, or id of one of its frames. */
const ask = { type: 'string', minLength: 1, maxLength: 200 } as const;
/** Longest question or answer a person can type, in characters. */
export const MAX_WORDS = 4000;
const words = { type: 'string', minLength: 1, maxLength: MAX_WORDS } as const;
/** Most tabs that a person can add to the one at hand. */
export const MAX_ALSO = 8;
const also = { type: 'array', maxItems: MAX_ALSO, uniqueItems: true, items: tabId } as const;
/** Hash of the selection that a question is about, or null. */
const selection = { type: ['string', 'null'], minLength: 64, maxLength: 64 } as const;
/** Id of one of the person's presets; '' for none. */
const preset = { type: 'string', maxLength: 40 } as const;
/** Longest selection that comes with a word from the page, in UTF-16 units. */
export const MAX_SELECTED = 8000;

export const REQUEST_SCHEMAS = {
  /** Start a job on a tab. */
  'run.start': {
    type: 'object',
    properties: { type: { const: 'run.start' }, job: { const: 'summarise' }, tabId, commandId: id },
    required: ['type', 'job', 'tabId', 'commandId'],
    additionalProperties: false,
  },
  /** Ask something about the page of a tab, or of the web. */
  'run.ask': {
    type: 'object',
    properties: {
      type: { const: 'run.ask' },
      job,
      goal: words,
      tabId,
      also,
      selection,
      pictures: PICTURES,
      sources,
      agent: AGENT_ID,
      commandId: id,
    },
    required: ['type', 'job', 'goal', 'tabId', 'also', 'selection', 'pictures', 'sources', 'commandId'],
    additionalProperties: false,
  },
  /** Ask on after a run's answer, in the same conversation. */
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
      pictures: PICTURES,
      sources,
      agent: AGENT_ID,
      commandId: id,
    },
    required: ['type', 'runId', 'job', 'goal', 'tabId', 'also', 'selection', 'pictures', 'sources', 'commandId'],
    additionalProperties: false,
  },
  /** Do something with what is selected in a tab. `ask`: only keep it, for the question that is being typed. */
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
  /** The same from the toolbar beside a selection, with the selection as far as the page's script can tell. */
  'selection.act': {
    type: 'object',
    properties: {
      type: { const: 'selection.act' },
      action: { enum: ['explain', 'simplify', 'translate', 'search', 'preset', 'ask'] },
      preset,
      text: { type: 'string', minLength: 1, maxLength: MAX_SELECTED },
      commandId: id,
    },
    required: ['type', 'action', 'preset', 'text', 'commandId'],
    additionalProperties: false,
  },
  /** What the toolbar's menu offers beside its buttons. */
  'selection.menu': {
    type: 'object',
    properties: { type: { const: 'selection.menu' } },
    required: ['type'],
    additionalProperties: false,
  },
  /** The person wants the toolbar to stay away. */
  'selection.hide': {
    type: 'object',
    properties: { type: { const: 'selection.hide' }, where: { enum: ['site', 'everywhere'] } },
    required: ['type', 'where'],
    additionalProperties: false,
  },
  ...PICTURE_REQUESTS,
  ...SEARCH_REQUESTS,
  ...AGENT_REQUESTS,
  /** Answer what a run asked. */
  'run.answer': {
    type: 'object',
    properties: { type: { const: 'run.answer' }, runId: id, commandId: id, ask, text: words },
    required: ['type', 'runId', 'commandId', 'ask', 'text'],
    additionalProperties: false,
  },
  /** Agree to a call; `hash` names exactly the call that was shown. `always`: from now on, as the stored question has it. */
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
  /** Say whether a call that was cut happened. */
  'run.outcome': {
    type: 'object',
    properties: { type: { const: 'run.outcome' }, runId: id, commandId: id, ask, happened: { type: 'boolean' } },
    required: ['type', 'runId', 'commandId', 'ask', 'happened'],
    additionalProperties: false,
  },
  /** Show the model again what making room hid; `compaction` is that frame's id. */
  'run.restore': {
    type: 'object',
    properties: { type: { const: 'run.restore' }, runId: id, commandId: id, compaction: ask },
    required: ['type', 'runId', 'commandId', 'compaction'],
    additionalProperties: false,
  },
  /** Keep a run in history, or no longer. */
  'run.keep': {
    type: 'object',
    properties: { type: { const: 'run.keep' }, runId: id, kept: { type: 'boolean' } },
    required: ['type', 'runId', 'kept'],
    additionalProperties: false,
  },
  /** Runs kept in history and the session's of that tab, newest first; with a query, the best fitting first. */
  'history.list': {
    type: 'object',
    properties: { type: { const: 'history.list' }, tabId, query: { type: 'string', maxLength: 200 } },
    required: ['type', 'tabId', 'query'],
    additionalProperties: false,
  },
  /** The frames of a run in history. */
  'history.open': {
    type: 'object',
    properties: { type: { const: 'history.open' }, runId: id },
    required: ['type', 'runId'],
    additionalProperties: false,
  },
  /** Stop a run; what it has so far stays. */
  'run.cancel': {
    type: 'object',
    properties: { type: { const: 'run.cancel' }, runId: id, commandId: id },
    required: ['type', 'runId', 'commandId'],
    additionalProperties: false,
  },
  /** Stop one agent of a run; whoever called it goes on with what it has so far. `of`: its name within the run. */
  'run.take-back': {
    type: 'object',
    properties: { type: { const: 'run.take-back' }, runId: id, commandId: id, of: ask },
    required: ['type', 'runId', 'commandId', 'of'],
    additionalProperties: false,
  },
  /** Continue a failed run from its last settled effect. */
  'run.retry': {
    type: 'object',
    properties: { type: { const: 'run.retry' }, runId: id, commandId: id },
    required: ['type', 'runId', 'commandId'],
    additionalProperties: false,
  },
  /** What would summarising this tab take? Reads the page, calls no model. */
  'page.estimate': {
    type: 'object',
    properties: { type: { const: 'page.estimate' }, tabId },
    required: ['type', 'tabId'],
    additionalProperties: false,
  },
  /** Forget every run of this session. */
  'session.clear': {
    type: 'object',
    properties: { type: { const: 'session.clear' } },
    required: ['type'],
    additionalProperties: false,
  },
  /** Try a model that need not be saved yet. Calls it a few times. */
  'model.test': {
    type: 'object',
    properties: { type: { const: 'model.test' }, candidate: CANDIDATE_SCHEMA },
    required: ['type', 'candidate'],
    additionalProperties: false,
  },
  /** The models that a server lists. Calls none. */
  'model.list': {
    type: 'object',
    properties: { type: { const: 'model.list' }, candidate: SERVER_SCHEMA },
    required: ['type', 'candidate'],
    additionalProperties: false,
  },
  /** Nobody waits for a test or a list any more: what is under way makes no further call. */
  'model.stop': {
    type: 'object',
    properties: { type: { const: 'model.stop' } },
    required: ['type'],
    additionalProperties: false,
  },
} as const satisfies Record<string, JSONSchema>;

export type RequestName = keyof typeof REQUEST_SCHEMAS;
export type Request<N extends RequestName = RequestName> = { [K in N]: FromSchema<(typeof REQUEST_SCHEMAS)[K]> }[N];

/** Paths of the extension's own pages: own pages may live in a tab, so a sender is known by its document's URL. */
export const PANEL_PAGE = 'src/sidepanel/index.html';
export const OPTIONS_PAGE = 'src/options/index.html';
export type ExtensionPage = typeof PANEL_PAGE | typeof OPTIONS_PAGE;
/** A script of ours in a page of somebody else's: whatever it says, the page may have said. */
export const TOOLBAR = 'toolbar';

/** Who may send each request. A script in a page may start the toolbar's jobs and nothing else (SAFETY D6). */
export const SENDERS: Readonly<Record<RequestName, readonly (ExtensionPage | typeof TOOLBAR)[]>> = {
  'run.start': [PANEL_PAGE],
  'run.ask': [PANEL_PAGE],
  'run.follow': [PANEL_PAGE],
  'selection.start': [PANEL_PAGE],
  'selection.act': [TOOLBAR],
  'selection.menu': [TOOLBAR],
  'selection.hide': [TOOLBAR],
  'picture.take': [PANEL_PAGE],
  'picture.read': [PANEL_PAGE],
  'region.chosen': [TOOLBAR],
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

/** Before the run: the most it can take, upper bounds for the whole run. */
export interface Estimate extends JobEstimate {
  readonly url: string;
  readonly title: string;
  readonly words: number;
  readonly modelLabel: string;
  /** The fallback that costs something; '' for none. Its calls are not in the figures. */
  readonly paidFallback: string;
  readonly budget: number;
  /** Upper bounds for a question about the page. */
  readonly ask: JobEstimate;
  /** For one about as many pictures as there may be, too. */
  readonly askOfPictures: JobEstimate;
  /** Tokens that agents may take beside, at most, should a question lead to them; 0 where it cannot. */
  readonly agents: number;
}

/** A run in a list. */
export interface ListedRun {
  readonly runId: string;
  readonly title: string;
  /** Whether the person keeps it. */
  readonly kept: boolean;
  /** Where the query fits, in words of the run; '' without a query. */
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
  /** '' where the person has to choose a region first. */
  'picture.take': { readonly runId: string };
  'picture.read': { readonly runId: string };
  'region.chosen': Record<string, never>;
  'web.outlook': WebOutlook;
  /** How many results a test query brought, and the first of their titles. */
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
  { readonly ok: true; readonly value: Replies[N] } | { readonly ok: false; readonly trouble: Trouble };
