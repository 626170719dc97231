import {
  findActiveModelCall,
  getCorrelationId,
  listOpenCalls,
  type AgentState,
} from '../../lib/agent/store/run-state.ts';
import { isSamePage } from '../../lib/base/urls.ts';
import { getAgentName, selectActiveAgent, countParallelAgents, findCalledAgentName } from '../trace/active-agents.ts';
import type { PanelModel } from '../panel-model.ts';
import { getAnswerText, isLive, isWriting, findSource, type RunModel } from './run-model.ts';
import { t } from '../strings/strings.ts';

export type Stage = 'opening' | 'looking' | 'ready' | 'error' | 'running' | 'done' | 'stopped' | 'failed';

export const isStarting = ({ pending }: PanelModel): boolean =>
  pending === 'start' || pending === 'follow' || pending === 'fork';

export function getStage(model: PanelModel): Stage {
  if (model.tab === null) return 'opening';
  if (isStarting(model)) return 'running';
  if (model.run !== null) return getRunStage(model.run.state);
  if (!model.known) return 'opening';
  if (model.access.type === 'ready') return 'ready';
  return model.access.type === 'error' ? 'error' : 'looking';
}

function getRunStage({ status }: AgentState): Stage {
  if (isLive(status)) return 'running';
  if (status === 'done') return 'done';
  return status === 'failed' ? 'failed' : 'stopped';
}

/** Changes with the phase, not with every token. */
export function formatStatus(model: PanelModel): string {
  const stage = getStage(model);
  switch (stage) {
    case 'opening':
      return t.opening;
    case 'looking':
      return model.tab?.loading === true ? t.loading : t.looking;
    case 'running':
      if (model.pending === 'cancel') return t.stopping;
      return model.run !== null && !isStarting(model) ? formatRunActivity(model.run) : t.starting;
    case 'done':
      return model.run === null ? t.done.whole.summarise : formatOutcome(model.run.state);
    case 'stopped':
      return t.stopped;
    case 'failed':
      return t.failed;
    case 'ready':
    case 'error':
      return '';
  }
}

export function formatOutcome({ spec, request: { answer } }: AgentState): string {
  if (answer?.impossible === true) return t.impossible;
  return t.done[answer?.partial === true ? 'partial' : 'whole'][spec?.job ?? 'summarise'];
}

function formatRunActivity(run: RunModel): string {
  const active = selectActiveAgent(run);
  const name = getAgentName(active.state);
  return name === ''
    ? formatActivity(run)
    : t.agents.doing(name, formatActivity(active), countParallelAgents(run.state));
}

export function formatActivity(run: Pick<RunModel, 'state' | 'timeline' | 'drafts'>): string {
  const { state } = run;
  const [call, open, job] = [findActiveModelCall(state), listOpenCalls(state), state.spec?.job ?? 'summarise'];
  const { lastModelCall: last } = getAgentTimeline(run);
  if (state.request.wait !== null && state.request.wait.reason !== 'user') return state.request.wait.message;
  if (call !== null && call.purpose in t.optionalCalls)
    return t.optionalCalls[call.purpose as keyof typeof t.optionalCalls];
  if (last?.part && (open.length > 0 || call !== null)) return t.part(last.part.index, last.part.of);
  if (call !== null && call.purpose !== 'part') {
    if (getAnswerText(run) !== '') return t.writing[job];
    return call.purpose === 'decide' ? t.phases.thinking : t.firstWord;
  }
  const [first, ...others] = open;
  if (first !== undefined)
    return formatSearchPhase(run, first.key) ?? findCalledAgentName(first, state) ?? t.tools(first.tool, others.length);
  const [ask] = state.request.asks;
  if (ask !== undefined) return t.asks[ask.form];
  return state.phase === null ? t.starting : state.phase === 'synthesizing' ? t.writing[job] : t.phases[state.phase];
}

/** From its results and grades so far; null for any other call. */
function formatSearchPhase(run: Pick<RunModel, 'timeline' | 'state'>, key: string): string | null {
  const last = getAgentTimeline(run).findCall(key)?.results.at(-1);
  if (last?.kind === 'tool.result' && last.payload === 'results') return t.optionalCalls.grade;
  if (last?.kind === 'tool.result' && last.payload === 'web') return t.web.reading;
  if (last?.kind !== 'grade') return null;
  return last.grades.some(({ relevance }) => relevance === 'relevant') ? t.web.reading : t.web.searching;
}

export function canCallModel(status: AgentState['status']): boolean {
  return isLive(status) || status === 'failed';
}

const getAgentTimeline = ({ timeline, state }: Pick<RunModel, 'timeline' | 'state'>) =>
  timeline.getAgent(getCorrelationId(state));

/** 0 … 1; null if not reported. */
export function getToolProgress(run: RunModel): number | null {
  const { progress, state } = selectActiveAgent(run);
  return progress !== null && listOpenCalls(state).some(({ key }) => key === progress.key) ? progress.share : null;
}

/** 0 … 1; null if unknown. The answer counts as one more part. */
export function computeProgress(topRun: RunModel): number | null {
  const share = getToolProgress(topRun);
  if (share !== null) return share;
  const run = selectActiveAgent(topRun);
  const { lastModelCall: last, lastPart } = getAgentTimeline(run);
  if (last?.part) return (last.part.index - (findActiveModelCall(run.state) === null ? 0 : 1)) / (last.part.of + 1);
  return lastPart === null ? null : lastPart.of / (lastPart.of + 1);
}

/** Since when a model call has produced no visible text; null if text is arriving. */
export function getSilentSince(topRun: RunModel): number | null {
  const run = selectActiveAgent(topRun);
  const call = findActiveModelCall(run.state);
  return call === null || run.state.request.wait !== null || isWriting(run) ? null : call.at;
}

/** Runs about pictures continue on any page. */
export function hasLeftPage(model: PanelModel): boolean {
  const source = model.run === null ? null : findSource(model.run.state);
  if (source === null || source.isPicture || model.access.type !== 'ready') return false;
  return !isSamePage(source.page, model.access.estimate.url);
}
