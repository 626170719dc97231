/** Conversations with agents, from the timeline. Pure. They are never the run's answer. */
import type { AgentManifest, LimitName, RunRequest } from '../../lib/agent/frames/frames.ts';
import type { AgentControlFrame } from '../../lib/agent/frames/control-frames.ts';
import { isOver } from '../../lib/agent/state/run-status.ts';
import { listActiveSubAgents, getCorrelationId, findSubAgent } from '../../lib/agent/state/sub-agents.ts';
import { iterateTurns, type CallRecord } from '../../lib/agent/state/turns.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { countChargedTokens, computeTokenUsage } from '../../lib/agent/budget/usage.ts';
import type { Timeline } from '../../lib/agent/log/timeline.ts';
import type { TimelineItem } from '../../lib/agent/log/timeline-item.ts';

/** What the agent says, and the user's reply, if there is one by now. */
export type TalkTurn = NonNullable<TimelineItem['question']>;

/** `left`: the user made another request meanwhile. */
export type TalkEnd =
  | { readonly how: 'user' | 'agent' | 'abandoned' }
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
export function collectTalks(timeline: Timeline): ReadonlyMap<number, readonly Talk[]> {
  const { state } = timeline;
  if (state.subAgents.live.size === 0 && state.subAgents.ended.size === 0) return NO_TALKS;
  const all = new Map<number, readonly Talk[]>();
  let requestIndex = 0;
  for (const { decision, calls } of iterateTurns(state)) {
    if (decision === 'follow') requestIndex += 1;
    const talks = collectCalledTalks(state, calls, timeline, isOver(state.status));
    if (talks.length > 0) all.set(requestIndex, [...(all.get(requestIndex) ?? []), ...talks]);
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

/** `over`: a caller has ended. */
function collectCalledTalks(
  caller: AgentState,
  calls: readonly Pick<CallRecord, 'key'>[],
  timeline: Timeline,
  over: boolean,
): readonly Talk[] {
  return calls.flatMap(({ key }) => {
    const sub = findSubAgent(caller, key);
    if (!sub) return [];
    const nestedCalls = [...iterateTurns(sub)].flatMap((turn) => turn.calls);
    const nested = collectCalledTalks(sub, nestedCalls, timeline, over || isOver(sub.status));
    return isHandoff(sub) ? [...createTalk(sub, timeline, over), ...nested] : nested;
  });
}

function createTalk(state: AgentState, timeline: Timeline, over: boolean): readonly Talk[] {
  const { spec, request } = state;
  const name = getCorrelationId(state);
  if (!spec?.sub || name === null) return [];
  const own = timeline.getAgent(name);
  const turns = own.listItems().flatMap(({ question }) => (question?.frame.form === 'turn' ? [question] : []));
  const end = resolveTalkEnd(state, own.lastControl, over);
  return [{ name, agent: spec.sub.agent, state, turns, end, outcome: request.answer?.text ?? '' }];
}

function resolveTalkEnd(
  { status, request: { error } }: AgentState,
  last: AgentControlFrame | null,
  over: boolean,
): TalkEnd | null {
  if (status === 'cancelled') return { how: 'user' };
  if (last?.control === 'limit' && isOver(status)) return { how: 'limit', limit: last.limit };
  if (status === 'failed') return { how: 'error', why: error?.message ?? '' };
  if (status === 'done') return { how: 'agent' };
  return over ? { how: 'abandoned' } : null;
}

export function computeTalkUsage(state: AgentState) {
  const usage = computeTokenUsage(state);
  const { input, output } = state.usage;
  const hasBudget = usage.budget !== Infinity;
  return {
    turns: state.step - state.request.stepsBeforeRetry,
    maxTurns: state.spec?.limits.maxSteps ?? 0,
    tokens: hasBudget ? countChargedTokens(usage) : input + output,
    /** `Infinity` if tokens are not limited. */
    maxTokens: usage.budget,
  };
}
