/** What a run is doing, in words and figures. */
import { findActiveModelCall, type AgentState } from '../../lib/agent/state/agent-state.ts';
import { getCorrelationId } from '../../lib/agent/state/sub-agents.ts';
import { listOpenCalls } from '../../lib/agent/state/turns.ts';
import {
  getAgentName,
  selectActiveAgent,
  countParallelAgents,
  findCalledAgentName,
  isWaitingForUser,
} from '../trace/active-agents.ts';
import { t } from '../strings/strings.ts';
import { getAnswerText, isWriting, type RunModel } from './run-model.ts';
import { getRunStage, isLive } from './stage.ts';

/** Words for the status of a run that is over. */
export function formatRunStatus({ state }: RunModel): string {
  const stage = getRunStage(state);
  if (stage === 'done') return formatOutcome(state);
  return stage === 'failed' ? t.failed : t.stopped;
}

export function formatOutcome({ spec, request: { answer } }: AgentState): string {
  if (answer?.impossible === true) return t.impossible;
  return t.done[answer?.partial === true ? 'partial' : 'whole'][spec?.job ?? 'summarise'];
}

export function formatRunActivity(run: RunModel): string {
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
  if (last?.part && (open.length > 0 || call !== null)) {
    const format = last.purpose === 'translate' ? t.translatingPart : t.part;
    return format(last.part.index, last.part.of);
  }
  if (call !== null && call.purpose !== 'part') {
    if (getAnswerText(run) !== '') return t.writing[job];
    return call.purpose === 'decide' ? t.phases.thinking : t.firstWord;
  }
  const [asked] = state.request.asks;
  if (asked?.asked && isWaitingForUser(state)) return t.asks[asked.form];
  const [first, ...others] = open;
  if (first !== undefined)
    return formatSearchPhase(run, first.key) ?? findCalledAgentName(first, state) ?? t.tools(first.tool, others.length);
  const [ask] = state.request.asks;
  if (ask !== undefined) return t.asks[ask.form];
  return state.phase === null ? t.starting : state.phase === 'synthesizing' ? t.writing[job] : t.phases[state.phase];
}

/** Tells the phase from the call's results and grades so far; null for any other call. */
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

/** 0 … 1, of the tool or of a model call within it; null if not reported. */
export function getToolProgress(run: RunModel): number | null {
  const { progress, state } = selectActiveAgent(run);
  if (progress === null) return null;
  const isOpen = listOpenCalls(state).some(({ key }) => `${progress.key}/`.startsWith(`${key}/`));
  return isOpen ? progress.share : null;
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
