/**
 * Finds which agent of a run is active: the main agent or agents that it called. Pure. Frames belong to the agent that
 * wrote them; texts about the answer use the main agent's frames only.
 */
import type { AgentCard, AskUserFrame, Frame, ModelCallFrame } from '../../lib/agent/frames/frames.ts';
import {
  listOpenAsks,
  listActiveSubAgents,
  getCorrelationId,
  listOpenCalls,
  iterateActiveAgents,
  findAgentState,
  findSubAgent,
  iterateSubAgents,
  iterateTurns,
  type AgentState,
  type CallRecord,
} from '../../lib/agent/store/run-state.ts';
import { toOneLine } from '../../lib/base/one-line.ts';
import { toLegibleText } from '../../lib/base/visible.ts';
import { toToolName } from '../../lib/jobs/agent-name.ts';
import type { RunArtifacts } from '../pictures/run-pictures.ts';
import { t } from '../strings/strings.ts';

/** Maximum length of a displayed agent name, in characters. */
const MAX_NAME_LENGTH = 60;

/** Formats an agent's name for display. It is untrusted: a model may have written the manifest. */
export const formatAgentName = (name: string): string => toOneLine(toLegibleText(name), MAX_NAME_LENGTH);

/** Returns the display name of the agent; '' for the main agent. */
export const getAgentName = ({ spec }: Pick<AgentState, 'spec'>): string =>
  formatAgentName(spec?.sub?.agent.name ?? '');

/** Returns the run with the state of the active agent; of several in parallel, one that is not waiting for the user. */
export function selectActiveAgent<R extends { readonly state: AgentState }>(run: R): R {
  const state = findActiveState(run.state);
  return state === run.state ? run : { ...run, state };
}

function findActiveState(state: AgentState): AgentState {
  const subs = listActiveSubAgents(state).map(([, sub]) => sub);
  const next = subs.find((sub) => !isWaitingForUser(sub)) ?? subs[0];
  return next === undefined ? state : findActiveState(next);
}

/** Counts the agents that run in parallel to the active one, called in the same decision. */
export function countParallelAgents(state: AgentState): number {
  const subs = listActiveSubAgents(state);
  if (subs.length !== 1) return Math.max(0, subs.length - 1);
  return countParallelAgents(subs[0]?.[1] ?? state);
}

/** Returns whether nothing can continue before the user replies. */
export function isWaitingForUser(state: AgentState): boolean {
  const open = listOpenCalls(state);
  if (open.length === 0) return state.request.asks.length > 0;
  return open.every(({ key }) => {
    const sub = state.subAgents.live.get(key);
    return sub !== undefined && isWaitingForUser(sub);
  });
}

/** Returns the model calls in progress, of all agents. */
export function listActiveModelCalls(state: AgentState): readonly ModelCallFrame[] {
  const states = state.subAgents.live.size === 0 ? [state] : [...iterateActiveAgents(state)];
  return states.flatMap(({ request: { modelCalls: effects } }) =>
    Array.from(effects.values()).flatMap((e) => (e.underWay ? [e.call] : [])),
  );
}

/**
 * Returns the questions shown as cards. A message of an agent that has taken over the conversation is shown in the
 * conversation instead.
 */
export const listAskCards = (state: AgentState): readonly AskUserFrame[] =>
  listOpenAsks(state).filter(({ form }) => form !== 'turn');

/** Returns the name of the agent that asks; '' for the main agent. */
export function getAskerName(state: AgentState, { correlationId }: Pick<Frame, 'correlationId'>): string {
  const asker = correlationId === null ? undefined : findAgentState(state, correlationId);
  return asker === undefined ? '' : getAgentName(asker);
}

/** Returns the frames of the main agent (null) or of the agent with that name. */
export const filterFramesByAgent = (frames: readonly Frame[], name: string | null): readonly Frame[] =>
  frames.filter(({ correlationId }) => correlationId === name);

/** Returns whether the frame was written by the agent of this state. */
export const isOwnFrame = (state: AgentState, { correlationId }: Pick<Frame, 'correlationId'>): boolean =>
  correlationId === getCorrelationId(state);

type CalledTool = Pick<CallRecord, 'tool' | 'key'>;

/** Returns the display title of a call: the tool's title, or the agent's name. */
export function getCallTitle({ tool, key }: CalledTool, state: AgentState): string {
  return findCalledAgentName({ tool, key }, state) ?? t.toolTitle(tool);
}

/** Returns the name of the agent that the call is for; null if it is for a tool. */
export function findCalledAgentName({ tool, key }: CalledTool, state: AgentState): string | null {
  const sub = findSubAgent(state, key);
  if (sub?.spec?.sub) return getAgentName(sub);
  const cards: readonly AgentCard[] = state.spec?.agents ?? [];
  const card = cards.find(({ id }) => toToolName(id) === tool);
  return card === undefined ? null : formatAgentName(card.name);
}

/** Returns the name of the agent that a request (by its index in the run) was for; '' for the assistant. */
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

/** Returns the artifacts of the run and of its agents, since an answer may quote what only an agent has read. */
export function collectArtifacts(state: AgentState): RunArtifacts {
  const subs = [...iterateSubAgents(state)];
  if (subs.length === 0) return state.objects;
  const cached = ARTIFACTS_CACHE.get(state);
  if (cached) return cached;
  const all = [state, ...subs].flatMap(({ objects }) => [...objects]);
  ARTIFACTS_CACHE.set(state, all);
  return all;
}
