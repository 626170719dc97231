import type { JobEstimate } from '../../agent/loop/job.ts';
import { SELECTION_ACTION_IDS } from '../../jobs/selection-actions.ts';
import { RATINGS } from '../../agent/frames/control-frames.ts';
import { FORK_PLACES } from '../../agent/frames/spec.ts';
import { MAX_FORM_ANSWER } from '../../schema/form.ts';
import { ANSWERS_SCHEMA } from '../settings/answers.ts';
import { MODEL_SCHEMA } from '../settings/settings.ts';
import { AGENT_ID } from './agents.ts';
import { MAX_EXTRA_TABS, MAX_PICTURES, MAX_TEXT_CHARS } from './bounds.ts';
import { FILES_SCHEMA } from './file.ts';
import { PICTURES_SCHEMA } from './picture.ts';
import { PANEL_PAGE, id, replyWith, started, tabId, type RequestRows } from './request.ts';
import { SOURCES_SCHEMA } from './web.ts';

const text = { type: 'string', minLength: 1, maxLength: MAX_TEXT_CHARS } as const;
const ask = { type: 'string', minLength: 1, maxLength: 200 } as const;

const question = {
  job: { enum: ['ask', 'chat', 'research', 'agent'] },
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
const optional = { agent: AGENT_ID, action: { enum: SELECTION_ACTION_IDS }, files: FILES_SCHEMA } as const;
const exchange = { type: 'integer', minimum: 0 } as const;
const command = { runId: id, commandId: id } as const;
/** Answers in place of the main model of the settings, if it is one of theirs. */
const otherModel = { model: MODEL_SCHEMA.properties.id } as const;

export interface Estimate extends JobEstimate {
  readonly url: string;
  readonly title: string;
  readonly words: number;
  /** BCP 47; '' if it is not known. */
  readonly language: string;
  /** Sample of the page's text, to detect the language if that tag tells none. */
  readonly sample: string;
  /** Tokens of the page's text. */
  readonly tokens: number;
  /** Headings of its sections that can be asked about. */
  readonly topics: readonly string[];
  readonly modelLabel: string;
  /** A fallback that is charged, not in the figures; '' for none. */
  readonly paidFallback: string;
  readonly budget: number;
  readonly ask: JobEstimate;
  /** Estimate for the browser's translator, if there is one and no model that can write. */
  readonly translation: JobEstimate;
  readonly askOfPictures: JobEstimate;
}

export const RUN_REQUESTS = {
  'page.estimate': { from: PANEL_PAGE, props: { tabId }, reply: replyWith<Estimate>() },
  /** A summary of the file, which is read for it if somebody is paid. */
  'file.estimate': {
    from: PANEL_PAGE,
    props: { file: FILES_SCHEMA.items },
    reply: replyWith<{ readonly estimate: JobEstimate }>(),
  },
  /** A question as typed so far; `runId`: the conversation that it goes on, '' for none. Null without a model that can write. */
  'question.estimate': {
    from: PANEL_PAGE,
    props: {
      job: { enum: ['ask', 'chat', 'research'] },
      goal: { type: 'string', maxLength: MAX_TEXT_CHARS },
      runId: { type: 'string', maxLength: 100 },
      tabId,
      /** Tokens of the page, if it is asked about. */
      page: { type: 'integer', minimum: 0 },
      also: { type: 'array', maxItems: MAX_EXTRA_TABS, uniqueItems: true, items: tabId },
      selection: question.selection,
      files: FILES_SCHEMA,
      pictures: { type: 'integer', minimum: 0, maximum: MAX_PICTURES },
    },
    reply: replyWith<{ readonly estimate: JobEstimate | null }>(),
  },
  'run.start': {
    from: PANEL_PAGE,
    props: { job: { enum: ['summarise', 'translate'] }, tabId, commandId: id },
    /** Length and format of this summary, in place of the settings'; and what it is about, in place of the page. */
    optional: {
      length: ANSWERS_SCHEMA.properties.length,
      format: ANSWERS_SCHEMA.properties.format,
      files: FILES_SCHEMA,
    },
    reply: started,
  },
  'run.ask': { from: PANEL_PAGE, props: question, optional, reply: started },
  'run.follow': { from: PANEL_PAGE, props: { runId: id, ...question }, optional, reply: started },
  /** `text`: what was entered, as JSON, if a form was asked. */
  'run.answer': { from: PANEL_PAGE, props: { ...command, ask, text: { ...text, maxLength: MAX_FORM_ANSWER } } },
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
  /** What the user thinks of the nth answer; kept with the run and sent nowhere. */
  'run.rate': { from: PANEL_PAGE, props: { ...command, exchange, rating: { enum: RATINGS } } },
  /** Stops a run; its results so far are kept. */
  'run.cancel': { from: PANEL_PAGE, props: command },
  /** Stops one agent of a run; its caller continues. `of`: its correlation id. */
  'run.take-back': { from: PANEL_PAGE, props: { ...command, of: ask } },
  'run.retry': { from: PANEL_PAGE, props: command, optional: otherModel },
  /** A new run with the past of one, as far as that place in its nth exchange; its id is that of the command. */
  'run.fork': {
    from: PANEL_PAGE,
    props: { ...command, tabId, exchange, place: { enum: FORK_PLACES } },
    optional: otherModel,
    reply: started,
  },
  /** The tab begins a new conversation. `runId`: the one that it shows, which is stopped. */
  'run.leave': { from: PANEL_PAGE, props: { runId: id, tabId } },
} as const satisfies RequestRows;
