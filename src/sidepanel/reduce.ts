/** Pure. No order or repetition of events makes it throw or changes the result. */
import type { About } from '../chrome/panel/panel-host.ts';
import type { Reply } from '../lib/protocol/requests/requests.ts';
import { isAgentsChange, isUnsaved, applyAgentsChange } from './agents/agents-state.ts';
import { createRunModel, addDraft, addFrames, type RunModel } from './run/run-model.ts';
import type { Access, Outlook, History, PanelModel, PanelChange } from './panel-model.ts';
import { viewTab, showRun, showFollowedRun, clearPendingFollow } from './reduce-run.ts';

export function reduce(model: PanelModel, change: PanelChange): PanelModel {
  if (isAgentsChange(change)) {
    const { agents, page } = applyAgentsChange({ agents: model.agents, page: model.agentsPage }, change);
    return { ...model, agents, agentsPage: page, history: page === null ? model.history : null };
  }
  switch (change.type) {
    case 'view':
      return viewTab(model, change.tab);
    case 'tab':
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, change.pinned) : model;
    case 'expenses':
      return { ...model, expenses: change.expenses };
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
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, false) : model;
    case 'followed':
      return change.tabId === model.tab?.tabId ? showFollowedRun(model, change.runId) : model;
    case 'about':
      return change.tabId === model.tab?.tabId ? applyAbout(model, change.about) : model;
    case 'acknowledged':
      return { ...model, pending: null };
    case 'cleared':
      return { ...model, attachedPictures: new Map(), excludedPictures: [] };
    case 'choosing':
      return change.tabId === model.tab?.tabId ? { ...model, choosing: change.choosing } : model;
    case 'attaching':
      return { ...model, refusal: null };
    case 'attached':
    case 'excluded':
    case 'asked':
      return applyPictureChange(model, change);
    case 'failed':
      return change.tabId === model.tab?.tabId ? { ...model, refusal: change.error } : model;
    case 'refused':
      return change.tabId === model.tab?.tabId
        ? { ...model, pending: null, choosing: false, refusal: change.error }
        : model;
    case 'pinned':
      return model.run?.runId === change.runId ? { ...model, pinned: change.pinned } : model;
    case 'keeping':
      return { ...model, keeping: change.keeping };
    case 'deleted':
      return { ...model, deletion: change.deletion };
    case 'history':
      return { ...model, history: applyHistoryChange(model.history, change), agentsPage: null };
    case 'search':
    case 'listed':
    case 'opened':
      return { ...model, history: applyHistoryChange(model.history, change) };
  }
}

function updateRun(model: PanelModel, runId: string, change: (run: RunModel) => RunModel): PanelModel {
  if (model.run?.runId !== runId) return model; // it belongs to a tab that was left; it is replayed when that tab is in view again
  const run = change(model.run);
  return run === model.run ? model : { ...model, run };
}

type PictureChange = Extract<PanelChange, { type: 'attached' | 'excluded' | 'asked' }>;

/** The same picture is kept once. Attaching closes a history list. */
function applyPictureChange(model: PanelModel, change: PictureChange): PanelModel {
  const { tabId } = change;
  const affected =
    change.type === 'attached' ? [change.picture.hash] : change.type === 'asked' ? change.pictures : [change.hash];
  const others = (model.attachedPictures.get(tabId) ?? []).filter(({ hash }) => !affected.includes(hash));
  const attachedPictures = new Map(model.attachedPictures).set(
    tabId,
    change.type === 'attached' ? [...others, change.picture] : others,
  );
  const remaining = model.excludedPictures.filter((hash) => !affected.includes(hash));
  return {
    ...model,
    attachedPictures,
    excludedPictures: change.type === 'excluded' ? [...remaining, change.hash] : remaining,
    history: change.type === 'attached' && !model.history?.open ? null : model.history,
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

/** Closes other pages unless they have unsaved text. */
function applyAbout(model: PanelModel, about: About | null): PanelModel {
  if (about === null) return { ...model, about };
  return { ...model, about, history: null, agentsPage: isUnsaved(model.agentsPage) ? model.agentsPage : null };
}

function toOutlook(reply: Reply<'web.outlook'>): Outlook {
  return reply.ok ? { type: 'ready', outlook: reply.value } : { type: 'error', error: reply.error };
}

function toAccess(reply: Reply<'page.estimate'>): Access {
  return reply.ok ? { type: 'ready', estimate: reply.value } : { type: 'error', error: reply.error };
}
