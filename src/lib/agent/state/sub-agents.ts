/** Sub-agents in a run's state; only usage, cost, count drift and what sites were told also count for the caller. */
import { addToBill, type PricedModel } from '../budget/cost.ts';
import type { Frame } from '../frames/frames.ts';
import type { Invocation } from '../frames/manifest.ts';
import { isPaidBefore } from '../frames/spec.ts';
import { isOver } from './run-status.ts';
import type { AgentState, StateChanges, SubAgents } from './agent-state.ts';
import type { RequestState } from './request-state.ts';
import { listOpenCalls } from './turns.ts';
import { trackUsage } from '../budget/usage.ts';

const SEPARATOR = '>';
/** Deeper ids belong to no agent. */
const MAX_PARSED_DEPTH = 8;

export const parseCorrelationId = (correlationId: string | null): readonly string[] =>
  correlationId === null ? [] : correlationId.split(SEPARATOR).slice(0, MAX_PARSED_DEPTH);

export const createCorrelationId = (caller: Pick<Invocation, 'correlationId'> | null, key: string): string =>
  caller === null ? key : `${caller.correlationId}${SEPARATOR}${key}`;

/** Returns null for the main agent. */
export const getCorrelationId = ({ spec }: Pick<AgentState, 'spec'>): string | null => spec?.sub?.correlationId ?? null;

/** Unique within the run. */
export function scopeKey(state: Pick<AgentState, 'spec'>, key: string): string {
  const name = getCorrelationId(state);
  return name === null ? key : `${name}/${key}`;
}

export function isWithin(name: string | null, caller: string | null): boolean {
  return caller === null || name === caller || name?.startsWith(caller + SEPARATOR) === true;
}

export const findSubAgent = ({ subAgents: subs }: Pick<AgentState, 'subAgents'>, key: string): AgentState | undefined =>
  subs.live.get(key) ?? subs.ended.get(key);

export function findAgentState(state: AgentState, correlationId: string | null): AgentState | undefined {
  let found: AgentState | undefined = state;
  for (const key of parseCorrelationId(correlationId)) found = found && findSubAgent(found, key);
  return found;
}

export function listActiveSubAgents(state: AgentState): readonly (readonly [string, AgentState])[] {
  return listOpenCalls(state).flatMap(({ key }) => {
    const sub = state.subAgents.live.get(key);
    return sub ? [[key, sub] as const] : [];
  });
}

export function* iterateActiveAgents(state: AgentState): Generator<AgentState, void, undefined> {
  yield state;
  for (const [, sub] of listActiveSubAgents(state)) yield* iterateActiveAgents(sub);
}

export const listOpenAsks = (state: AgentState): RequestState['asks'] =>
  state.subAgents.live.size === 0
    ? state.request.asks
    : [...iterateActiveAgents(state)].flatMap(({ request: { asks } }) => asks);

export function* iterateSubAgents({
  subAgents: subs,
}: Pick<AgentState, 'subAgents'>): Generator<AgentState, void, undefined> {
  for (const [, sub] of subs.ended) {
    yield sub;
    yield* iterateSubAgents(sub);
  }
  for (const sub of subs.live.values()) {
    yield sub;
    yield* iterateSubAgents(sub);
  }
}

export function updateSubAgent({ live, ended }: SubAgents, key: string, sub: AgentState): SubAgents {
  if (!isOver(sub.status)) return { live: new Map(live).set(key, sub), ended };
  const remaining = new Map(live);
  remaining.delete(key);
  return { live: remaining, ended: ended.with(key, sub) };
}

export function closeAll({ live, ended }: SubAgents): SubAgents {
  return live.size === 0
    ? { live, ended }
    : { live: new Map(), ended: [...live].reduce((all, [key, sub]) => all.with(key, sub), ended) };
}

export function mapActiveSubAgents({ live, ended }: SubAgents, change: (sub: AgentState) => AgentState): SubAgents {
  return live.size === 0
    ? { live, ended }
    : { live: new Map(Array.from(live, ([key, sub]) => [key, change(sub)])), ended };
}

export function applySubAgentFrame(
  state: AgentState,
  sub: AgentState,
  frame: Frame,
  binding: PricedModel | null,
): StateChanges {
  const isUsage = frame.kind === 'usage';
  const isPaidNow = isUsage && !isPaidBefore(state.spec, frame.seq);
  const told = frame.kind === 'tool.result' ? (frame.told ?? 0) : 0;
  return {
    usage: isPaidNow ? trackUsage(state.usage, frame) : state.usage,
    bill: isPaidNow ? addToBill(state.bill, frame, binding) : state.bill,
    request: {
      drift: isUsage ? Math.max(state.request.drift, sub.request.drift) : state.request.drift,
      told: state.request.told + told,
    },
    phase: sub.phase ?? state.phase,
  };
}
