/** A run in the panel. Frames are folded once each by `seq`; early ones are buffered, duplicates dropped. */
import type { Frame } from '../../lib/agent/frames/frames.ts';
import { iterateActiveAgents } from '../../lib/agent/state/sub-agents.ts';
import {
  selectBestPartial,
  extractReaderText,
  isTranslation,
  joinTranslation,
} from '../../lib/agent/state/partial-answer.ts';
import { findActiveModelCall, type AgentState } from '../../lib/agent/state/agent-state.ts';
import { isOptional } from '../../lib/agent/state/request-state.ts';
import { isOver } from '../../lib/agent/state/run-status.ts';
import { Timeline } from '../../lib/agent/log/timeline.ts';
import { extractVisibleText } from '../../lib/agent/parse/text-protocol.ts';
import type { PanelEvent } from '../../lib/protocol/events.ts';
import { listActiveModelCalls } from '../trace/active-agents.ts';
import { findSource } from './source.ts';

export interface RunModel {
  readonly runId: string;
  /** Frames 0 … n without gaps. */
  readonly frames: readonly Frame[];
  readonly timeline: Timeline;
  readonly state: AgentState;
  /** By `seq`. */
  readonly early: ReadonlyMap<number, Frame>;
  /** By call key. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** The end of what the latest call that thinks has thought; null for none. */
  readonly thought: { readonly key: string; readonly text: string } | null;
  /** 0 … 1; null if not reported. */
  readonly progress: { readonly key: string; readonly share: number } | null;
}

interface Draft {
  readonly text: string;
  /** 0 until counted. */
  readonly tokens: number;
}

export function createRunModel(runId: string): RunModel {
  const timeline = Timeline.of([]);
  const { state } = timeline;
  return { runId, frames: [], timeline, state, early: new Map(), drafts: NO_DRAFTS, thought: null, progress: null };
}

export const NO_DRAFTS: RunModel['drafts'] = new Map();

export function addFrames(run: RunModel, arrived: readonly Frame[]): RunModel {
  const fresh = arrived.filter((frame) => frame.runId === run.runId && frame.seq > run.state.lastSeq);
  if (fresh.length === 0) return run;
  const early = new Map(run.early);
  for (const frame of fresh) early.set(frame.seq, frame);
  const frames = [...run.frames];
  let { timeline } = run;
  for (let next = early.get(frames.length); next !== undefined; next = early.get(frames.length)) {
    early.delete(next.seq);
    frames.push(next);
    timeline = timeline.with(next);
  }
  return { ...run, frames, timeline, state: timeline.state, early };
}

type DraftEvent = Extract<PanelEvent, { type: 'draft' }>;

/** Drops a piece after a gap: the next replay, or the settled frame, brings the text. */
export function addDraft(run: RunModel, { key, from, text, tokens = 0 }: DraftEvent): RunModel {
  const existing = run.drafts.get(key)?.text ?? '';
  if (from > existing.length) return run;
  if (text !== '' && existing.startsWith(text, from)) return run;
  const drafts = new Map(run.drafts.has(key) ? run.drafts : filterOpenDrafts(run));
  return { ...run, drafts: drafts.set(key, { text: existing.slice(0, from) + text, tokens }) };
}

const MAX_THOUGHT_CHARACTERS = 4000;

export function addThought(run: RunModel, { key, text }: Extract<PanelEvent, { type: 'thought' }>): RunModel {
  const before = run.thought?.key === key ? run.thought.text : '';
  return { ...run, thought: { key, text: (before + text).slice(-MAX_THOUGHT_CHARACTERS) } };
}

/** What the model thinks at this moment; '' for nothing. */
export function getThought({ state, thought }: Pick<RunModel, 'state' | 'thought'>): string {
  return thought !== null && listActiveModelCalls(state).some(({ key }) => key === thought.key) ? thought.text : '';
}

function filterOpenDrafts({ state, drafts }: RunModel): RunModel['drafts'] {
  const states = [...iterateActiveAgents(state)];
  return new Map(
    [...drafts].filter(([key]) => states.some(({ request: { modelCalls: effects } }) => effects.has(key))),
  );
}

export function countDraftTokens({ state, drafts }: RunModel): number {
  return listActiveModelCalls(state).reduce((sum, { key }) => sum + (drafts.get(key)?.tokens ?? 0), 0);
}

/** The answer; for a run that stopped early, its best partial result. */
export function getAnswerText({ state, drafts }: Pick<RunModel, 'state' | 'drafts'>): string {
  if (state.request.answer !== null) return state.request.answer.text;
  if (isOver(state.status)) return selectBestPartial(state);
  if (isTranslation(state)) return joinTranslation(state, drafts);
  const pending =
    state.request.pendingReply === null ? undefined : state.request.replies.get(state.request.pendingReply);
  if (pending) return pending.calls.length > 0 ? '' : extractVisibleText(pending.text);
  // replies to parts become the partial result once the run has stopped
  const writing = Array.from(state.request.modelCalls.values()).findLast(
    ({ call }) => call.purpose !== 'part' && !isOptional(call),
  );
  if (writing === undefined) return '';
  const shown = extractReaderText(writing.call, drafts.get(writing.call.key)?.text ?? '');
  return writing.underWay && shown !== '' ? shown : extractReaderText(writing.call, writing.partial);
}

export function isWriting(run: RunModel): boolean {
  const call = findActiveModelCall(run.state);
  return call !== null && extractReaderText(call, run.drafts.get(call.key)?.text ?? '') !== '';
}

/** Without the page title, which the panel already shows. Copies keep it. */
export function getDisplayedAnswer(run: RunModel): string {
  return stripTitle(getAnswerText(run), run.state);
}

export function stripTitle(text: string, state: AgentState): string {
  const title = findSource(state)?.title ?? '';
  const first = `**${title}**`;
  return title !== '' && text.startsWith(first) ? text.slice(first.length).trimStart() : text;
}
