/** Pure. No order or repetition of events makes it throw or changes the result. What concerns a run needs `runPart`. */
import type { About, ActiveTab } from '../chrome/panel/panel-host.ts';
import type { PanelEvent } from '../lib/protocol/events.ts';
import type { Reply } from '../lib/protocol/requests/requests.ts';
import { isAgentsChange, isUnsaved, applyAgentsChange } from './agents/agents-state.ts';
import type { RunModel } from './run/run-model.ts';
import { runPart } from './lazy-parts.ts';
import {
  type Access,
  type Outlook,
  type Origin,
  type History,
  type PanelModel,
  type PanelChange,
  EMPTY_MODEL,
} from './panel-model.ts';
import { isLive } from './run/stage.ts';

export function reduce(model: PanelModel, change: PanelChange): PanelModel {
  if (isAgentsChange(change)) {
    const { agents, page } = applyAgentsChange({ agents: model.agents, page: model.agentsPage }, change);
    const deletion = agents.removed === model.agents.removed ? model.deletion : null; // the last one alone can be undone
    return { ...model, agents, agentsPage: page, history: page === null ? model.history : null, deletion };
  }
  switch (change.type) {
    case 'view':
      return viewTab(model, change.tab);
    case 'tab':
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, change.pinned) : model;
    case 'expenses':
      return { ...model, expenses: change.expenses };
    case 'frames':
      return followRunInView(
        model,
        updateRun(model, change.runId, (run) => runPart.get().addFrames(run, change.frames)),
      );
    case 'draft':
      return updateRun(model, change.runId, (run) => runPart.get().addDraft(run, change));
    case 'thought':
      return updateRun(model, change.runId, (run) => runPart.get().addThought(run, change));
    case 'progress':
      return updateRun(model, change.runId, (run) => ({ ...run, progress: { key: change.key, share: change.share } }));
    case 'access':
      return model; // the store requests access again; until the reply the known value stays
    case 'notice':
      return { ...model, notices: [...model.notices.filter((code) => code !== change.code), change.code] };
    case 'dismiss':
      return { ...model, notices: model.notices.filter((code) => code !== change.code) };
    case 'looking':
      return change.tabId === model.tab?.tabId ? { ...model, access: { type: 'looking' } } : model;
    case 'looked':
      return change.tabId === model.tab?.tabId ? { ...model, access: toAccess(change.reply) } : model;
    case 'outlook':
      return { ...model, outlook: toOutlook(change.reply) };
    case 'pagesOffer':
      return { ...model, pagesOffer: change.open };
    case 'command':
      return { ...model, pending: change.pending, stopping: false, refusal: null };
    case 'stopping':
      return { ...model, stopping: true, refusal: null };
    case 'started':
      return change.tabId === model.tab?.tabId ? showRun(model, change.runId, false) : model;
    case 'followed':
      return change.tabId === model.tab?.tabId ? showFollowedRun(model, change.runId) : model;
    case 'about':
      return change.tabId === model.tab?.tabId ? applyAbout(model, change.about) : model;
    case 'origin':
      return { ...model, origin: change.origin };
    case 'unfolded':
      return { ...model, unfolded: change.runId };
    case 'acknowledged':
      return { ...model, pending: null };
    case 'cleared':
      return { ...model, attachedPictures: new Map(), attachedFiles: new Map(), excluded: [] };
    case 'choosing':
      return change.tabId === model.tab?.tabId ? { ...model, choosing: change.choosing } : model;
    case 'clear-refusal':
      return { ...model, refusal: null };
    case 'attach-picture':
    case 'attach-file':
    case 'excluded':
    case 'asked':
      return applyAttachment(model, change);
    case 'failed':
      return change.tabId === model.tab?.tabId ? { ...model, refusal: change.error } : model;
    case 'refused':
      return change.tabId === model.tab?.tabId
        ? { ...model, pending: null, stopping: false, choosing: false, refusal: change.error }
        : model;
    case 'pinned':
      return model.run?.runId === change.runId ? { ...model, pinned: change.pinned } : model;
    case 'keeping':
      return { ...model, keeping: change.keeping };
    case 'deleted':
      return change.deletion === null
        ? { ...model, deletion: null }
        : { ...model, deletion: change.deletion, agents: { ...model.agents, removed: null } };
    case 'history':
      return { ...model, history: applyHistoryChange(model.history, change), agentsPage: null };
    case 'search':
    case 'listed':
    case 'opening':
    case 'opened':
      return { ...model, history: applyHistoryChange(model.history, change) };
  }
}

/** Whether the model gets a run by it, or a run changes: `runPart` comes first. */
export function isOfRun(event: PanelEvent): boolean {
  return event.type === 'tab' ? event.runId !== null : 'runId' in event;
}

function updateRun(model: PanelModel, runId: string, change: (run: RunModel) => RunModel): PanelModel {
  if (model.run?.runId !== runId) return model; // it belongs to a tab that was left; it is replayed when that tab is in view again
  const run = change(model.run);
  return run === model.run ? model : { ...model, run };
}

type Attachment = Extract<PanelChange, { type: 'attach-picture' | 'attach-file' | 'excluded' | 'asked' }>;

/** The same picture or file is kept once. Attaching closes a history list. */
function applyAttachment(model: PanelModel, change: Attachment): PanelModel {
  const affected = listAffected(change);
  const update = <A extends { readonly hash: string }>(all: ReadonlyMap<number, readonly A[]>, added: readonly A[]) =>
    new Map(all).set(change.tabId, [
      ...(all.get(change.tabId) ?? []).filter(({ hash }) => !affected.includes(hash)),
      ...added,
    ]);
  const remaining = model.excluded.filter((hash) => !affected.includes(hash));
  const isAdding = change.type === 'attach-picture' || change.type === 'attach-file';
  return {
    ...model,
    attachedPictures: update(model.attachedPictures, change.type === 'attach-picture' ? [change.picture] : []),
    attachedFiles: update(model.attachedFiles, change.type === 'attach-file' ? [change.file] : []),
    excluded: change.type === 'excluded' ? [...remaining, change.hash] : remaining,
    history: isAdding && !model.history?.open ? null : model.history,
  };
}

function listAffected(change: Attachment): readonly string[] {
  if (change.type === 'attach-picture') return [change.picture.hash];
  if (change.type === 'attach-file') return [change.file.hash];
  return change.type === 'asked' ? change.hashes : [change.hash];
}

type HistoryChange = Extract<PanelChange, { type: 'history' | 'search' | 'listed' | 'opening' | 'opened' }>;

function applyHistoryChange(history: History | null, change: HistoryChange): History | null {
  if (change.type === 'history') {
    if (change.history === 'open')
      return { query: '', listedQuery: '', list: null, open: null, opening: '', error: null };
    return change.history === 'close' || history === null ? null : { ...history, open: null, opening: '', error: null };
  }
  if (history === null) return null; // it was closed before the reply came
  if (change.type === 'search') return { ...history, query: change.query };
  if (change.type === 'opening') return { ...history, opening: change.runId, error: null };
  if (change.type === 'listed' && change.query !== history.query) return history; // the query has changed since
  if (!change.reply.ok) return { ...history, list: history.list ?? [], opening: '', error: change.reply.error };
  if (change.type === 'listed')
    return { ...history, list: change.reply.value.runs, listedQuery: change.query, error: null };
  const { addFrames, createRunModel } = runPart.get();
  const open = addFrames(createRunModel(change.runId), change.reply.value.frames);
  return { ...history, open, opening: '', error: null };
}

/** One that was not shown before closes other pages unless they have unsaved text. */
function applyAbout(model: PanelModel, about: About | null): PanelModel {
  if (about === null || about.at <= model.aboutSeen) return { ...model, about };
  const agentsPage = isUnsaved(model.agentsPage) ? model.agentsPage : null;
  return { ...model, about, aboutSeen: about.at, history: null, agentsPage };
}

function toOutlook(reply: Reply<'web.outlook'>): Outlook {
  return reply.ok ? { type: 'ready', outlook: reply.value } : { type: 'error', error: reply.error };
}

function toAccess(reply: Reply<'page.estimate'>): Access {
  return reply.ok ? { type: 'ready', estimate: reply.value } : { type: 'error', error: reply.error };
}

/** Changes of the tab and the run that the panel shows. */
function viewTab(model: PanelModel, tab: ActiveTab): PanelModel {
  // a choice of a region ends when the page reloads
  if (tab.tabId === model.tab?.tabId) {
    const isSame = tab.url === model.tab.url;
    // a URL that becomes readable is no navigation
    const refusal = isSame || model.tab.url === '' ? model.refusal : null;
    return {
      ...model,
      tab,
      refusal,
      unfolded: isSame ? model.unfolded : null,
      choosing: model.choosing && !tab.loading,
    };
  }
  const { notices, expenses, history, keeping, deletion, outlook, pagesOffer, agents, agentsPage } = model;
  const shared = {
    notices,
    expenses,
    history,
    keeping,
    deletion,
    aboutSeen: model.aboutSeen,
    origin: followOrigin(model.origin, tab.tabId),
    attachedPictures: model.attachedPictures,
    attachedFiles: model.attachedFiles,
    outlook,
    pagesOffer,
    agents,
    agentsPage,
  };
  return { ...EMPTY_MODEL, tab, ...shared };
}

/** Null once the user is back. The first other tab in view is the one that was opened. */
function followOrigin(origin: Origin | null, tabId: number): Origin | null {
  if (origin === null || origin.tabId === tabId) return null;
  return origin.to === null ? { ...origin, to: tabId } : origin;
}

/** One that begins elsewhere than in the panel takes the place of an older conversation and of agents without unsaved text. */
function showRun(model: PanelModel, runId: string | null, pinned: boolean): PanelModel {
  if (runId !== null && model.run?.runId === runId) return { ...model, known: true, pinned };
  // the conversation was replaced by another run, or continues there
  const pending = model.pending === 'follow' ? null : model.pending;
  // a fork of what was unfolded stays so
  const fresh = { known: true, pending, excluded: [], unfolded: model.unfolded && runId };
  if (runId === null) return { ...model, ...fresh, run: null, pinned: false };
  const isFromElsewhere = model.known && model.pending === null && model.deletion?.runId !== runId;
  return {
    ...model,
    ...fresh,
    run: runPart.get().createRunModel(runId),
    pinned,
    refusal: null,
    history: isFromElsewhere && model.history?.open ? null : model.history,
    agentsPage: isFromElsewhere && !isUnsaved(model.agentsPage) ? null : model.agentsPage,
  };
}

/** A run from history may now belong to the tab; its known frames stay in view. */
function showFollowedRun(model: PanelModel, runId: string): PanelModel {
  const { history, run } = model;
  const existing =
    run?.runId === runId ? run : history?.open?.runId === runId ? history.open : runPart.get().createRunModel(runId);
  return {
    ...model,
    run: existing,
    known: true,
    pinned: run?.runId === runId && model.pinned,
    excluded: [],
    choosing: false,
    history: history?.open ? null : history,
  };
}

/** After frames: a follow-up that has begun is no longer pending, and an answer that ends in view stays in view. */
function followRunInView(before: PanelModel, model: PanelModel): PanelModel {
  const [was, is] = [before.run?.state, model.run?.state];
  const hasEnded =
    was !== undefined && was.lastSeq >= 0 && isLive(was.status) && is !== undefined && !isLive(is.status);
  const hasFollowed = (is?.exchanges.length ?? 0) > (was?.exchanges.length ?? 0);
  if (!hasEnded && !hasFollowed) return model;
  return {
    ...model,
    pending: model.pending === 'follow' && hasFollowed ? null : model.pending,
    unfolded: hasEnded ? (model.run?.runId ?? null) : model.unfolded,
    stopping: model.stopping && !hasEnded,
  };
}
