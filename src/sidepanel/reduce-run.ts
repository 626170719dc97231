/** Changes of the tab and the run that the panel shows. */
import type { ActiveTab } from '../chrome/panel/panel-host.ts';
import type { SessionUsage } from '../lib/protocol/events.ts';
import { createRunModel } from './run/run-model.ts';
import { EMPTY_MODEL, type PanelModel } from './panel-model.ts';

export function viewTab(model: PanelModel, tab: ActiveTab): PanelModel {
  // a choice of a region ends when the page reloads
  if (tab.tabId === model.tab?.tabId) return { ...model, tab, choosing: model.choosing && !tab.loading };
  const { notices, history, attachedPictures, outlook, pagesOffer, agents, agentsPage } = model;
  return { ...EMPTY_MODEL, tab, notices, history, attachedPictures, outlook, pagesOffer, agents, agentsPage };
}

export function showRun(model: PanelModel, runId: string | null, others: SessionUsage, kept: boolean): PanelModel {
  if (runId !== null && model.run?.runId === runId) return { ...model, known: true, others, kept };
  // the conversation was replaced by another run, or continues there
  const pending = model.pending === 'follow' ? null : model.pending;
  const fresh = { known: true, others, pending, startsNew: false, excludedPictures: [] };
  if (runId === null) return { ...model, ...fresh, run: null, kept: false };
  return { ...model, ...fresh, run: createRunModel(runId), kept, refusal: null };
}

/** A run from history may now belong to the tab; its known frames stay in view. */
export function showFollowedRun(model: PanelModel, runId: string): PanelModel {
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

export function clearPendingFollow(before: PanelModel, model: PanelModel): PanelModel {
  const [was, is] = [before.run?.state.exchanges.length ?? 0, model.run?.state.exchanges.length ?? 0];
  return model.pending === 'follow' && is > was ? { ...model, pending: null } : model;
}
