/** Folds the frames of decisions and tool calls. */
import { stringifyCanonical } from '../../base/json.ts';
import type { PlanFrame, ToolCallFrame, ToolResultFrame } from '../frames/frames.ts';
import type { AskUserFrame } from '../frames/control-frames.ts';
import { addArtifacts } from './artifacts.ts';
import type { AgentState, StateChanges } from './agent-state.ts';
import { createTurnCalls } from './request-state.ts';
import { addCall, updateCall } from './turn-edits.ts';

/** Begins a turn and drops the replies and model calls of the last one. */
export function applyPlan(state: AgentState, frame: PlanFrame): StateChanges {
  const { step, by, decision, problem, reply, held } = frame;
  const source = reply === null ? undefined : state.request.replies.get(reply);
  const [text, promptLabels] = [source?.text ?? '', source?.labels ?? frame.labels];
  return {
    step,
    past: state.turn ? state.past.with(state.turn) : state.past,
    turn: { by, decision, problem, text, calls: [], question: null, labels: frame.labels, promptLabels },
    request: {
      ...createTurnCalls(),
      activeTriggers: held,
      rejectedCount: decision === 'invalid' ? state.request.rejectedCount + 1 : 0,
    },
    phase: decision === 'invalid' ? 'reflecting' : state.phase,
  };
}

const NEW_CALL = { results: [], observed: false, approved: null, reflected: false, answer: null } as const;

export function applyToolCall(state: AgentState, frame: ToolCallFrame): StateChanges {
  const { key, ordinal, tool, args, reasoning, seq, id } = frame;
  const isKnown = state.turn?.calls.some((call) => call.key === key) === true;
  const turn = isKnown
    ? updateCall(state.turn, key, { status: 'open', seq, id, answer: null })
    : addCall(state.turn, { ...NEW_CALL, key, ordinal, tool, args, reasoning, status: 'open', seq, id });
  return { turn };
}

export function applyAsk(state: AgentState, frame: AskUserFrame): StateChanges {
  const request = { asks: [...state.request.asks, frame] };
  const { form, call, key, text } = frame;
  if ((form === 'question' || form === 'turn') && state.turn)
    return { request, turn: { ...state.turn, question: { text, answer: null } } };
  if (form === 'outcome') return { request, turn: updateCall(state.turn, key, { status: 'asked' }) };
  if (!call) return { request };
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
  return { request, turn: addCall(state.turn, pendingCall) };
}

export function applyToolResult(state: AgentState, frame: ToolResultFrame): StateChanges {
  const call = state.turn?.calls.find((candidate) => candidate.key === frame.key);
  const results = [...(call?.results ?? []), frame];
  const artifacts = addArtifacts(state, frame, state.past.length);
  const callStatus = frame.final ? ({ status: 'settled', approved: null } as const) : ({ status: 'open' } as const); // an approval is used once
  const turn = updateCall(state.turn, frame.key, { results, observed: false, ...callStatus });
  const request = { told: state.request.told + (frame.told ?? 0) };
  if (!frame.final || !call) return { turn, request, ...artifacts };
  const outcome = {
    times: (findOutcome(state, call.tool, call.args)?.times ?? 0) + 1,
    failed: frame.isError,
    code: frame.error?.code ?? '',
    recoverable: frame.recoverable,
    message: frame.message,
    turn: state.past.length,
  };
  return {
    turn,
    request,
    ...artifacts,
    outcomes: state.outcomes.with(createCallSignature(call.tool, call.args), outcome),
  };
}

/** Returns the outcome of the same call in this request. An earlier request's does not count: sources may differ. */
export function findOutcome({ outcomes, request }: AgentState, tool: string, args: unknown) {
  const outcome = outcomes.get(createCallSignature(tool, args));
  return outcome && outcome.turn >= request.firstTurn ? outcome : undefined;
}

export function createCallSignature(tool: string, args: unknown): string {
  return `${tool} ${stringifyCanonical(args)}`;
}
