/** Which of its faces the panel shows, and what it says there. Pure: model in, words out. */
import type { ModelCallFrame } from '../lib/agent/frames.ts';
import { callUnderWay, openCalls, type AgentState } from '../lib/agent/state.ts';
import { agentName, atHand, besides, calledAgent, isOwn, waitsForPerson } from './at-work.ts';
import type { PanelModel } from './reduce.ts';
import { answerText, isLive, isWriting, sourceOf, type RunModel } from './run.ts';
import { t } from './strings.ts';

export type Stage = 'opening' | 'looking' | 'ready' | 'trouble' | 'running' | 'done' | 'stopped' | 'failed';

/** Whether something was asked for of which no frame has come yet. */
export const isBeginning = ({ pending }: PanelModel): boolean => pending === 'start' || pending === 'follow';

export function stageOf(model: PanelModel): Stage {
  if (model.tab === null) return 'opening';
  if (isBeginning(model)) return 'running';
  if (model.run !== null) return stageOfRun(model.run.state);
  if (!model.known) return 'opening';
  if (model.access.type === 'ready') return 'ready';
  return model.access.type === 'trouble' ? 'trouble' : 'looking';
}

function stageOfRun({ status }: AgentState): Stage {
  if (isLive(status)) return 'running';
  if (status === 'done') return 'done';
  return status === 'failed' ? 'failed' : 'stopped';
}

/** The status line: one short sentence that changes with the phase, not with every word. */
export function statusOf(model: PanelModel): string {
  const stage = stageOf(model);
  switch (stage) {
    case 'opening':
      return t.opening;
    case 'looking':
      return model.tab?.loading === true ? t.loading : t.looking;
    case 'running':
      if (model.pending === 'cancel') return t.stopping;
      return model.run !== null && !isBeginning(model) ? doing(model.run) : t.starting;
    case 'done':
      return model.run === null ? t.done.whole.summarise : outcomeOf(model.run.state);
    case 'stopped':
      return t.stopped;
    case 'failed':
      return t.failed;
    case 'ready':
    case 'trouble':
      return '';
  }
}

/** How a run that is done ended, in two words. */
export function outcomeOf({ spec, answer }: AgentState): string {
  if (answer?.impossible === true) return t.impossible;
  return t.done[answer?.partial === true ? 'partial' : 'whole'][spec?.job ?? 'summarise'];
}

/** What is done now; of an agent that is at work, by its name. */
function doing(run: RunModel): string {
  const hand = atHand(run);
  const name = agentName(hand.state);
  return name === '' ? doingOf(run) : t.agents.doing(name, doingOf(hand), besides(run.state));
}

/** What whoever the state is does now. */
export function doingOf(run: Pick<RunModel, 'state' | 'frames' | 'drafts'>): string {
  const { state } = run;
  const [call, open, job] = [callUnderWay(state), openCalls(state), state.spec?.job ?? 'summarise'];
  const last = lastCall(run);
  if (state.wait !== null && state.wait.reason !== 'person') return state.wait.message;
  if (call !== null && call.purpose in t.asides) return t.asides[call.purpose as keyof typeof t.asides];
  if (last?.part && (open.length > 0 || call !== null)) return t.part(last.part.index, last.part.of);
  if (call !== null && call.purpose !== 'part') {
    if (answerText(run) !== '') return t.writing[job];
    return call.purpose === 'decide' ? t.phases.thinking : t.firstWord;
  }
  const [first, ...others] = open;
  if (first !== undefined)
    return searchingNow(run, first.key) ?? calledAgent(first, state) ?? t.tools(first.tool, others.length);
  const [ask] = state.asks;
  if (ask !== undefined) return t.asks[ask.form];
  return state.phase === null ? t.starting : state.phase === 'synthesizing' ? t.writing[job] : t.phases[state.phase];
}

/** A search is several things one after another: what it is at, from what it has told; null for any other call. */
function searchingNow({ frames }: Pick<RunModel, 'frames'>, key: string): string | null {
  const last = frames.findLast(
    (frame) => (frame.kind === 'tool.result' && frame.key === key) || (frame.kind === 'grade' && frame.of === key),
  );
  if (last?.kind === 'tool.result' && last.payload === 'results') return t.asides.grade;
  if (last?.kind === 'tool.result' && last.payload === 'web') return t.web.reading;
  if (last?.kind !== 'grade') return null;
  return last.grades.some(({ relevance }) => relevance === 'relevant') ? t.web.reading : t.web.searching;
}

/** Whether the model may yet be asked something: a run that failed can be tried again. */
export function mayGoOn(status: AgentState['status']): boolean {
  return isLive(status) || status === 'failed';
}

/** Whether it is the person's turn. */
export function isAsking({ state }: RunModel): boolean {
  return waitsForPerson(state);
}

/** The call under way, or the one before: between two parts a run is still at the first of them. */
function lastCall({ frames, state }: Pick<RunModel, 'frames' | 'state'>): ModelCallFrame | null {
  const frame = frames.findLast((each) => each.kind === 'model.call' && isOwn(state, each));
  return frame?.kind === 'model.call' ? frame : null;
}

/** How far the tool call under way is, 0 … 1; null where it does not say. */
export function shareOf(run: RunModel): number | null {
  const { progress, state } = atHand(run);
  return progress !== null && openCalls(state).some(({ key }) => key === progress.key) ? progress.share : null;
}

/** How far a run is, 0 … 1; null when nobody can know. The answer counts as one more part. */
export function progressOf(whole: RunModel): number | null {
  const share = shareOf(whole);
  if (share !== null) return share;
  const run = atHand(whole);
  const last = lastCall(run);
  if (last?.part) return (last.part.index - (callUnderWay(run.state) === null ? 0 : 1)) / (last.part.of + 1);
  const part = run.frames.findLast(
    (frame) => frame.kind === 'model.call' && frame.part !== null && isOwn(run.state, frame),
  );
  return part?.kind === 'model.call' && part.part !== null ? part.part.of / (part.part.of + 1) : null;
}

/** Since when nothing has appeared on screen for a model call under way; null when words are coming. */
export function silentSince(whole: RunModel): number | null {
  const run = atHand(whole);
  const call = callUnderWay(run.state);
  return call === null || run.state.wait !== null || isWriting(run) ? null : call.at;
}

/** Whether the tab shows another page than the run is about. What it is about pictures goes on anywhere. */
export function hasMovedOn(model: PanelModel): boolean {
  const source = model.run === null ? null : sourceOf(model.run.state);
  if (source === null || source.isPicture || model.access.type !== 'ready') return false;
  return withoutHash(source.url) !== withoutHash(model.access.estimate.url);
}

export const withoutHash = (url: string): string => url.split('#', 1)[0] ?? '';
