import type { JobEstimate } from '../../agent/loop/job.ts';
import { SELECTION_ACTION_IDS } from '../../jobs/selection-actions.ts';
import { FORK_PLACES } from '../../agent/frames/spec.ts';
import { AGENT_ID } from './agents.ts';
import { PICTURES_SCHEMA } from './picture.ts';
import { PANEL_PAGE, id, replyWith, tabId, type RequestRows } from './request.ts';
import { SOURCES_SCHEMA } from './web.ts';

export const MAX_TEXT_CHARS = 4000;
export const MAX_EXTRA_TABS = 8;
const text = { type: 'string', minLength: 1, maxLength: MAX_TEXT_CHARS } as const;
const ask = { type: 'string', minLength: 1, maxLength: 200 } as const;

const question = {
  job: { enum: ['ask', 'research', 'agent'] },
  goal: text,
  tabId,
  also: { type: 'array', maxItems: MAX_EXTRA_TABS, uniqueItems: true, items: tabId },
  /** Hash of the selection that the question is about, or null. */
  selection: { type: ['string', 'null'], minLength: 64, maxLength: 64 },
  pictures: PICTURES_SCHEMA,
  sources: SOURCES_SCHEMA,
  commandId: id,
} as const;
/** `action`: the selection action whose answer is given again. */
const optional = { agent: AGENT_ID, action: { enum: SELECTION_ACTION_IDS } } as const;
const command = { runId: id, commandId: id } as const;
const started = replyWith<{ readonly runId: string }>();

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

export const RUN_REQUESTS = {
  'page.estimate': { from: PANEL_PAGE, props: { tabId }, reply: replyWith<Estimate>() },
  'run.start': { from: PANEL_PAGE, props: { job: { const: 'summarise' }, tabId, commandId: id }, reply: started },
  'run.ask': { from: PANEL_PAGE, props: question, optional, reply: started },
  'run.follow': { from: PANEL_PAGE, props: { runId: id, ...question }, optional, reply: started },
  'run.answer': { from: PANEL_PAGE, props: { ...command, ask, text } },
  /** `hash` identifies exactly the call that was shown. `always`: also in future. */
  'run.approve': {
    from: PANEL_PAGE,
    props: { ...command, ask, hash: { type: 'string', minLength: 64, maxLength: 64 } },
    optional: { always: { type: 'boolean' } },
  },
  'run.decline': { from: PANEL_PAGE, props: { ...command, ask } },
  'run.outcome': { from: PANEL_PAGE, props: { ...command, ask, happened: { type: 'boolean' } } },
  /** Shows the model again what a compaction hid; `compaction` is that frame's id. */
  'run.restore': { from: PANEL_PAGE, props: { ...command, compaction: ask } },
  /** Stops a run; its results so far are kept. */
  'run.cancel': { from: PANEL_PAGE, props: command },
  /** Stops one agent of a run; its caller continues. `of`: its correlation id. */
  'run.take-back': { from: PANEL_PAGE, props: { ...command, of: ask } },
  'run.retry': { from: PANEL_PAGE, props: command },
  /** A new run with the past of one, as far as that place in its nth exchange; its id is that of the command. */
  'run.fork': {
    from: PANEL_PAGE,
    props: { ...command, tabId, exchange: { type: 'integer', minimum: 0 }, place: { enum: FORK_PLACES } },
    reply: started,
  },
  /** The tab begins a new conversation. `runId`: the one that it shows, which is stopped. */
  'run.leave': { from: PANEL_PAGE, props: { runId: id, tabId } },
} as const satisfies RequestRows;
