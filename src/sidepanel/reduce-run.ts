/** Changes of the tab and the run that the panel shows. */
import type { ActiveTab } from '../chrome/panel/panel-host.ts';
import { createRunModel } from './run/run-model.ts';
import { EMPTY_MODEL, type PanelModel } from './panel-model.ts';

export function viewTab(model: PanelModel, tab: ActiveTab): PanelModel {
  // a choice of a region ends when the page reloads
  if (tab.tabId === model.tab?.tabId) return { ...model, tab, choosing: model.choosing && !tab.loading };
  const { notices, expenses, history, keeping, deletion, attachedPictures, outlook, pagesOffer, agents, agentsPage } =
    model;
  const shared = {
    notices,
    expenses,
    history,
    keeping,
    deletion,
    attachedPictures,
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
  const fresh = { known: true, pending, excludedPictures: [] };
  if (runId === null) return { ...model, ...fresh, run: null, pinned: false };
  return { ...model, ...fresh, run: createRunModel(runId), pinned, refusal: null };
}

/** A run from history may now belong to the tab; its known frames stay in view. */
export function showFollowedRun(model: PanelModel, runId: string): PanelModel {
  const { history, run } = model;
  const existing = run?.runId === runId ? run : history?.open?.runId === runId ? history.open : createRunModel(runId);
  return {
    ...model,
    run: existing,
    known: true,
    pinned: run?.runId === runId && model.pinned,
    excludedPictures: [],
    choosing: false,
    history: null,
  };
}

export function clearPendingFollow(before: PanelModel, model: PanelModel): PanelModel {
  const [was, is] = [before.run?.state.exchanges.length ?? 0, model.run?.state.exchanges.length ?? 0];
  return model.pending === 'follow' && is > was ? { ...model, pending: null } : model;
}
