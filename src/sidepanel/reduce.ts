/**
 * What the panel knows, and how it changes. The one rule: a pure function of what happened; no order or repetition of
 * the worker's events makes it throw, or ends anywhere else.
 */
import type { About, TabInView } from '../chrome/panel-host.ts';
import type { WishedPicture } from '../lib/agent/frames.ts';
import type { Trouble } from '../lib/base/errors.ts';
import type { PanelEvent, SessionUsage } from '../lib/protocol/events.ts';
import type { Estimate, ListedRun, Reply } from '../lib/protocol/messages.ts';
import type { WebOutlook } from '../lib/protocol/search.ts';
import {
  isAgentsChange,
  isUnsaved,
  NO_AGENTS,
  turnAgents,
  type AgentsChange,
  type AgentsPage,
  type KnownAgents,
} from './agents-view.ts';
import { emptyRun, takeDraft, takeFrames, type RunModel } from './run.ts';

/** Whether the tab can be read, and what that would cost. */
export type Access =
  | { readonly type: 'looking' }
  | { readonly type: 'ready'; readonly estimate: Estimate }
  | { readonly type: 'trouble'; readonly trouble: Trouble };

/** What a question of the web would take and which way it would go; `looking` until somebody wants to know. */
export type Outlook =
  | { readonly type: 'looking' }
  | { readonly type: 'ready'; readonly outlook: WebOutlook }
  | { readonly type: 'trouble'; readonly trouble: Trouble };

/** A command that has been given and not yet shown an effect. */
export type Pending = 'start' | 'follow' | 'cancel' | 'retry' | 'clear';

export type Notice = Omit<Extract<PanelEvent, { type: 'notice' }>, 'type'>;

/** Runs of before in place of the tab's: a list, and one of it. */
export interface History {
  /** What the person looks for; '' for everything. */
  readonly query: string;
  /** What the list was looked for with. */
  readonly listed: string;
  /** Null until the worker has answered. */
  readonly list: readonly ListedRun[] | null;
  readonly open: RunModel | null;
  readonly trouble: Trouble | null;
}

/** A picture beside the field, as large as that in pixels; 0 where nobody knows. */
export interface BroughtPicture extends WishedPicture {
  readonly width: number;
  readonly height: number;
}

export interface PanelModel {
  readonly tab: TabInView | null;
  readonly access: Access;
  readonly outlook: Outlook;
  /** Whether the person may be offered that pages of the web are read. */
  readonly pagesOffer: boolean;
  readonly run: RunModel | null;
  /** Whether the person keeps the run in history. */
  readonly kept: boolean;
  /** Whether the worker has said which run belongs to the tab. */
  readonly known: boolean;
  readonly others: SessionUsage;
  /** The selection on the page that the next question is about. */
  readonly about: About | null;
  /** Pictures that were brought and not asked about yet, by tab: whoever looks elsewhere finds them again. */
  readonly brought: ReadonlyMap<number, readonly BroughtPicture[]>;
  /** Pictures of the conversation, by hash, that the next question is not to be about. */
  readonly leftOut: readonly string[];
  /** The person is choosing a region on the page. */
  readonly choosing: boolean;
  /** The person wants the next question to begin a conversation of its own. */
  readonly afresh: boolean;
  readonly pending: Pending | null;
  /** Why the last command failed. */
  readonly refusal: Trouble | null;
  readonly notices: readonly Notice[];
  readonly history: History | null;
  readonly agents: KnownAgents;
  /** The pages of agents, in place of the tab's run. */
  readonly agentsPage: AgentsPage | null;
}

export const EMPTY: PanelModel = {
  tab: null,
  access: { type: 'looking' },
  outlook: { type: 'looking' },
  pagesOffer: false,
  run: null,
  kept: false,
  known: false,
  others: { input: 0, output: 0 },
  about: null,
  brought: new Map(),
  leftOut: [],
  choosing: false,
  afresh: false,
  pending: null,
  refusal: null,
  notices: [],
  history: null,
  agents: NO_AGENTS,
  agentsPage: null,
};

export type PanelChange =
  | PanelEvent
  | AgentsChange
  /** The panel stands beside this tab now. */
  | { readonly type: 'view'; readonly tab: TabInView }
  | { readonly type: 'looking'; readonly tabId: number }
  | { readonly type: 'looked'; readonly tabId: number; readonly reply: Reply<'page.estimate'> }
  /** Of the web. */
  | { readonly type: 'outlook'; readonly reply: Reply<'web.outlook'> }
  | { readonly type: 'pagesOffer'; readonly open: boolean }
  | { readonly type: 'command'; readonly pending: Pending }
  | { readonly type: 'started'; readonly tabId: number; readonly runId: string }
  /** A run goes on with another wish, in that tab. */
  | { readonly type: 'followed'; readonly tabId: number; readonly runId: string }
  | { readonly type: 'afresh'; readonly afresh: boolean }
  | { readonly type: 'about'; readonly tabId: number; readonly about: About | null }
  | { readonly type: 'acknowledged' }
  /** Nothing of the session is kept any more. */
  | { readonly type: 'cleared' }
  /** Whether the person is choosing a region on the page of that tab. */
  | { readonly type: 'choosing'; readonly tabId: number; readonly choosing: boolean }
  /** Pictures come from outside; what an earlier one was refused for is over. */
  | { readonly type: 'bringing' }
  | { readonly type: 'brought'; readonly tabId: number; readonly picture: BroughtPicture }
  | { readonly type: 'leftOut'; readonly tabId: number; readonly hash: string }
  /** Pictures, by hash, have gone with a question. */
  | { readonly type: 'asked'; readonly tabId: number; readonly pictures: readonly string[] }
  /** Something that is no command of the worker could not be done. */
  | { readonly type: 'hindered'; readonly tabId: number; readonly trouble: Trouble }
  | { readonly type: 'kept'; readonly runId: string; readonly kept: boolean }
  | { readonly type: 'history'; readonly history: 'open' | 'close' | 'back' }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'listed'; readonly query: string; readonly reply: Reply<'history.list'> }
  | { readonly type: 'opened'; readonly runId: string; readonly reply: Reply<'history.open'> }
  | { readonly type: 'dismiss'; readonly code: Notice['code'] };

export function reduce(model: PanelModel, change: PanelChange): PanelModel {
  if (isAgentsChange(change)) {
    const { agents, page } = turnAgents({ agents: model.agents, page: model.agentsPage }, change);
    return { ...model, agents, agentsPage: page, history: page === null ? model.history : null };
  }
  switch (change.type) {
    case 'view':
      return viewTab(model, change.tab);
    case 'tab':
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, change.others, change.kept) : model;
    case 'frames':
      return wentOn(
        model,
        onRun(model, change.runId, (run) => takeFrames(run, change.frames)),
      );
    case 'draft':
      return onRun(model, change.runId, (run) => takeDraft(run, change));
    case 'progress':
      return onRun(model, change.runId, (run) => ({ ...run, progress: { key: change.key, share: change.share } }));
    case 'access':
      return model; // the store looks again; until it has, what was known stands
    case 'notice': {
      const others = model.notices.filter((notice) => notice.code !== change.code);
      return { ...model, notices: [...others, { code: change.code, message: change.message }] };
    }
    case 'dismiss':
      return { ...model, notices: model.notices.filter((notice) => notice.code !== change.code) };
    case 'looking':
      return change.tabId === model.tab?.tabId ? { ...model, access: { type: 'looking' } } : model;
    case 'looked':
      return change.tabId === model.tab?.tabId ? { ...model, access: accessFrom(change.reply) } : model;
    case 'outlook':
      return { ...model, outlook: outlookFrom(change.reply) };
    case 'pagesOffer':
      return { ...model, pagesOffer: change.open };
    case 'command':
      return { ...model, pending: change.pending, refusal: null };
    case 'started':
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, model.others, false) : model;
    case 'followed':
      return change.tabId === model.tab?.tabId ? showFollowed(model, change.runId) : model;
    case 'afresh':
      return { ...model, afresh: change.afresh };
    case 'about':
      return change.tabId === model.tab?.tabId ? takeAbout(model, change.about) : model;
    case 'acknowledged':
      return { ...model, pending: null };
    case 'cleared':
      return { ...model, brought: new Map(), leftOut: [] };
    case 'choosing':
      return change.tabId === model.tab?.tabId ? { ...model, choosing: change.choosing } : model;
    case 'bringing':
      return { ...model, refusal: null };
    case 'brought':
    case 'leftOut':
    case 'asked':
      return bring(model, change);
    case 'hindered':
      return change.tabId === model.tab?.tabId ? { ...model, refusal: change.trouble } : model;
    case 'refused':
      return change.tabId === model.tab?.tabId
        ? { ...model, pending: null, choosing: false, refusal: change.trouble }
        : model;
    case 'kept':
      return keep(model, change.runId, change.kept);
    case 'history':
      return { ...model, history: turnPages(model.history, change), agentsPage: null };
    case 'search':
    case 'listed':
    case 'opened':
      return { ...model, history: turnPages(model.history, change) };
  }
}

type BroughtChange = Extract<PanelChange, { type: 'brought' | 'leftOut' | 'asked' }>;

/** The same picture once more is the same picture. One is brought where it can be asked about: in place of a list of before. */
function bring(model: PanelModel, change: BroughtChange): PanelModel {
  const { tabId } = change;
  const gone =
    change.type === 'brought' ? [change.picture.hash] : change.type === 'asked' ? change.pictures : [change.hash];
  const others = (model.brought.get(tabId) ?? []).filter(({ hash }) => !gone.includes(hash));
  const brought = new Map(model.brought).set(tabId, change.type === 'brought' ? [...others, change.picture] : others);
  const staying = model.leftOut.filter((hash) => !gone.includes(hash));
  if (change.type !== 'brought')
    return { ...model, brought, leftOut: change.type === 'leftOut' ? [...staying, change.hash] : staying };
  return { ...model, brought, leftOut: staying, history: model.history?.open ? model.history : null };
}

type HistoryChange = Extract<PanelChange, { type: 'history' | 'search' | 'listed' | 'opened' }>;

function turnPages(history: History | null, change: HistoryChange): History | null {
  if (change.type === 'history') {
    if (change.history === 'open') return { query: '', listed: '', list: null, open: null, trouble: null };
    return change.history === 'close' || history === null ? null : { ...history, open: null, trouble: null };
  }
  if (history === null) return null; // it was closed before the answer came
  if (change.type === 'search') return { ...history, query: change.query };
  if (change.type === 'listed' && change.query !== history.query) return history; // something else is looked for by now
  if (!change.reply.ok) return { ...history, list: history.list ?? [], trouble: change.reply.trouble };
  if (change.type === 'listed')
    return { ...history, list: change.reply.value.runs, listed: change.query, trouble: null };
  return { ...history, open: takeFrames(emptyRun(change.runId), change.reply.value.frames), trouble: null };
}

function keep(model: PanelModel, runId: string, kept: boolean): PanelModel {
  const list = model.history?.list ?? null;
  const history = model.history && {
    ...model.history,
    list: kept || list === null ? list : list.filter((run) => run.runId !== runId),
  };
  return { ...model, history, kept: model.run?.runId === runId ? kept : model.kept };
}

function viewTab(model: PanelModel, tab: TabInView): PanelModel {
  // what was being chosen goes with the page
  if (tab.tabId === model.tab?.tabId) return { ...model, tab, choosing: model.choosing && !tab.loading };
  const { notices, history, brought, outlook, pagesOffer, agents, agentsPage } = model;
  return { ...EMPTY, tab, notices, history, brought, outlook, pagesOffer, agents, agentsPage };
}

function showRun(model: PanelModel, runId: string | null, others: SessionUsage, kept: boolean): PanelModel {
  if (runId !== null && model.run?.runId === runId) return { ...model, known: true, others, kept };
  // a conversation that was to go on gave way to another run, or goes on there
  const pending = model.pending === 'follow' ? null : model.pending;
  const fresh = { known: true, others, pending, afresh: false, leftOut: [] };
  if (runId === null) return { ...model, ...fresh, run: null, kept: false };
  return { ...model, ...fresh, run: emptyRun(runId), kept, refusal: null };
}

/** The run of the tab, or one from history that is the tab's from now on: what is known of it stays in view. */
function showFollowed(model: PanelModel, runId: string): PanelModel {
  const { history, run } = model;
  const known = run?.runId === runId ? run : history?.open?.runId === runId ? history.open : emptyRun(runId);
  return {
    ...model,
    run: known,
    known: true,
    kept: keptIn(model, runId),
    afresh: false,
    leftOut: [],
    choosing: false,
    history: null,
  };
}

function keptIn({ run, kept, history }: PanelModel, runId: string): boolean {
  return run?.runId === runId ? kept : (history?.list?.find((listed) => listed.runId === runId)?.kept ?? false);
}

/** A conversation that has gone on is waited for no longer. */
function wentOn(before: PanelModel, model: PanelModel): PanelModel {
  const [was, is] = [before.run?.state.exchanges.length ?? 0, model.run?.state.exchanges.length ?? 0];
  return model.pending === 'follow' && is > was ? { ...model, pending: null } : model;
}

/** The person wants to ask about something on the page: where they can, in place of what they were reading. */
function takeAbout(model: PanelModel, about: About | null): PanelModel {
  if (about === null) return { ...model, about };
  return { ...model, about, history: null, agentsPage: isUnsaved(model.agentsPage) ? model.agentsPage : null };
}

function onRun(model: PanelModel, runId: string, change: (run: RunModel) => RunModel): PanelModel {
  if (model.run?.runId !== runId) return model; // of a tab that was left: its replay comes when it is in view again
  const run = change(model.run);
  return run === model.run ? model : { ...model, run };
}

function outlookFrom(reply: Reply<'web.outlook'>): Outlook {
  return reply.ok ? { type: 'ready', outlook: reply.value } : { type: 'trouble', trouble: reply.trouble };
}

function accessFrom(reply: Reply<'page.estimate'>): Access {
  return reply.ok ? { type: 'ready', estimate: reply.value } : { type: 'trouble', trouble: reply.trouble };
}
