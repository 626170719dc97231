/** Decides which stage the panel shows, and formats its status texts. Pure. */
import type { ModelCallFrame } from '../../lib/agent/frames/frames.ts';
import { findActiveModelCall, listOpenCalls, type AgentState } from '../../lib/agent/store/run-state.ts';
import {
  getAgentName,
  selectActiveAgent,
  countParallelAgents,
  findCalledAgentName,
  isOwnFrame,
  isWaitingForUser,
} from '../trace/active-agents.ts';
import type { PanelModel } from '../reduce.ts';
import { getAnswerText, isLive, isWriting, findSource, type RunModel } from './run-model.ts';
import { t } from '../strings/strings.ts';

export type Stage = 'opening' | 'looking' | 'ready' | 'error' | 'running' | 'done' | 'stopped' | 'failed';

/** Returns whether a request was sent and no frame of it has arrived yet. */
export const isStarting = ({ pending }: PanelModel): boolean => pending === 'start' || pending === 'follow';

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

/** Returns the status line: one short sentence that changes with the phase, not with every token. */
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

/** Returns how a finished run ended, in two words. */
export function formatOutcome({ spec, request: { answer } }: AgentState): string {
  if (answer?.impossible === true) return t.impossible;
  return t.done[answer?.partial === true ? 'partial' : 'whole'][spec?.job ?? 'summarise'];
}

/** Describes the current activity, prefixed with the agent's name if an agent is active. */
function formatRunActivity(run: RunModel): string {
  const active = selectActiveAgent(run);
  const name = getAgentName(active.state);
  return name === ''
    ? formatActivity(run)
    : t.agents.doing(name, formatActivity(active), countParallelAgents(run.state));
}

/** Describes the current activity of the agent whose state it is. */
export function formatActivity(run: Pick<RunModel, 'state' | 'frames' | 'drafts'>): string {
  const { state } = run;
  const [call, open, job] = [findActiveModelCall(state), listOpenCalls(state), state.spec?.job ?? 'summarise'];
  const last = findLastModelCall(run);
  if (state.request.wait !== null && state.request.wait.reason !== 'person') return state.request.wait.message;
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

/** Describes the current phase of a search, from its results and grades so far; null for any other call. */
function formatSearchPhase({ frames }: Pick<RunModel, 'frames'>, key: string): string | null {
  const last = frames.findLast(
    (frame) => (frame.kind === 'tool.result' && frame.key === key) || (frame.kind === 'grade' && frame.of === key),
  );
  if (last?.kind === 'tool.result' && last.payload === 'results') return t.optionalCalls.grade;
  if (last?.kind === 'tool.result' && last.payload === 'web') return t.web.reading;
  if (last?.kind !== 'grade') return null;
  return last.grades.some(({ relevance }) => relevance === 'relevant') ? t.web.reading : t.web.searching;
}

/** Returns whether the model may still be called: a failed run can be retried. */
export function canCallModel(status: AgentState['status']): boolean {
  return isLive(status) || status === 'failed';
}

/** Returns whether the run waits for the user. */
export function isAsking({ state }: RunModel): boolean {
  return isWaitingForUser(state);
}

/** Returns the current model call, or the previous one: between two parts a run still counts as at the first. */
function findLastModelCall({ frames, state }: Pick<RunModel, 'frames' | 'state'>): ModelCallFrame | null {
  const frame = frames.findLast((each) => each.kind === 'model.call' && isOwnFrame(state, each));
  return frame?.kind === 'model.call' ? frame : null;
}

/** Returns the progress of the current tool call, 0 … 1; null if not reported. */
export function getToolProgress(run: RunModel): number | null {
  const { progress, state } = selectActiveAgent(run);
  return progress !== null && listOpenCalls(state).some(({ key }) => key === progress.key) ? progress.share : null;
}

/** Returns the progress of a run, 0 … 1; null if unknown. The answer counts as one more part. */
export function computeProgress(topRun: RunModel): number | null {
  const share = getToolProgress(topRun);
  if (share !== null) return share;
  const run = selectActiveAgent(topRun);
  const last = findLastModelCall(run);
  if (last?.part) return (last.part.index - (findActiveModelCall(run.state) === null ? 0 : 1)) / (last.part.of + 1);
  const part = run.frames.findLast(
    (frame) => frame.kind === 'model.call' && frame.part !== null && isOwnFrame(run.state, frame),
  );
  return part?.kind === 'model.call' && part.part !== null ? part.part.of / (part.part.of + 1) : null;
}

/** Returns since when a model call has produced no visible text; null if text is arriving. */
export function getSilentSince(topRun: RunModel): number | null {
  const run = selectActiveAgent(topRun);
  const call = findActiveModelCall(run.state);
  return call === null || run.state.request.wait !== null || isWriting(run) ? null : call.at;
}

/** Returns whether the tab shows another page than the run is about. Runs about pictures continue on any page. */
export function hasLeftPage(model: PanelModel): boolean {
  const source = model.run === null ? null : findSource(model.run.state);
  if (source === null || source.isPicture || model.access.type !== 'ready') return false;
  return stripHash(source.url) !== stripHash(model.access.estimate.url);
}

export const stripHash = (url: string): string => url.split('#', 1)[0] ?? '';
