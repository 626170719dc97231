/**
 * Sub-agents in the state of a run. Each has a state of its own; only its usage, cost and count drift also count for
 * its caller.
 */
import { addToBill, type PricedModel } from '../budget/cost.ts';
import type { Frame } from '../frames/frames.ts';
import type { Invocation } from '../frames/manifest.ts';
import {
  isOver,
  listOpenCalls,
  type AgentState,
  type RequestState,
  type StateChanges,
  type SubAgents,
} from './agent-state.ts';
import { trackUsage } from '../budget/tokens.ts';

const SEPARATOR = '>';
/** Maximum depth that is parsed; deeper ids belong to no agent. */
const MAX_PARSED_DEPTH = 8;

/** Returns the keys of the calls that lead from the run to the agent. */
export const parseCorrelationId = (correlationId: string | null): readonly string[] =>
  correlationId === null ? [] : correlationId.split(SEPARATOR).slice(0, MAX_PARSED_DEPTH);

/** Returns the correlation id of an agent invoked by `caller` with the call `key`. */
export const createCorrelationId = (caller: Pick<Invocation, 'correlationId'> | null, key: string): string =>
  caller === null ? key : `${caller.correlationId}${SEPARATOR}${key}`;

/** Returns the correlation id of the state's agent; null for the main agent. */
export const getCorrelationId = ({ spec }: Pick<AgentState, 'spec'>): string | null => spec?.sub?.correlationId ?? null;

/** Returns the key of a model or tool call, unique within the run. */
export function scopeKey(state: Pick<AgentState, 'spec'>, key: string): string {
  const name = getCorrelationId(state);
  return name === null ? key : `${name}/${key}`;
}

/** Whether `name` is `caller` or an agent below it. */
export function isWithin(name: string | null, caller: string | null): boolean {
  return caller === null || name === caller || name?.startsWith(caller + SEPARATOR) === true;
}

/** Returns the agent that was invoked by that call; undefined for none. */
export const findSubAgent = ({ subAgents: subs }: Pick<AgentState, 'subAgents'>, key: string): AgentState | undefined =>
  subs.live.get(key) ?? subs.ended.get(key);

/** Returns the state with that correlation id: the given one, or one below it; undefined for none. */
export function findAgentState(state: AgentState, correlationId: string | null): AgentState | undefined {
  let found: AgentState | undefined = state;
  for (const key of parseCorrelationId(correlationId)) found = found && findSubAgent(found, key);
  return found;
}

/** Lists the active agents of the current decision with the keys of their calls. */
export function listActiveSubAgents(state: AgentState): readonly (readonly [string, AgentState])[] {
  return listOpenCalls(state).flatMap(({ key }) => {
    const sub = state.subAgents.live.get(key);
    return sub ? [[key, sub] as const] : [];
  });
}

/** The state and all active agents below it, outermost first. */
export function* iterateActiveAgents(state: AgentState): Generator<AgentState, void, undefined> {
  yield state;
  for (const [, sub] of listActiveSubAgents(state)) yield* iterateActiveAgents(sub);
}

/** Lists the open questions to the user, of the run and its active agents. */
export const listOpenAsks = (state: AgentState): RequestState['asks'] =>
  state.subAgents.live.size === 0
    ? state.request.asks
    : [...iterateActiveAgents(state)].flatMap(({ request: { asks } }) => asks);

/** All agents below the state in the order of their calls, callers first. */
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

/** Marks all active agents as ended, because another request replaces theirs. */
export function closeAll({ live, ended }: SubAgents): SubAgents {
  return live.size === 0
    ? { live, ended }
    : { live: new Map(), ended: [...live].reduce((all, [key, sub]) => all.with(key, sub), ended) };
}

/** Changes every active agent. */
export function mapActiveSubAgents({ live, ended }: SubAgents, change: (sub: AgentState) => AgentState): SubAgents {
  return live.size === 0
    ? { live, ended }
    : { live: new Map(Array.from(live, ([key, sub]) => [key, change(sub)])), ended };
}

/**
 * Returns the caller's changes caused by a frame of its sub-agent. `binding`: the model that the usage is charged to.
 */
export function applySubAgentFrame(
  state: AgentState,
  sub: AgentState,
  frame: Frame,
  binding: PricedModel | null,
): StateChanges {
  const spent =
    frame.kind === 'usage'
      ? {
          usage: trackUsage(state.usage, frame),
          bill: addToBill(state.bill, frame, binding),
          request: { drift: Math.max(state.request.drift, sub.request.drift) },
        }
      : {};
  return { ...spent, phase: sub.phase ?? state.phase };
}
