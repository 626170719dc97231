/** Folds frames into state: pure, never throws for any order of frames; cost per frame is constant. */
import { stringifyCanonical } from '../../base/canonical.ts';
import { Ledger } from '../../base/ledger.ts';
import type {
  AgentControlFrame,
  AskUserFrame,
  Frame,
  ModelCallFrame,
  ModelReplyFrame,
  ModelBinding,
  PlanFrame,
  ToolCallFrame,
  ToolResultFrame,
  UsageFrame,
} from '../frames/frames.ts';
import { applyAnswer } from './apply-answer.ts';
import { clearFailures, archiveTurn, applyFollowUp, resetRetries, applyModelSwitchFrame, endWait } from './resets.ts';
import { applyCompaction, unhideCompaction, unpinAll } from './context-view.ts';
import { addArtifacts } from './artifacts.ts';
import { applyGrades } from '../frames/grade.ts';
import { addToBill, type PricedModel } from '../budget/cost.ts';
import { addReflection } from './memory.ts';
import { findModelBinding } from './model-roles.ts';
import { getNextStatus, shouldWakeCallers } from './run-summary.ts';
import { mergeLabels } from '../frames/labels.ts';
import { createSession, isOver, type AgentState, type PendingModelCall } from './agent-state.ts';
import {
  closeAll,
  mapActiveSubAgents,
  parseCorrelationId,
  findAgentState,
  findSubAgent,
  applySubAgentFrame,
  updateSubAgent,
} from './sub-agents.ts';
import { narrowLimits } from '../frames/narrow-config.ts';
import { trackUsage } from '../budget/tokens.ts';
import { addCall, markObserved, markReflected, updateCall } from './turn-edits.ts';

export function fold(state: AgentState, frame: Frame): AgentState {
  const path = parseCorrelationId(frame.correlationId);
  return path.length === 0
    ? applyFrame(state, frame)
    : foldSubAgentFrame(state, path, frame, findBilledModel(state, frame));
}

function applyFrame(state: AgentState, frame: Frame): AgentState {
  return {
    ...state,
    ...reduceFrame(state, frame),
    status: getNextStatus(state.status, frame),
    worstLabels: mergeLabels(state.worstLabels, frame.labels),
    lastSeq: frame.seq,
    lastId: frame.id,
    updatedAt: frame.at,
  };
}

function foldSubAgentFrame(
  state: AgentState,
  [key = '', ...rest]: readonly string[],
  frame: Frame,
  model: PricedModel | null,
): AgentState {
  const previous = findSubAgent(state, key) ?? createSession();
  const sub = rest.length === 0 ? applyFrame(previous, frame) : foldSubAgentFrame(previous, rest, frame, model);
  const shouldWake = shouldWakeCallers(frame);
  const isCalled = rest.length === 0 && frame.kind === 'agent.invoked';
  return {
    ...state,
    ...applySubAgentFrame(state, sub, frame, model),
    ...(shouldWake ? endWait(state, frame.at) : {}),
    subAgents: updateSubAgent(state.subAgents, key, sub),
    invokedCount: state.invokedCount + (isCalled ? 1 : 0),
    status: shouldWake && !isOver(state.status) ? 'running' : state.status,
    lastSeq: frame.seq,
    updatedAt: frame.at,
  };
}

/** Null if the model is unknown or the frame is no `usage`. */
export function findBilledModel(state: AgentState, frame: Frame): ModelBinding | null {
  if (frame.kind !== 'usage') return null;
  const spec = findAgentState(state, frame.correlationId)?.spec;
  return spec ? findModelBinding(spec.models, frame.model) : null;
}

export function foldAll(frames: readonly Frame[], from: AgentState = createSession()): AgentState {
  return frames.reduce(fold, from);
}

function reduceFrame(state: AgentState, frame: Frame): Partial<AgentState> {
  switch (frame.kind) {
    case 'agent.invoked':
      return { spec: frame.spec, startedAt: frame.at, phase: 'thinking', inputLabels: frame.labels };
    case 'plan':
      return applyPlan(state, frame);
    case 'tool.call':
      return { ...applyToolCall(state, frame), phase: 'executing' };
    case 'tool.result':
      return { ...applyToolResult(state, frame), phase: 'analyzing' };
    case 'observation':
      return { turn: markObserved(state.turn, frame) };
    case 'model.call':
      return { ...applyModelCall(state, frame), ...endWait(state, frame.at) };
    case 'model.reply':
      return applyModelReply(state, frame);
    case 'usage':
      return applyUsage(state, frame);
    case 'reflection':
      return { memory: addReflection(state.memory, frame), turn: markReflected(state.turn, frame) };
    case 'compaction':
      return { view: applyCompaction(state.view, frame) };
    case 'grade':
      return applyGrades(state, frame, { turn: state.past.length, since: state.requestStart });
    case 'ask.user':
      return applyAsk(state, frame);
    case 'wait':
      return { wait: { until: frame.until, since: frame.at, message: frame.message, reason: frame.reason } };
    case 'control':
      return applyControl(state, frame);
    case 'agent.response': {
      const { text, partial, impossible, note, citations } = frame;
      return {
        answer: { text, partial, impossible, note, citations },
        phase: null,
        subAgents: closeAll(state.subAgents),
      };
    }
    case 'error':
      return { error: frame.error, phase: null };
    default:
      return {}; // frames of a newer version are ignored
  }
}

/** Begins a turn and drops the replies and model calls of the last one. */
function applyPlan(state: AgentState, frame: PlanFrame): Partial<AgentState> {
  const { step, by, thought, decision, problem, reply, held } = frame;
  const source = reply === null ? undefined : state.replies.get(reply);
  const [text, promptLabels] = [source?.text ?? '', source?.labels ?? frame.labels];
  return {
    step,
    activeTriggers: held,
    past: state.turn ? state.past.with(state.turn) : state.past,
    turn: { step, by, thought, decision, problem, text, calls: [], question: null, labels: frame.labels, promptLabels },
    pendingReply: null,
    replies: Ledger.empty(),
    modelCalls: new Map(),
    rejectedCount: decision === 'invalid' ? state.rejectedCount + 1 : 0,
    phase: decision === 'invalid' ? 'reflecting' : state.phase,
  };
}

const NEW_CALL = { results: [], observed: false, approved: null, reflected: false } as const;

function applyToolCall(state: AgentState, frame: ToolCallFrame): Partial<AgentState> {
  const { key, ordinal, tool, args, reasoning, seq, id } = frame;
  const isKnown = state.turn?.calls.some((call) => call.key === key) === true;
  const turn = isKnown
    ? updateCall(state.turn, key, { status: 'open', seq, id })
    : addCall(state.turn, { ...NEW_CALL, key, ordinal, tool, args, reasoning, status: 'open', seq, id });
  return { turn };
}

function applyAsk(state: AgentState, frame: AskUserFrame): Partial<AgentState> {
  const asks = [...state.asks, frame];
  const { form, call, key, text } = frame;
  if ((form === 'question' || form === 'turn') && state.turn)
    return { asks, turn: { ...state.turn, question: { text, answer: null } } };
  if (form === 'outcome') return { asks, turn: updateCall(state.turn, key, { status: 'asked' }) };
  if (!call) return { asks };
  const { ordinal, tool, args, reasoning } = call;
  const pendingCall = {
    ...NEW_CALL,
    key,
    ordinal,
    tool,
    args,
    reasoning,
    status: 'asked',
    seq: -1,
    id: frame.id,
  } as const;
  return { asks, turn: addCall(state.turn, pendingCall) };
}

function applyToolResult(state: AgentState, frame: ToolResultFrame): Partial<AgentState> {
  const call = state.turn?.calls.find((candidate) => candidate.key === frame.key);
  const results = [...(call?.results ?? []), frame];
  const artifacts = addArtifacts(state, frame, state.past.length);
  const callStatus = frame.final ? ({ status: 'settled', approved: null } as const) : ({ status: 'open' } as const); // an approval is used once
  const turn = updateCall(state.turn, frame.key, { results, observed: false, ...callStatus });
  if (!frame.final || !call) return { turn, ...artifacts };
  const name = createCallSignature(call.tool, call.args);
  const previous = state.outcomes.get(name);
  const outcome = {
    times: (previous && previous.turn >= state.requestStart ? previous.times : 0) + 1,
    failed: frame.isError,
    code: frame.error?.code ?? '',
    recoverable: frame.recoverable,
    message: frame.message,
    turn: state.past.length,
  };
  return { turn, ...artifacts, outcomes: state.outcomes.with(name, outcome) };
}

export function createCallSignature(tool: string, args: unknown): string {
  return `${tool} ${stringifyCanonical(args)}`;
}

function applyModelCall(state: AgentState, frame: ModelCallFrame): Partial<AgentState> {
  const previous = state.modelCalls.get(frame.key);
  const effect: PendingModelCall = {
    call: frame,
    binding: state.spec && findModelBinding(state.spec.models, frame.model),
    underWay: true,
    tries: frame.attempt,
    failures: previous?.failures ?? 0,
    failure: null,
    partial: previous?.partial ?? '',
  };
  const phases = {
    part: 'analyzing',
    answer: 'synthesizing',
    decide: 'thinking',
    reflect: 'reflecting',
    compact: 'reflecting',
    look: 'analyzing',
    grade: 'analyzing',
    rewrite: 'reflecting',
  } as const;
  return { modelCalls: new Map(state.modelCalls).set(frame.key, effect), phase: phases[frame.purpose] };
}

function applyModelReply(state: AgentState, frame: ModelReplyFrame): Partial<AgentState> {
  const { key, text, calls, finish, failure } = frame;
  const effects = new Map(state.modelCalls);
  const effect = effects.get(key);
  // token counts of pictures are estimates
  const isTextOnly = effect && effect.call.purpose !== 'look';
  const counted = isTextOnly ? { key, input: effect.call.estimate.input } : null;
  if (finish === 'failed' || finish === 'aborted') {
    if (!effect) return {};
    const failures = effect.failures + (finish === 'failed' ? 1 : 0);
    const partial = text.length > effect.partial.length ? text : effect.partial;
    return {
      lastCount: counted,
      modelCalls: effects.set(key, { ...effect, underWay: false, failures, failure, partial }),
    };
  }
  effects.delete(key);
  return {
    modelCalls: effects,
    lastCount: counted,
    replies: state.replies.with(key, {
      text,
      calls,
      finish,
      labels: frame.labels,
      purpose: effect?.call.purpose ?? null,
    }),
    pendingReply: effect && isDecidingCall(effect.call) ? key : state.pendingReply,
    hasRecovered: state.hasRecovered || (effect?.failures ?? 0) > 0,
  };
}

function applyUsage(state: AgentState, frame: UsageFrame): Partial<AgentState> {
  const { usage, bill, spec } = state;
  const model = spec && findModelBinding(spec.models, frame.model);
  return { usage: trackUsage(usage, frame), bill: addToBill(bill, frame, model), drift: computeDrift(state, frame) };
}

function computeDrift({ drift, lastCount: counted }: AgentState, { key, source, input }: UsageFrame): number {
  const estimated = counted?.key === key ? counted.input : 0;
  return source === 'provider' && estimated > 0 ? Math.max(drift, input / estimated) : drift;
}

const isDecidingCall = ({ purpose }: ModelCallFrame): boolean => purpose === 'decide' || purpose === 'answer';

function applyControl(state: AgentState, frame: AgentControlFrame): Partial<AgentState> {
  switch (frame.control) {
    case 'resume':
      return applyResume(state, frame, Math.max(0, frame.at - state.updatedAt));
    case 'retry':
      return {
        error: null,
        wait: null,
        modelCalls: resetRetries(state.modelCalls, () => true),
        rejectedCount: 0,
        // what was learnt of the old model may no longer apply
        windowShare: 1,
        drift: 1,
        lastCount: null,
        view: state.error?.code === 'limit.context' ? unpinAll(state.view) : state.view,
        ...archiveTurn(state),
        // a retry grants new steps and time; tokens stay spent
        stepsBeforeRetry: state.step,
        waitedMs: frame.at - state.startedAt,
        resumedAt: frame.seq, // calls cut by the run's end are as uncertain as interrupted ones
        spec: state.spec ? { ...state.spec, ...frame.config } : null,
        switches: [],
        subAgents: mapActiveSubAgents(state.subAgents, (sub) => retrySubAgent(sub, frame)),
      };
    case 'follow':
      return applyFollowUp(state, frame);
    case 'switch':
      return applyModelSwitchFrame(state, frame);
    case 'cancel':
      return { phase: null, wait: null, asks: [], subAgents: closeAll(state.subAgents) };
    case 'limit':
      return {};
    case 'shorten':
      return { windowShare: frame.share, modelCalls: clearFailures(state.modelCalls), ...endWait(state, frame.at) };
    case 'restore':
      return { view: unhideCompaction(state.view, frame.compaction) };
    case 'answer':
    case 'approve':
    case 'decline':
    case 'outcome':
      return { ...applyAnswer(state, frame), ...endWait(state, frame.at) };
  }
}

function retrySubAgent(sub: AgentState, frame: Extract<AgentControlFrame, { control: 'retry' }>): AgentState {
  const invocation = sub.spec?.sub;
  const config = invocation ? narrowLimits(invocation.agent, frame.config) : frame.config;
  return { ...sub, ...applyControl(sub, { ...frame, config }), status: 'running' };
}

/** `away`: milliseconds without a worker, not working time. An open wait counts its own. */
function applyResume(state: AgentState, frame: Frame, away: number): Partial<AgentState> {
  return {
    resumes: state.resumes + 1,
    resumedAt: frame.seq,
    waitedMs: state.waitedMs + (state.wait ? 0 : away),
    subAgents: mapActiveSubAgents(state.subAgents, (sub) => ({ ...sub, ...applyResume(sub, frame, away) })),
  };
}
