/** Changes of the tab and the run that the panel shows. */
import type { ActiveTab } from '../chrome/panel/panel-host.ts';
import { runPart } from './lazy-parts.ts';
import { isLive } from './run/stage.ts';
import { EMPTY_MODEL, type PanelModel } from './panel-model.ts';

export function viewTab(model: PanelModel, tab: ActiveTab): PanelModel {
  // a choice of a region ends when the page reloads
  if (tab.tabId === model.tab?.tabId) {
    const unfolded = tab.url === model.tab.url ? model.unfolded : null;
    return { ...model, tab, unfolded, choosing: model.choosing && !tab.loading };
  }
  const { notices, expenses, history, keeping, deletion, outlook, pagesOffer, agents, agentsPage } = model;
  const shared = {
    notices,
    expenses,
    history,
    keeping,
    deletion,
    attachedPictures: model.attachedPictures,
    attachedFiles: model.attachedFiles,
    outlook,
    pagesOffer,
    agents,
    agentsPage,
  };
  return { ...EMPTY_MODEL, tab, ...shared };
}

export function showRun(model: PanelModel, runId: string | null, pinned: boolean): PanelModel {
  if (runId !== null && model.run?.runId === runId) return { ...model, known: true, pinned };
  // the conversation was replaced by another run, or continues there
  const pending = model.pending === 'follow' ? null : model.pending;
  // a fork of what was unfolded stays so
  const fresh = { known: true, pending, excluded: [], unfolded: model.unfolded && runId };
  if (runId === null) return { ...model, ...fresh, run: null, pinned: false };
  return { ...model, ...fresh, run: runPart.get().createRunModel(runId), pinned, refusal: null };
}

/** A run from history may now belong to the tab; its known frames stay in view. */
export function showFollowedRun(model: PanelModel, runId: string): PanelModel {
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
export function settleRun(before: PanelModel, model: PanelModel): PanelModel {
  const [was, is] = [before.run?.state, model.run?.state];
  const hasEnded =
    was !== undefined && was.lastSeq >= 0 && isLive(was.status) && is !== undefined && !isLive(is.status);
  const hasFollowed = (is?.exchanges.length ?? 0) > (was?.exchanges.length ?? 0);
  if (!hasEnded && !hasFollowed) return model;
  return {
    ...model,
    pending: model.pending === 'follow' && hasFollowed ? null : model.pending,
    unfolded: hasEnded ? (model.run?.runId ?? null) : model.unfolded,
  };
}
