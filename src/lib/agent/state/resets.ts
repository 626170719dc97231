/** Resets parts of a run's state; artifacts, replies, costs and frames are kept. */
import { Ledger } from '../../base/ledger.ts';
import { unpinAll } from './context-view.ts';
import type { AgentControlFrame } from '../frames/frames.ts';
import { mergeLabels } from '../frames/labels.ts';
import { findHelperRole, applyModelSwitch, findModelBinding } from './model-roles.ts';
import type { AgentState, PendingModelCall, Turn } from './agent-state.ts';
import { closeAll } from './sub-agents.ts';

/** Counts measured for the old model are reset. */
export function applyModelSwitchFrame(
  state: AgentState,
  frame: Extract<AgentControlFrame, { control: 'switch' }>,
): Partial<AgentState> {
  const { spec } = state;
  const { from, to, reason } = frame;
  if (!spec) return {};
  const models = applyModelSwitch(spec.models, frame.from, frame.to);
  if (models === spec.models) return {};
  const describeModel = (id: string) => ({ id, label: findModelBinding(spec.models, id)?.label ?? id });
  const role = findHelperRole(spec.models, from) ?? 'main';
  return {
    spec: { ...spec, models },
    switches: [...state.switches, { from: describeModel(from), to: describeModel(to), role, reason }],
    modelCalls: resetRetries(state.modelCalls, ({ binding: by }) => by?.id === from),
    rejectedCount: 0,
    windowShare: 1,
    // token drift is measured for the main model only
    drift: role === 'main' ? 1 : state.drift,
    lastCount: null,
    hasRecovered: false,
    ...endWait(state, frame.at),
  };
}

/** The previous request becomes an exchange, and a turn shown to later decisions. */
export function applyFollowUp(
  state: AgentState,
  frame: Extract<AgentControlFrame, { control: 'follow' }>,
): Partial<AgentState> {
  const { spec, status, answer, turn, usage, bill } = state;
  if (!spec) return {};
  const { job, goal, tabId, selection, pictures, sources, action, language } = spec;
  const past = (turn ? state.past.with(turn) : state.past).with(createFollowUpTurn(state, frame));
  return {
    ...endWait(state, frame.at),
    spec: { ...spec, ...frame.config, ...frame.request },
    exchanges: state.exchanges.with({
      ...{ job, goal, tabId, selection, pictures, sources, action, language },
      ...{ status, answer },
    }),
    chargedBefore: { tokens: usage.input + usage.output - bill.free, cost: bill.known },
    past,
    turn: null,
    requestStart: past.length,
    answer: null,
    error: null,
    asks: [],
    pendingReply: null,
    replies: Ledger.empty(),
    modelCalls: new Map(),
    rejectedCount: 0,
    activeTriggers: [],
    windowShare: 1,
    drift: 1,
    lastCount: null,
    view: state.error?.code === 'limit.context' ? unpinAll(state.view) : state.view,
    stepsBeforeRetry: state.step,
    waitedMs: frame.at - state.startedAt,
    hasRecovered: false,
    switches: [],
    phase: 'thinking',
    subAgents: closeAll(state.subAgents),
    invokedCount: 0,
  };
}

function createFollowUpTurn(
  { answer, turn, step }: AgentState,
  { request, labels }: Extract<AgentControlFrame, { control: 'follow' }>,
): Turn {
  const isInTurn = turn?.decision === 'respond' || turn?.decision === 'impossible';
  const text = isInTurn ? '' : (answer?.text ?? '');
  const turnLabels = text === '' || !turn ? labels : mergeLabels(labels, turn.labels);
  return {
    step,
    by: 'rule',
    thought: '',
    decision: 'follow',
    problem: null,
    text: '',
    calls: [],
    question: { text, answer: request.goal },
    labels: turnLabels,
    promptLabels: turnLabels,
  };
}

export function resetRetries(
  effects: AgentState['modelCalls'],
  matches: (effect: PendingModelCall) => boolean,
): AgentState['modelCalls'] {
  return new Map(
    Array.from(effects, ([key, effect]) => [key, matches(effect) ? { ...effect, failures: 0, failure: null } : effect]),
  );
}

export function clearFailures(effects: AgentState['modelCalls']): AgentState['modelCalls'] {
  return new Map(Array.from(effects, ([key, effect]) => [key, { ...effect, failure: null }] as const));
}

export function endWait(state: AgentState, at: number): Partial<AgentState> {
  return state.wait ? { wait: null, waitedMs: state.waitedMs + Math.max(0, at - state.wait.since) } : {};
}

/** A turn with open calls is left alone. */
export function archiveTurn(state: AgentState): Partial<AgentState> {
  const { turn, past } = state;
  if (!turn || turn.calls.some((call) => call.status !== 'settled')) return {};
  return { past: past.with(turn), turn: null };
}
