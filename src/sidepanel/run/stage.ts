import { isOver } from '../../lib/agent/state/run-status.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { isSamePage } from '../../lib/base/urls.ts';
import type { PanelModel } from '../panel-model.ts';
import { findSource } from './source.ts';

type Stage = 'opening' | 'looking' | 'ready' | 'error' | 'running' | 'done' | 'stopped' | 'failed';

export const isStarting = ({ pending }: PanelModel): boolean =>
  pending === 'start' || pending === 'follow' || pending === 'fork';

export function getStage(model: PanelModel): Stage {
  if (model.tab === null) return 'opening';
  if (isStarting(model)) return 'running';
  if (model.run !== null && !isFolded(model)) return getRunStage(model.run.state);
  if (!model.known) return 'opening';
  if (model.access.type === 'ready') return 'ready';
  return model.access.type === 'error' ? 'error' : 'looking';
}

/** A run is under way, or one is being asked for. */
export const isBusy = (model: PanelModel): boolean => getStage(model) === 'running' || model.pending !== null;

export function isLive(status: AgentState['status'] | undefined): boolean {
  return status !== undefined && !isOver(status);
}

export function getRunStage({ status }: AgentState): Stage {
  if (isLive(status)) return 'running';
  if (status === 'done') return 'done';
  return status === 'failed' ? 'failed' : 'stopped';
}

/** Address of the page that the tab shows; '' without access to it. */
export const getPageUrl = ({ tab, access }: PanelModel): string =>
  access.type === 'ready' ? access.estimate.url : (tab?.url ?? '');

/** '' if it is not known. */
export const getPageTitle = ({ tab, access }: PanelModel): string =>
  tab !== null && tab.title !== '' ? tab.title : access.type === 'ready' ? access.estimate.title : '';

/** Whether the run in view was about another page than the tab's. Runs about pictures and files continue on any page. */
export function hasLeftPage(model: PanelModel): boolean {
  const source = model.run === null ? null : findSource(model.run.state);
  if (source === null || source.isPicture || source.page === '') return false;
  const url = getPageUrl(model);
  return url !== '' && !isSamePage(source.page, url);
}

/** The conversation is over and about a page that the tab no longer shows: one line leads back to it. */
export function isFolded(model: PanelModel): boolean {
  const { run, unfolded } = model;
  return run !== null && !isLive(run.state.status) && unfolded !== run.runId && hasLeftPage(model);
}
