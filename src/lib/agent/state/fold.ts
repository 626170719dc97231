/** Folds frames into state: pure, never throws for any order of frames; cost per frame is constant. */
import { awaitsOpinion, type Frame, type ModelBinding } from '../frames/frames.ts';
import type { AgentControlFrame, AskUserFrame } from '../frames/control-frames.ts';
import type { OpinionFrame } from '../frames/model-frames.ts';
import { clearFailures, applyFollowUp, applyModelSwitchFrame, applyRetry, endWait } from './resets.ts';
import { applyCompaction, unhideCompaction } from './context-view.ts';
import { applyGrades } from '../frames/grade.ts';
import type { PricedModel } from '../budget/cost.ts';
import { addReflection } from './memory.ts';
import { findModelBinding } from './model-roles.ts';
import { getNextStatus, shouldWakeCallers } from './run-summary.ts';
import { mergeLabels } from '../frames/labels.ts';
import { isOver } from './run-status.ts';
import { applyChanges, createSession, type AgentState, type StateChanges, isAnswerTo } from './agent-state.ts';
import {
  closeAll,
  mapActiveSubAgents,
  parseCorrelationId,
  findAgentState,
  findSubAgent,
  applySubAgentFrame,
  updateSubAgent,
} from './sub-agents.ts';
import { applyModelCall, applyModelReply, applyUsage } from './fold-model-calls.ts';
import type { Answer } from './request-state.ts';
import { applyObservation, markReflected, updateCall } from './turn-edits.ts';
import { applyPlan, applyToolCall, applyAsk, applyToolResult } from './fold-tool-calls.ts';
import { formatCallLine } from '../../base/one-line.ts';

export function fold(state: AgentState, frame: Frame): AgentState {
  const path = parseCorrelationId(frame.correlationId);
  const before = frame.slept === undefined ? state : addIdleTime(state, frame.slept);
  return path.length === 0
    ? applyFrame(before, frame)
    : foldSubAgentFrame(before, path, frame, findBilledModel(before, frame));
}

function applyFrame(state: AgentState, frame: Frame): AgentState {
  return {
    ...applyChanges(state, reduceFrame(state, frame)),
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
  const caller = applyChanges(state, applySubAgentFrame(state, sub, frame, model));
  return {
    ...caller,
    request: {
      ...caller.request,
      ...(shouldWake ? endWait(state, frame.at) : {}),
      invokedCount: state.request.invokedCount + (isCalled ? 1 : 0),
    },
    subAgents: updateSubAgent(state.subAgents, key, sub),
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

function reduceFrame(state: AgentState, frame: Frame): StateChanges {
  switch (frame.kind) {
    case 'agent.invoked':
      return { spec: frame.spec, startedAt: frame.at, phase: 'thinking', inputLabels: frame.labels };
    case 'plan':
      return applyPlan(state, frame);
    case 'tool.call':
      return { phase: 'executing', ...applyToolCall(state, frame) };
    case 'tool.result':
      return { phase: 'analyzing', ...applyToolResult(state, frame) };
    case 'observation':
      return applyObservation(state, frame);
    case 'model.call':
      return applyModelCall(state, frame);
    case 'model.reply':
      return applyModelReply(state, frame);
    case 'usage':
      return applyUsage(state, frame);
    case 'reflection':
      return { memory: addReflection(state.memory, frame), turn: markReflected(state.turn, frame) };
    case 'compaction':
      return { view: applyCompaction(state.view, frame) };
    case 'grade':
      return applyGrades(state, frame, { turn: state.past.length, since: state.request.firstTurn });
    case 'ask.user':
      return applyAsk(state, frame);
    case 'wait':
      return {
        request: { wait: { until: frame.until, since: frame.at, message: frame.message, reason: frame.reason } },
      };
    case 'control':
      return applyControl(state, frame);
    case 'agent.response': {
      const { text, partial, impossible, note, citations, links, nearest } = frame;
      const found = { ...(links && { links }), ...(nearest && { nearest }) };
      return {
        request: { answer: { text, partial, impossible, note, citations, ...found } },
        phase: awaitsOpinion(frame) ? 'analyzing' : null,
        subAgents: closeAll(state.subAgents),
      };
    }
    case 'opinion':
      return { request: { answer: addDoubts(state.request.answer, frame) }, phase: null };
    case 'error':
      return { request: { error: frame.error }, phase: null };
    default:
      return {}; // frames of a newer version are ignored
  }
}

/** At each claim that it doubts. */
function addDoubts(answer: Answer | null, { by, doubts }: OpinionFrame): Answer | null {
  if (answer === null || by === null) return answer;
  const citations = answer.citations.map((citation, index) => {
    const doubt = doubts.find((each) => each.citation === index);
    return doubt ? { ...citation, doubts: [{ by, reason: doubt.reason }] } : citation;
  });
  return { ...answer, citations };
}

function applyControl(state: AgentState, frame: AgentControlFrame): StateChanges {
  switch (frame.control) {
    case 'resume':
      return markResumed(addIdleTime(state, Math.max(0, frame.at - state.updatedAt)), frame.seq);
    case 'retry':
      return applyRetry(state, frame);
    case 'follow':
      return applyFollowUp(state, frame);
    case 'switch':
      return applyModelSwitchFrame(state, frame);
    case 'cancel':
      return { phase: null, request: { wait: null, asks: [] }, subAgents: closeAll(state.subAgents) };
    case 'limit':
      return {};
    case 'shorten':
      return {
        request: {
          windowShare: frame.share,
          modelCalls: clearFailures(state.request.modelCalls),
          ...endWait(state, frame.at),
        },
      };
    case 'restore':
      return { view: unhideCompaction(state.view, frame.compaction) };
    case 'rate':
      return { ratings: new Map(state.ratings).set(frame.exchange, frame.rating) };
    case 'answer':
    case 'approve':
    case 'decline':
    case 'outcome': {
      const changes = applyAnswer(state, frame);
      return { ...changes, request: { ...changes.request, ...endWait(state, frame.at) } };
    }
  }
}

function markResumed(state: AgentState, seq: number): AgentState {
  return applyChanges(state, {
    resumes: state.resumes + 1,
    resumedAt: seq,
    subAgents: mapActiveSubAgents(state.subAgents, (sub) => markResumed(sub, seq)),
  });
}

/** Not working time. An open wait counts its own. */
function addIdleTime(state: AgentState, ms: number): AgentState {
  const { waitedMs, wait } = state.request;
  return applyChanges(state, {
    request: { waitedMs: waitedMs + (wait ? 0 : ms) },
    subAgents: mapActiveSubAgents(state.subAgents, (sub) => addIdleTime(sub, ms)),
  });
}

type AnswerControlFrame = Extract<AgentControlFrame, { control: 'answer' | 'approve' | 'decline' | 'outcome' }>;

/** An answer that matches no open question changes nothing. */
function applyAnswer(state: AgentState, frame: AnswerControlFrame): StateChanges {
  const ask = state.request.asks.find((open) => isAnswerTo(open, frame.control, frame));
  if (!ask) return {};
  const asks = state.request.asks.filter((open) => open !== ask);
  if (ask.asked) {
    const answer = { asked: ask.asked, entered: frame.control === 'answer' ? frame.text : null };
    return { request: { asks }, turn: updateCall(state.turn, ask.asked.call, { answer }) };
  }
  const about = ask.call ? formatCallLine(ask.call.tool, ask.call.args) : ask.text;
  const words = state.userReplies.with({ form: ask.form, about, word: formatAnswer(frame) });
  return { userReplies: words, request: { asks }, ...buildAnswerUpdate(state, frame, ask) };
}

function formatAnswer(frame: AnswerControlFrame): string {
  if (frame.control === 'answer') return frame.text;
  if (frame.control === 'outcome') return frame.happened ? 'It happened' : 'It did not happen';
  return frame.control === 'approve' ? 'Agreed to' : 'Declined';
}

function buildAnswerUpdate(
  state: AgentState,
  frame: AnswerControlFrame,
  ask: AskUserFrame,
): Pick<StateChanges, 'turn' | 'spec'> {
  switch (frame.control) {
    case 'answer':
      return {
        turn: state.turn?.question
          ? { ...state.turn, question: { ...state.turn.question, answer: frame.text } }
          : state.turn,
      };
    case 'approve':
      return {
        turn: updateCall(state.turn, frame.ask, { status: 'approved', approved: frame.hash }),
        spec: state.spec && frame.always ? { ...state.spec, grants: [...state.spec.grants, frame.always] } : state.spec,
      };
    case 'decline':
      return { turn: updateCall(state.turn, frame.ask, { status: 'declined' }) };
    case 'outcome':
      return {
        turn: updateCall(state.turn, frame.ask, {
          status: frame.happened ? 'happened' : 'approved',
          approved: ask.call?.hash ?? null,
        }),
      };
  }
}
