/** Conversations with agents, from the frames. Pure. They are never the run's answer. */
import type { AgentManifest, Citation, Frame, LimitName, RunRequest } from '../../lib/agent/frames/frames.ts';
import {
  isOver,
  listActiveSubAgents,
  getCorrelationId,
  findSubAgent,
  iterateTurns,
  type AgentState,
} from '../../lib/agent/store/run-state.ts';
import { countChargedTokens, computeTokenUsage } from '../../lib/agent/budget/tokens.ts';
import { filterFramesByAgent } from './active-agents.ts';

export interface TalkTurn {
  readonly key: string;
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Null until the user has replied. */
  readonly reply: string | null;
}

/** `left`: the user made another request meanwhile. */
export type TalkEnd =
  | { readonly how: 'person' | 'itself' | 'left' }
  | { readonly how: 'limit'; readonly limit: LimitName }
  | { readonly how: 'error'; readonly why: string };

export interface Talk {
  /** The agent's name within the run (`correlationId`). */
  readonly name: string;
  readonly agent: AgentManifest;
  readonly state: AgentState;
  readonly turns: readonly TalkTurn[];
  readonly end: TalkEnd | null;
  /** The result it reports; '' for none. */
  readonly outcome: string;
}

const isHandoff = ({ spec }: AgentState): boolean => spec?.sub?.agent.agent.integration_mode === 'handoff';

/** The innermost of nested ones; null for the main agent. */
export function findActiveTalk(state: AgentState): AgentState | null {
  if (isOver(state.status)) return null;
  for (const [, sub] of listActiveSubAgents(state)) {
    const inner = findActiveTalk(sub) ?? (isHandoff(sub) ? sub : null);
    if (inner !== null) return inner;
  }
  return null;
}

/** By request index. */
export function collectTalks(state: AgentState, frames: readonly Frame[]): ReadonlyMap<number, readonly Talk[]> {
  if (state.subAgents.live.size === 0 && state.subAgents.ended.size === 0) return NO_TALKS;
  const all = new Map<number, readonly Talk[]>();
  let requestIndex = 0;
  for (const { decision, calls } of iterateTurns(state)) {
    if (decision === 'follow') requestIndex += 1;
    for (const { key } of calls) {
      const sub = findSubAgent(state, key);
      if (sub)
        all.set(requestIndex, [
          ...(all.get(requestIndex) ?? []),
          ...collectNestedTalks(sub, frames, isOver(state.status)),
        ]);
    }
  }
  return all;
}

export function isAnsweredInTalk(
  { spec, exchanges }: { readonly spec: Pick<RunRequest, 'job'> | null; readonly exchanges?: AgentState['exchanges'] },
  talks: ReadonlyMap<number, readonly Talk[]>,
  requestIndex: number = exchanges?.length ?? 0,
): boolean {
  return spec?.job === 'agent' && (talks.get(requestIndex) ?? []).length > 0;
}

const NO_TALKS: ReadonlyMap<number, readonly Talk[]> = new Map();

/** `over`: the parent has ended. */
function collectNestedTalks(sub: AgentState, frames: readonly Frame[], over: boolean): readonly Talk[] {
  const ownTalk = isHandoff(sub) ? [toTalk(sub, frames, over)] : [];
  const others = [...iterateTurns(sub)].flatMap(({ calls }) =>
    calls.flatMap(({ key }) => {
      const nested = findSubAgent(sub, key);
      return nested ? collectNestedTalks(nested, frames, over || isOver(sub.status)) : [];
    }),
  );
  return [...ownTalk, ...others].flatMap((talk) => (talk === null ? [] : [talk]));
}

function toTalk(state: AgentState, frames: readonly Frame[], over: boolean): Talk | null {
  const { spec } = state;
  const name = getCorrelationId(state);
  if (!spec?.sub || name === null) return null;
  const ownFrames = filterFramesByAgent(frames, name);
  return {
    name,
    agent: spec.sub.agent,
    state,
    turns: collectTurns(ownFrames),
    end: resolveTalkEnd(state, ownFrames, over),
    outcome: state.request.answer?.text ?? '',
  };
}

function collectTurns(frames: readonly Frame[]): readonly TalkTurn[] {
  const turns: TalkTurn[] = [];
  for (const frame of frames) {
    if (frame.kind === 'ask.user' && frame.form === 'turn') {
      const { key, text, citations } = frame;
      turns.push({ key, text, citations, reply: null });
    }
    if (frame.kind !== 'control' || frame.control !== 'answer') continue;
    const index = turns.findLastIndex(({ key, reply }) => key === frame.ask && reply === null);
    const turn = turns[index];
    if (turn) turns[index] = { ...turn, reply: frame.text };
  }
  return turns;
}

function resolveTalkEnd(
  { status, request: { error } }: AgentState,
  frames: readonly Frame[],
  over: boolean,
): TalkEnd | null {
  if (status === 'cancelled') return { how: 'person' };
  const limit = frames.findLast((frame) => frame.kind === 'control');
  const reached = limit?.kind === 'control' && limit.control === 'limit' ? limit.limit : null;
  if (reached !== null && isOver(status)) return { how: 'limit', limit: reached };
  if (status === 'failed') return { how: 'error', why: error?.message ?? '' };
  if (status === 'done') return { how: 'itself' };
  return over ? { how: 'left' } : null;
}

export interface TalkUsage {
  readonly turns: number;
  readonly maxTurns: number;
  readonly tokens: number;
  /** `Infinity` if tokens are not limited. */
  readonly maxTokens: number;
}

export function computeTalkUsage(state: AgentState): TalkUsage {
  const usage = computeTokenUsage(state);
  const { input, output } = state.usage;
  const hasBudget = usage.budget !== Infinity;
  return {
    turns: state.step - state.request.stepsBeforeRetry,
    maxTurns: state.spec?.limits.maxSteps ?? 0,
    tokens: hasBudget ? countChargedTokens(usage) : input + output,
    maxTokens: usage.budget,
  };
}
