/** Resets parts of a run's state; artifacts, replies, costs and frames are kept. */
import { unpinAll } from './context-view.ts';
import type { AgentControlFrame } from '../frames/control-frames.ts';
import { mergeLabels } from '../frames/labels.ts';
import { narrowLimits } from '../frames/narrow-config.ts';
import { retryWith } from '../frames/spec.ts';
import { findHelperRole, applyModelSwitch, findModelBinding } from './model-roles.ts';
import { applyChanges, type AgentState, type StateChanges } from './agent-state.ts';
import { createRequest, UNMEASURED, type PendingModelCall, type RequestState } from './request-state.ts';
import type { Turn } from './turns.ts';
import { closeAll, mapActiveSubAgents } from './sub-agents.ts';

/** Returns the changes when another model replaces a failing one. Counts measured for the old model are reset. */
export function applyModelSwitchFrame(
  state: AgentState,
  frame: Extract<AgentControlFrame, { control: 'switch' }>,
): StateChanges {
  const { spec, request } = state;
  const { from, to, reason } = frame;
  if (!spec) return {};
  const models = applyModelSwitch(spec.models, frame.from, frame.to);
  if (models === spec.models) return {};
  const describeModel = (id: string) => ({ id, label: findModelBinding(spec.models, id)?.label ?? id });
  const role = findHelperRole(spec.models, from) ?? 'main';
  return {
    spec: { ...spec, models },
    request: {
      ...(role === 'main' ? UNMEASURED : {}), // all of it is of the main model
      switches: [...request.switches, { from: describeModel(from), to: describeModel(to), role, reason }],
      modelCalls: resetRetries(request.modelCalls, ({ binding: by }) => by?.id === from),
      hasRecovered: false,
      ...endWait(state, frame.at),
    },
  };
}

/**
 * Returns the changes of a follow-up: the previous request becomes an exchange, and a turn shown to later decisions.
 */
export function applyFollowUp(
  state: AgentState,
  frame: Extract<AgentControlFrame, { control: 'follow' }>,
): StateChanges {
  const { spec, status, request, turn, usage, bill } = state;
  if (!spec) return {};
  const { job, goal, tabId, also, selection, pictures, files = [], sources, agent, action, language } = spec;
  const { byClock: _, ...asked } = spec; // a user asks from here on
  const past = (turn ? state.past.with(turn) : state.past).with(createFollowUpTurn(state, frame));
  return {
    spec: { ...asked, ...frame.config, ...frame.request, private: spec.private },
    exchanges: state.exchanges.with({
      job,
      goal,
      tabId,
      also,
      selection,
      pictures,
      files,
      sources,
      agent,
      action,
      language,
      status,
      answer: request.answer,
    }),
    past,
    turn: null,
    request: createRequest({
      ...grantAllowance(state, frame.at),
      firstTurn: past.length,
      chargedBefore: { tokens: usage.input + usage.output - bill.free, cost: bill.known },
      toldBefore: state.request.toldBefore + state.request.told,
    }),
    view: dropPinsThatOverflowed(state),
    phase: 'thinking',
    subAgents: closeAll(state.subAgents),
  };
}

/** Returns the changes of the user's retry: what was learnt of the model may no longer apply. Tokens stay spent. */
export function applyRetry(state: AgentState, frame: Extract<AgentControlFrame, { control: 'retry' }>): StateChanges {
  return {
    ...archiveTurn(state),
    spec: state.spec ? retryWith(state.spec, frame.config) : null,
    request: {
      ...UNMEASURED,
      ...grantAllowance(state, frame.at),
      error: null,
      wait: null,
      modelCalls: resetRetries(state.request.modelCalls, () => true),
      switches: [],
    },
    view: dropPinsThatOverflowed(state),
    resumedAt: frame.seq, // calls cut by the run's end are as uncertain as interrupted ones
    subAgents: mapActiveSubAgents(state.subAgents, (sub) => retrySubAgent(sub, frame)),
  };
}

/** Retries a sub-agent that was at work, with the config derived from the run's. */
function retrySubAgent(sub: AgentState, frame: Extract<AgentControlFrame, { control: 'retry' }>): AgentState {
  const invocation = sub.spec?.sub;
  const config = invocation ? narrowLimits(invocation.agent, frame.config) : frame.config;
  // one that waited for the user asks again
  return { ...applyChanges(sub, applyRetry(sub, { ...frame, config })), status: 'running' };
}

/** A new allowance of steps and time. */
const grantAllowance = ({ step, startedAt }: AgentState, at: number): Partial<RequestState> => ({
  stepsBeforeRetry: step,
  waitedMs: at - startedAt,
});

/** Removes the user's pins if the run failed because the context was too long. */
const dropPinsThatOverflowed = ({ request, view }: AgentState): AgentState['view'] =>
  request.error?.code === 'limit.context' ? unpinAll(view) : view;

function createFollowUpTurn(
  { request: { answer }, turn }: AgentState,
  { request, labels }: Extract<AgentControlFrame, { control: 'follow' }>,
): Turn {
  const isInTurn = turn?.decision === 'respond' || turn?.decision === 'impossible';
  const text = isInTurn ? '' : (answer?.text ?? '');
  const turnLabels = text === '' || !turn ? labels : mergeLabels(labels, turn.labels);
  return {
    by: 'rule',
    decision: 'follow',
    problem: null,
    text: '',
    calls: [],
    question: { text, answer: request.goal },
    labels: turnLabels,
    promptLabels: turnLabels,
  };
}

function resetRetries(
  effects: RequestState['modelCalls'],
  matches: (effect: PendingModelCall) => boolean,
): RequestState['modelCalls'] {
  return new Map(
    Array.from(effects, ([key, effect]) => [key, matches(effect) ? { ...effect, failures: 0, failure: null } : effect]),
  );
}

export function clearFailures(effects: RequestState['modelCalls']): RequestState['modelCalls'] {
  return new Map(Array.from(effects, ([key, effect]) => [key, { ...effect, failure: null }] as const));
}

export function endWait({ request: { wait, waitedMs } }: AgentState, at: number): Partial<RequestState> {
  return wait ? { wait: null, waitedMs: waitedMs + Math.max(0, at - wait.since) } : {};
}

/** A turn with open calls is left alone. */
function archiveTurn(state: AgentState): Pick<StateChanges, 'past' | 'turn'> {
  const { turn, past } = state;
  if (!turn || turn.calls.some((call) => call.status !== 'settled')) return {};
  return { past: past.with(turn), turn: null };
}
