/** Pure. No order or repetition of events makes it throw or changes the result. */
import type { About, ActiveTab } from '../chrome/panel/panel-host.ts';
import type { RequestPicture } from '../lib/agent/frames/frames.ts';
import type { UserError } from '../lib/base/errors.ts';
import type { PanelEvent, SessionUsage } from '../lib/protocol/events.ts';
import type { Estimate, ListedRun, Reply } from '../lib/protocol/messages.ts';
import type { WebOutlook } from '../lib/protocol/search.ts';
import {
  isAgentsChange,
  isUnsaved,
  NO_AGENTS,
  applyAgentsChange,
  type AgentsChange,
  type AgentsPage,
  type KnownAgents,
} from './agents/agents-state.ts';
import { createRunModel, addDraft, addFrames, type RunModel } from './run/run-model.ts';

export type Access =
  | { readonly type: 'looking' }
  | { readonly type: 'ready'; readonly estimate: Estimate }
  | { readonly type: 'error'; readonly error: UserError };

/** `looking` until it is first requested. */
export type Outlook =
  | { readonly type: 'looking' }
  | { readonly type: 'ready'; readonly outlook: WebOutlook }
  | { readonly type: 'error'; readonly error: UserError };

export type Pending = 'start' | 'follow' | 'cancel' | 'retry' | 'clear';

export type Notice = Omit<Extract<PanelEvent, { type: 'notice' }>, 'type'>;

export interface History {
  /** '' for all runs. */
  readonly query: string;
  /** The query that `list` is the result of. */
  readonly listedQuery: string;
  /** Null until the worker has replied. */
  readonly list: readonly ListedRun[] | null;
  readonly open: RunModel | null;
  readonly error: UserError | null;
}

/** Size in pixels; 0 if unknown. */
export interface AttachedPicture extends RequestPicture {
  readonly width: number;
  readonly height: number;
}

export interface PanelModel {
  readonly tab: ActiveTab | null;
  readonly access: Access;
  readonly outlook: Outlook;
  readonly pagesOffer: boolean;
  readonly run: RunModel | null;
  readonly kept: boolean;
  readonly known: boolean;
  readonly others: SessionUsage;
  readonly about: About | null;
  /** Not asked about yet, by tab, so that they survive a change of tab. */
  readonly attachedPictures: ReadonlyMap<number, readonly AttachedPicture[]>;
  /** Hashes of the conversation's pictures excluded from the next question. */
  readonly excludedPictures: readonly string[];
  readonly choosing: boolean;
  readonly startsNew: boolean;
  readonly pending: Pending | null;
  readonly refusal: UserError | null;
  readonly notices: readonly Notice[];
  readonly history: History | null;
  readonly agents: KnownAgents;
  readonly agentsPage: AgentsPage | null;
}

export const EMPTY_MODEL: PanelModel = {
  tab: null,
  access: { type: 'looking' },
  outlook: { type: 'looking' },
  pagesOffer: false,
  run: null,
  kept: false,
  known: false,
  others: { input: 0, output: 0 },
  about: null,
  attachedPictures: new Map(),
  excludedPictures: [],
  choosing: false,
  startsNew: false,
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
  | { readonly type: 'view'; readonly tab: ActiveTab }
  | { readonly type: 'looking'; readonly tabId: number }
  | { readonly type: 'looked'; readonly tabId: number; readonly reply: Reply<'page.estimate'> }
  | { readonly type: 'outlook'; readonly reply: Reply<'web.outlook'> }
  | { readonly type: 'pagesOffer'; readonly open: boolean }
  | { readonly type: 'command'; readonly pending: Pending }
  | { readonly type: 'started'; readonly tabId: number; readonly runId: string }
  | { readonly type: 'followed'; readonly tabId: number; readonly runId: string }
  | { readonly type: 'afresh'; readonly startsNew: boolean }
  | { readonly type: 'about'; readonly tabId: number; readonly about: About | null }
  | { readonly type: 'acknowledged' }
  | { readonly type: 'cleared' }
  | { readonly type: 'choosing'; readonly tabId: number; readonly choosing: boolean }
  /** Drops the error of an earlier attempt. */
  | { readonly type: 'bringing' }
  | { readonly type: 'brought'; readonly tabId: number; readonly picture: AttachedPicture }
  | { readonly type: 'leftOut'; readonly tabId: number; readonly hash: string }
  /** By hash. */
  | { readonly type: 'asked'; readonly tabId: number; readonly pictures: readonly string[] }
  /** Something other than a worker command failed. */
  | { readonly type: 'hindered'; readonly tabId: number; readonly error: UserError }
  | { readonly type: 'kept'; readonly runId: string; readonly kept: boolean }
  | { readonly type: 'history'; readonly history: 'open' | 'close' | 'back' }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'listed'; readonly query: string; readonly reply: Reply<'history.list'> }
  | { readonly type: 'opened'; readonly runId: string; readonly reply: Reply<'history.open'> }
  | { readonly type: 'dismiss'; readonly code: Notice['code'] };

export function reduce(model: PanelModel, change: PanelChange): PanelModel {
  if (isAgentsChange(change)) {
    const { agents, page } = applyAgentsChange({ agents: model.agents, page: model.agentsPage }, change);
    return { ...model, agents, agentsPage: page, history: page === null ? model.history : null };
  }
  switch (change.type) {
    case 'view':
      return viewTab(model, change.tab);
    case 'tab':
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, change.others, change.kept) : model;
    case 'frames':
      return clearPendingFollow(
        model,
        updateRun(model, change.runId, (run) => addFrames(run, change.frames)),
      );
    case 'draft':
      return updateRun(model, change.runId, (run) => addDraft(run, change));
    case 'progress':
      return updateRun(model, change.runId, (run) => ({ ...run, progress: { key: change.key, share: change.share } }));
    case 'access':
      return model; // the store requests access again; until the reply the known value stays
    case 'notice': {
      const others = model.notices.filter((notice) => notice.code !== change.code);
      return { ...model, notices: [...others, { code: change.code, message: change.message }] };
    }
    case 'dismiss':
      return { ...model, notices: model.notices.filter((notice) => notice.code !== change.code) };
    case 'looking':
      return change.tabId === model.tab?.tabId ? { ...model, access: { type: 'looking' } } : model;
    case 'looked':
      return change.tabId === model.tab?.tabId ? { ...model, access: toAccess(change.reply) } : model;
    case 'outlook':
      return { ...model, outlook: toOutlook(change.reply) };
    case 'pagesOffer':
      return { ...model, pagesOffer: change.open };
    case 'command':
      return { ...model, pending: change.pending, refusal: null };
    case 'started':
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, model.others, false) : model;
    case 'followed':
      return change.tabId === model.tab?.tabId ? showFollowedRun(model, change.runId) : model;
    case 'afresh':
      return { ...model, startsNew: change.startsNew };
    case 'about':
      return change.tabId === model.tab?.tabId ? applyAbout(model, change.about) : model;
    case 'acknowledged':
      return { ...model, pending: null };
    case 'cleared':
      return { ...model, attachedPictures: new Map(), excludedPictures: [] };
    case 'choosing':
      return change.tabId === model.tab?.tabId ? { ...model, choosing: change.choosing } : model;
    case 'bringing':
      return { ...model, refusal: null };
    case 'brought':
    case 'leftOut':
    case 'asked':
      return applyPictureChange(model, change);
    case 'hindered':
      return change.tabId === model.tab?.tabId ? { ...model, refusal: change.error } : model;
    case 'refused':
      return change.tabId === model.tab?.tabId
        ? { ...model, pending: null, choosing: false, refusal: change.error }
        : model;
    case 'kept':
      return applyKept(model, change.runId, change.kept);
    case 'history':
      return { ...model, history: applyHistoryChange(model.history, change), agentsPage: null };
    case 'search':
    case 'listed':
    case 'opened':
      return { ...model, history: applyHistoryChange(model.history, change) };
  }
}

type PictureChange = Extract<PanelChange, { type: 'brought' | 'leftOut' | 'asked' }>;

/** The same picture is kept once. Attaching closes a history list. */
function applyPictureChange(model: PanelModel, change: PictureChange): PanelModel {
  const { tabId } = change;
  const affected =
    change.type === 'brought' ? [change.picture.hash] : change.type === 'asked' ? change.pictures : [change.hash];
  const others = (model.attachedPictures.get(tabId) ?? []).filter(({ hash }) => !affected.includes(hash));
  const attachedPictures = new Map(model.attachedPictures).set(
    tabId,
    change.type === 'brought' ? [...others, change.picture] : others,
  );
  const remaining = model.excludedPictures.filter((hash) => !affected.includes(hash));
  if (change.type !== 'brought')
    return {
      ...model,
      attachedPictures,
      excludedPictures: change.type === 'leftOut' ? [...remaining, change.hash] : remaining,
    };
  return {
    ...model,
    attachedPictures,
    excludedPictures: remaining,
    history: model.history?.open ? model.history : null,
  };
}

type HistoryChange = Extract<PanelChange, { type: 'history' | 'search' | 'listed' | 'opened' }>;

function applyHistoryChange(history: History | null, change: HistoryChange): History | null {
  if (change.type === 'history') {
    if (change.history === 'open') return { query: '', listedQuery: '', list: null, open: null, error: null };
    return change.history === 'close' || history === null ? null : { ...history, open: null, error: null };
  }
  if (history === null) return null; // it was closed before the reply came
  if (change.type === 'search') return { ...history, query: change.query };
  if (change.type === 'listed' && change.query !== history.query) return history; // the query has changed since
  if (!change.reply.ok) return { ...history, list: history.list ?? [], error: change.reply.error };
  if (change.type === 'listed')
    return { ...history, list: change.reply.value.runs, listedQuery: change.query, error: null };
  return { ...history, open: addFrames(createRunModel(change.runId), change.reply.value.frames), error: null };
}

function applyKept(model: PanelModel, runId: string, kept: boolean): PanelModel {
  const list = model.history?.list ?? null;
  const history = model.history && {
    ...model.history,
    list: kept || list === null ? list : list.filter((run) => run.runId !== runId),
  };
  return { ...model, history, kept: model.run?.runId === runId ? kept : model.kept };
}

function viewTab(model: PanelModel, tab: ActiveTab): PanelModel {
  // a choice of a region ends when the page reloads
  if (tab.tabId === model.tab?.tabId) return { ...model, tab, choosing: model.choosing && !tab.loading };
  const { notices, history, attachedPictures, outlook, pagesOffer, agents, agentsPage } = model;
  return { ...EMPTY_MODEL, tab, notices, history, attachedPictures, outlook, pagesOffer, agents, agentsPage };
}

function showRun(model: PanelModel, runId: string | null, others: SessionUsage, kept: boolean): PanelModel {
  if (runId !== null && model.run?.runId === runId) return { ...model, known: true, others, kept };
  // the conversation was replaced by another run, or continues there
  const pending = model.pending === 'follow' ? null : model.pending;
  const fresh = { known: true, others, pending, afresh: false, leftOut: [] };
  if (runId === null) return { ...model, ...fresh, run: null, kept: false };
  return { ...model, ...fresh, run: createRunModel(runId), kept, refusal: null };
}

/** A run from history may now belong to the tab; its known frames stay in view. */
function showFollowedRun(model: PanelModel, runId: string): PanelModel {
  const { history, run } = model;
  const existing = run?.runId === runId ? run : history?.open?.runId === runId ? history.open : createRunModel(runId);
  return {
    ...model,
    run: existing,
    known: true,
    kept: isRunKept(model, runId),
    startsNew: false,
    excludedPictures: [],
    choosing: false,
    history: null,
  };
}

function isRunKept({ run, kept, history }: PanelModel, runId: string): boolean {
  return run?.runId === runId ? kept : (history?.list?.find((listed) => listed.runId === runId)?.kept ?? false);
}

function clearPendingFollow(before: PanelModel, model: PanelModel): PanelModel {
  const [was, is] = [before.run?.state.exchanges.length ?? 0, model.run?.state.exchanges.length ?? 0];
  return model.pending === 'follow' && is > was ? { ...model, pending: null } : model;
}

/** Closes other pages unless they have unsaved text. */
function applyAbout(model: PanelModel, about: About | null): PanelModel {
  if (about === null) return { ...model, about };
  return { ...model, about, history: null, agentsPage: isUnsaved(model.agentsPage) ? model.agentsPage : null };
}

function updateRun(model: PanelModel, runId: string, change: (run: RunModel) => RunModel): PanelModel {
  if (model.run?.runId !== runId) return model; // it belongs to a tab that was left; it is replayed when that tab is in view again
  const run = change(model.run);
  return run === model.run ? model : { ...model, run };
}

function toOutlook(reply: Reply<'web.outlook'>): Outlook {
  return reply.ok ? { type: 'ready', outlook: reply.value } : { type: 'error', error: reply.error };
}

function toAccess(reply: Reply<'page.estimate'>): Access {
  return reply.ok ? { type: 'ready', estimate: reply.value } : { type: 'error', error: reply.error };
}
