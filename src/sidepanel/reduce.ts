/**
 * What the panel knows, and how it changes. The one rule: a pure function of what happened; no order or repetition of
 * the worker's events makes it throw, or ends anywhere else.
 */
import type { TabInView } from '../chrome/panel-host.ts';
import type { Trouble } from '../lib/base/errors.ts';
import type { PanelEvent, SessionUsage } from '../lib/protocol/events.ts';
import type { Estimate, ListedRun, Reply } from '../lib/protocol/messages.ts';
import { emptyRun, takeDraft, takeFrames, type RunModel } from './run.ts';

/** Whether the tab can be read, and what that would cost. */
export type Access =
  | { readonly type: 'looking' }
  | { readonly type: 'ready'; readonly estimate: Estimate }
  | { readonly type: 'trouble'; readonly trouble: Trouble };

/** A command that has been given and not yet shown an effect. */
export type Pending = 'start' | 'cancel' | 'retry' | 'clear';

export type Notice = Omit<Extract<PanelEvent, { type: 'notice' }>, 'type'>;

/** Kept runs in place of the tab's: a list, and one of it. */
export interface History {
  /** Null until the worker has answered. */
  readonly list: readonly ListedRun[] | null;
  readonly open: RunModel | null;
  readonly trouble: Trouble | null;
}

export interface PanelModel {
  readonly tab: TabInView | null;
  readonly access: Access;
  readonly run: RunModel | null;
  /** Whether the person keeps the run in history. */
  readonly kept: boolean;
  /** Whether the worker has said which run belongs to the tab. */
  readonly known: boolean;
  readonly others: SessionUsage;
  readonly pending: Pending | null;
  /** Why the last command failed. */
  readonly refusal: Trouble | null;
  readonly notices: readonly Notice[];
  readonly history: History | null;
}

export const EMPTY: PanelModel = {
  tab: null,
  access: { type: 'looking' },
  run: null,
  kept: false,
  known: false,
  others: { input: 0, output: 0 },
  pending: null,
  refusal: null,
  notices: [],
  history: null,
};

export type PanelChange =
  | PanelEvent
  /** The panel stands beside this tab now. */
  | { readonly type: 'view'; readonly tab: TabInView }
  | { readonly type: 'looking'; readonly tabId: number }
  | { readonly type: 'looked'; readonly tabId: number; readonly reply: Reply<'page.estimate'> }
  | { readonly type: 'command'; readonly pending: Pending }
  | { readonly type: 'started'; readonly tabId: number; readonly runId: string }
  | { readonly type: 'acknowledged' }
  | { readonly type: 'kept'; readonly runId: string; readonly kept: boolean }
  | { readonly type: 'history'; readonly history: 'open' | 'close' | 'back' }
  | { readonly type: 'listed'; readonly reply: Reply<'history.list'> }
  | { readonly type: 'opened'; readonly runId: string; readonly reply: Reply<'history.open'> }
  | { readonly type: 'dismiss'; readonly code: Notice['code'] };

export function reduce(model: PanelModel, change: PanelChange): PanelModel {
  switch (change.type) {
    case 'view':
      return viewTab(model, change.tab);
    case 'tab':
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, change.others, change.kept) : model;
    case 'frames':
      return onRun(model, change.runId, (run) => takeFrames(run, change.frames));
    case 'draft':
      return onRun(model, change.runId, (run) => takeDraft(run, change));
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
    case 'command':
      return { ...model, pending: change.pending, refusal: null };
    case 'started':
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, model.others, false) : model;
    case 'acknowledged':
      return { ...model, pending: null };
    case 'refused':
      return change.tabId === model.tab?.tabId ? { ...model, pending: null, refusal: change.trouble } : model;
    case 'kept':
      return keep(model, change.runId, change.kept);
    case 'history':
    case 'listed':
    case 'opened':
      return { ...model, history: turnPages(model.history, change) };
  }
}

type HistoryChange = Extract<PanelChange, { type: 'history' | 'listed' | 'opened' }>;

function turnPages(history: History | null, change: HistoryChange): History | null {
  if (change.type === 'history') {
    if (change.history === 'open') return { list: null, open: null, trouble: null };
    return change.history === 'close' || history === null ? null : { ...history, open: null, trouble: null };
  }
  if (history === null) return null; // it was closed before the answer came
  if (!change.reply.ok) return { ...history, list: history.list ?? [], trouble: change.reply.trouble };
  if (change.type === 'listed') return { ...history, list: change.reply.value.runs, trouble: null };
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
  if (tab.tabId === model.tab?.tabId) return { ...model, tab };
  return { ...EMPTY, tab, notices: model.notices, history: model.history };
}

function showRun(model: PanelModel, runId: string | null, others: SessionUsage, kept: boolean): PanelModel {
  if (runId === null) return { ...model, known: true, run: null, others, kept: false };
  if (model.run?.runId === runId) return { ...model, known: true, others, kept };
  return { ...model, known: true, run: emptyRun(runId), refusal: null, others, kept };
}

function onRun(model: PanelModel, runId: string, change: (run: RunModel) => RunModel): PanelModel {
  if (model.run?.runId !== runId) return model; // of a tab that was left: its replay comes when it is in view again
  const run = change(model.run);
  return run === model.run ? model : { ...model, run };
}

function accessFrom(reply: Reply<'page.estimate'>): Access {
  return reply.ok ? { type: 'ready', estimate: reply.value } : { type: 'trouble', trouble: reply.trouble };
}
