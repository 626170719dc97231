/** Finds the active agent. Pure. Texts about the answer use the main agent's frames only. */
import type { AgentCard, Frame } from '../../lib/agent/frames/frames.ts';
import type { AskUserFrame } from '../../lib/agent/frames/control-frames.ts';
import type { ModelCallFrame } from '../../lib/agent/frames/model-frames.ts';
import { isCallAsking, listOpenCalls, iterateTurns, type CallRecord } from '../../lib/agent/state/turns.ts';
import {
  listOpenAsks,
  listActiveSubAgents,
  iterateActiveAgents,
  findAgentState,
  findSubAgent,
  iterateSubAgents,
} from '../../lib/agent/state/sub-agents.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { toToolName } from '../../lib/jobs/agent-tool-name.ts';
import type { RunArtifacts } from '../pictures/run-pictures.ts';
import { t } from '../strings/strings.ts';
import { formatAgentName } from './agent-name.ts';

/** '' for the main agent. */
export const getAgentName = ({ spec }: Pick<AgentState, 'spec'>): string =>
  formatAgentName(spec?.sub?.agent.name ?? '');

/** If several work in parallel, selects one that is not waiting for the user. */
export function selectActiveAgent<R extends { readonly state: AgentState }>(run: R): R {
  const state = findActiveState(run.state);
  return state === run.state ? run : { ...run, state };
}

function findActiveState(state: AgentState): AgentState {
  const subs = listActiveSubAgents(state).map(([, sub]) => sub);
  const next = subs.find((sub) => !isWaitingForUser(sub)) ?? subs[0];
  return next === undefined ? state : findActiveState(next);
}

/** Called in the same decision as the active one. */
export function countParallelAgents(state: AgentState): number {
  const subs = listActiveSubAgents(state);
  if (subs.length !== 1) return Math.max(0, subs.length - 1);
  return countParallelAgents(subs[0]?.[1] ?? state);
}

/** Nothing can continue before the user replies. */
export function isWaitingForUser(state: AgentState): boolean {
  const open = listOpenCalls(state);
  if (open.length === 0) return state.request.asks.length > 0;
  return open.every(({ key }) => {
    if (isCallAsking(state, key)) return true;
    const sub = state.subAgents.live.get(key);
    return sub !== undefined && isWaitingForUser(sub);
  });
}

export function listActiveModelCalls(state: AgentState): readonly ModelCallFrame[] {
  const states = state.subAgents.live.size === 0 ? [state] : [...iterateActiveAgents(state)];
  return states.flatMap(({ request: { modelCalls: effects } }) =>
    Array.from(effects.values()).flatMap((e) => (e.underWay ? [e.call] : [])),
  );
}

/** A message of an agent that has the conversation is shown there instead. */
export const listAskCards = (state: AgentState): readonly AskUserFrame[] =>
  listOpenAsks(state).filter(({ form }) => form !== 'turn');

/** '' for the main agent. */
export function getAskerName(state: AgentState, { correlationId }: Pick<Frame, 'correlationId'>): string {
  const asker = correlationId === null ? undefined : findAgentState(state, correlationId);
  return asker === undefined ? '' : getAgentName(asker);
}

type CalledTool = Pick<CallRecord, 'tool' | 'key'>;

export function getCallTitle({ tool, key }: CalledTool, state: AgentState): string {
  return findCalledAgentName({ tool, key }, state) ?? t.toolTitle(tool);
}

/** Null if the call is for a tool. */
export function findCalledAgentName({ tool, key }: CalledTool, state: AgentState): string | null {
  const sub = findSubAgent(state, key);
  if (sub?.spec?.sub) return getAgentName(sub);
  const cards: readonly AgentCard[] = state.spec?.agents ?? [];
  const card = cards.find(({ id }) => toToolName(id) === tool);
  return card === undefined ? null : formatAgentName(card.name);
}

/** '' for the assistant. */
export function findRequestedAgentName(state: AgentState, request: number): string {
  const { spec, exchanges } = state;
  if ((exchanges.at(request) ?? spec)?.job !== 'agent') return '';
  let requestIndex = 0;
  for (const { decision, calls } of iterateTurns(state)) {
    if (decision === 'follow') requestIndex += 1;
    const [call] = calls;
    if (requestIndex === request && call) return findCalledAgentName(call, state) ?? '';
  }
  return formatAgentName(spec?.agents.find(({ id }) => id === spec.agent)?.name ?? '');
}

const ARTIFACTS_CACHE = new WeakMap<AgentState, RunArtifacts>();

/** Includes those of its agents, since an answer may quote what only an agent has read. */
export function collectArtifacts(state: AgentState): RunArtifacts {
  const subs = [...iterateSubAgents(state)];
  if (subs.length === 0) return state.objects;
  const cached = ARTIFACTS_CACHE.get(state);
  if (cached) return cached;
  const all = [state, ...subs].flatMap(({ objects }) => [...objects]);
  ARTIFACTS_CACHE.set(state, all);
  return all;
}
