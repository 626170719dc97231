/**
 * One run as the panel holds it: frames and the drafts of model calls under way, nothing else. The one rule: frames
 * are folded in order of `seq`, each once; what arrives early waits, what arrives twice is dropped.
 */
import type { Frame } from '../lib/agent/frames.ts';
import {
  atWork,
  bestPartial,
  callUnderWay,
  createSession,
  fold,
  isAside,
  isOver,
  shownWords,
  type AgentState,
  type findObject,
} from '../lib/agent/state.ts';
import { withSources } from '../lib/agent/cited.ts';
import { visibleText } from '../lib/agent/text-protocol.ts';
import type { PanelEvent } from '../lib/protocol/events.ts';
import { WEB } from '../lib/toolbox/web.ts';
import { modelCallsAtWork } from './at-work.ts';

export interface RunModel {
  readonly runId: string;
  /** Frames 0 … n without gaps. */
  readonly frames: readonly Frame[];
  /** Their fold. */
  readonly state: AgentState;
  /** Frames that came before their time, by `seq`. */
  readonly early: ReadonlyMap<number, Frame>;
  /** What the model calls under way have written, by their keys. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** How far a tool call under way is, 0 … 1; null where it does not say. */
  readonly progress: { readonly key: string; readonly share: number } | null;
}

interface Draft {
  readonly text: string;
  /** Of the text, as far as they have been counted; 0 until then. */
  readonly tokens: number;
}

export function emptyRun(runId: string): RunModel {
  return { runId, frames: [], state: createSession(), early: new Map(), drafts: NOTHING_WRITTEN, progress: null };
}

export const NOTHING_WRITTEN: RunModel['drafts'] = new Map();

export function takeFrames(run: RunModel, arrived: readonly Frame[]): RunModel {
  const fresh = arrived.filter((frame) => frame.runId === run.runId && frame.seq > run.state.lastSeq);
  if (fresh.length === 0) return run;
  const early = new Map(run.early);
  for (const frame of fresh) early.set(frame.seq, frame);
  const frames = [...run.frames];
  let { state } = run;
  for (let next = early.get(frames.length); next !== undefined; next = early.get(frames.length)) {
    early.delete(next.seq);
    frames.push(next);
    state = fold(state, next);
  }
  return { ...run, frames, state, early };
}

type DraftEvent = Extract<PanelEvent, { type: 'draft' }>;

/** A piece that does not join on to what is there is dropped: the next replay, or the settled frame, brings the text. */
export function takeDraft(run: RunModel, { key, from, text, tokens = 0 }: DraftEvent): RunModel {
  const known = run.drafts.get(key)?.text ?? '';
  if (from > known.length) return run;
  if (text !== '' && known.startsWith(text, from)) return run;
  const drafts = new Map(run.drafts.has(key) ? run.drafts : unsettled(run));
  return { ...run, drafts: drafts.set(key, { text: known.slice(0, from) + text, tokens }) };
}

/** Without what settled replies have taken the place of. */
function unsettled({ state, drafts }: RunModel): RunModel['drafts'] {
  const states = [...atWork(state)];
  return new Map([...drafts].filter(([key]) => states.some(({ effects }) => effects.has(key))));
}

/** Tokens that the calls under way have written, as far as they have been counted. */
export function writtenTokens({ state, drafts }: RunModel): number {
  return modelCallsAtWork(state).reduce((sum, { key }) => sum + (drafts.get(key)?.tokens ?? 0), 0);
}

/** The answer as far as it is written, with the best that is left of it when the run did not get there. */
export function answerText({ state, drafts }: Pick<RunModel, 'state' | 'drafts'>): string {
  if (state.answer !== null) return state.answer.text;
  if (isOver(state.status)) return bestPartial(state);
  const pending = state.pending === null ? undefined : state.replies.get(state.pending);
  if (pending) return pending.calls.length > 0 ? '' : visibleText(pending.text);
  // what the parts gave is for the model while a run goes on, and the best there is once it has stopped
  const writing = Array.from(state.effects.values()).findLast(({ call }) => call.purpose !== 'part' && !isAside(call));
  if (writing === undefined) return '';
  const shown = shownWords(writing.call, drafts.get(writing.call.key)?.text ?? '');
  return writing.underWay && shown !== '' ? shown : shownWords(writing.call, writing.partial);
}

/** Whether words of the call under way are on screen. */
export function isWriting(run: RunModel): boolean {
  const call = callUnderWay(run.state);
  return call !== null && shownWords(call, run.drafts.get(call.key)?.text ?? '') !== '';
}

/** The answer without the page's title on top of it, which stands above it anyway. Copies keep it. */
export function shownText(run: RunModel): string {
  return withoutTitle(answerText(run), run.state);
}

export function withoutTitle(text: string, state: AgentState): string {
  const title = sourceOf(state)?.title ?? '';
  const first = `**${title}**`;
  return title !== '' && text.startsWith(first) ? text.slice(first.length).trimStart() : text;
}

/** The answer as it is copied: numbers for its quotes, and below it where they stand. */
export function copiedText(run: RunModel): string {
  return withSources(answerText(run), run.state.answer?.citations ?? []);
}

export interface Source {
  readonly url: string;
  readonly title: string;
  /** BCP 47, or ''. */
  readonly language: string;
  readonly words: number;
  /** It is known from a picture that was taken of it alone. */
  readonly isPicture: boolean;
}

/** The page of the tab at hand as the run last read it, or as a selection there says; null until it has one. */
export function sourceOf({ objects, spec }: AgentState): Source | null {
  let best: Found | null = null;
  for (const object of objects.newestFirst()) {
    const { name, meta } = object;
    // what was found on the web is shown with its searches
    if (name === WEB || typeof meta['url'] !== 'string' || (name === 'picture' && meta['url'] === '')) continue;
    const isHere = typeof meta['tab'] !== 'number' || meta['tab'] === spec?.tabId;
    if (isHere && name === 'page') return asSource(object);
    if (isHere || best === null) best = object;
  }
  return best === null ? null : asSource(best);
}

type Found = NonNullable<ReturnType<typeof findObject>>;

function asSource({ name: kind, meta }: Found): Source {
  const isPicture = kind === 'picture';
  const text = (name: string): string => {
    const value = meta[name];
    return typeof value === 'string' ? value : '';
  };
  const words = meta['words'];
  return {
    url: text('url'),
    title: text('title'),
    language: text('language'),
    words: typeof words === 'number' && !isPicture ? words : 0,
    isPicture,
  };
}

/** Whether a run of that status reads, waits or writes by itself. */
export function isLive(status: Parameters<typeof isOver>[0] | undefined): boolean {
  return status !== undefined && !isOver(status);
}
