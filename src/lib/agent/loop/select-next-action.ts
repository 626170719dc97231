/** Decides what a run does next. Pure: the same frames and time give the same action. */
import type { ToolResultFrame } from '../frames/frames.ts';
import { SERVER_TOOL_MARK } from '../frames/server-tool.ts';
import type { AgentAction } from './action.ts';
import { findHiddenRange } from '../state/context-view.ts';
import { isModelDeciding, type Job } from './job.ts';
import { interpretReply, listTriggers, type DecisionRules } from './interpret-reply.ts';
import { findReachedLimit, shouldContinue, getStepsLeft, getTimeLeft } from '../state/limits.ts';
import type { Command } from '../storage-ports.ts';
import { findDecisiveFailure, isLastAttempt, recoverFromFailure } from './recover-from-failure.ts';
import { isRepeatable } from '../tool-calls/registry.ts';
import { findCallFailure } from './reflection.ts';
import { iterateActiveAgents, getCorrelationId, findSubAgent } from '../state/sub-agents.ts';
import { isOver } from '../state/run-status.ts';
import { isAnswerTo, type AgentState } from '../state/agent-state.ts';
import { isCallAsking, listOpenCalls, type CallRecord } from '../state/turns.ts';

/** `now`: without sleep that no frame has recorded yet. `wallNow`: with it, for a wait ends by the clock on the wall. */
export function selectNextAction(state: AgentState, rules: DecisionRules, now: number, wallNow = now): AgentAction {
  if (!state.spec) return { type: 'invoke' };
  if (isOver(state.status)) return { type: 'rest' };
  if (state.request.answer !== null) return { type: 'opinion' }; // whatever happened since, the answer stands
  const { wait, windowShare, pendingReply, replies } = state.request;
  if (wait && wait.reason !== 'user' && wait.until > wallNow) return { type: 'rest' };
  if (!wait) {
    const failure = findDecisiveFailure(state);
    if (failure) return recoverFromFailure(state, failure, now);
  } else if (wait.reason !== 'user' && isLastAttempt(state)) return { type: 'shorten', share: windowShare / 2 };
  if (getTimeLeft(state, now) <= 0) return { type: 'limit', limit: 'time' };
  const reply = pendingReply === null ? undefined : replies.get(pendingReply);
  if (reply && pendingReply !== null) return interpretReply(state, reply, pendingReply, rules);
  return continueTurn(state, rules, now) ?? planReflection(state, rules) ?? startTurn(state, rules, now);
}

/** Null when the decision is complete. */
function continueTurn(state: AgentState, rules: DecisionRules, now: number): AgentAction | null {
  const { job } = rules;
  const calls = state.turn?.calls ?? [];
  const open = listOpenCalls(state);
  const interrupted = open.filter(
    (call) =>
      call.seq < state.resumedAt &&
      !canRepeat(call, job) &&
      call.answer === null && // delivering an answer begins no call
      !isCallAsking(state, call.key),
  );
  if (interrupted.length > 0) return { type: 'unknown', calls: interrupted };
  if (open.length > 0) return continueOpenCalls(open, state, now);
  const decidedCall = calls.find(({ status }) => status === 'declined' || status === 'happened');
  if (decidedCall) return { type: 'settle', call: decidedCall };
  const approved = calls.filter((call) => call.status === 'approved');
  if (approved.length > 0) return { type: 'intend', calls: approved };
  if (state.request.asks.length > 0) return waitForUser(state);
  const failed =
    state.turn?.by === 'rule' ? calls.flatMap((call) => call.results).find((result) => result.error) : undefined;
  if (failed?.error && isRuleCallNeeded(failed, state, rules)) return { type: 'fail', error: failed.error };
  const ending = calls.find(({ results }) => results.some((result) => result.end));
  return ending ? createEndAction(ending, state) : null;
}

/** Keeps an agent's partial and impossible flags. */
function createEndAction({ key, results }: CallRecord, state: AgentState): AgentAction {
  const [result] = results.filter(({ end }) => end);
  const text = result ? joinTextBlocks(result) : '';
  const { partial, impossible, note } = findSubAgent(state, key)?.request.answer ?? {
    partial: false,
    impossible: false,
    note: text === '' ? '' : (result?.message ?? ''), // without a text, the message is the answer
  };
  return { type: 'end', text: text || (result?.message ?? ''), partial, impossible, note };
}

const joinTextBlocks = ({ content }: ToolResultFrame): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');

/** If all are waiting agents or wait for an answer, waits for the earliest. */
function continueOpenCalls(open: readonly CallRecord[], state: AgentState, now: number): AgentAction {
  const ready = open.filter(
    ({ key }) => !isAgentWaiting(state.subAgents.live.get(key), now) && !isCallAsking(state, key),
  );
  if (ready.length > 0) return { type: 'tools', calls: ready };
  const waits = open.flatMap(({ key }) => state.subAgents.live.get(key)?.request.wait ?? []);
  const [first] = waits.filter(({ reason }) => reason !== 'user').sort((a, b) => a.until - b.until);
  if (!first) return waitForUser(state, waits[0]?.message);
  const { reason, message, until } = first;
  return { type: 'wait', reason, message, until };
}

function isAgentWaiting(sub: AgentState | undefined, now: number): boolean {
  const wait = sub?.request.wait;
  if (!wait) return false;
  return wait.reason === 'user' ? sub.status === 'asking' : wait.until > now;
}

function isRuleCallNeeded(
  { recoverable, tool }: ToolResultFrame,
  state: AgentState,
  { job, model }: DecisionRules,
): boolean {
  return !recoverable || !isModelDeciding(job, model) || job.findOpeningCall(state, model)?.tool === tool;
}

function canRepeat(call: CallRecord, job: Job): boolean {
  const tool = job.registry.tools.get(call.tool);
  // if a tool of ours is gone, executing the call reports that; one of a server may have been left out of a smaller window
  return tool === undefined ? !call.tool.includes(SERVER_TOOL_MARK) : isRepeatable(tool);
}

function waitForUser(state: AgentState, text?: string): AgentAction {
  if (state.status === 'asking') return { type: 'rest' };
  const isQuestion = ['question', 'turn', 'form'].includes(state.request.asks[0]?.form ?? '');
  const message = text ?? (isQuestion ? 'Waiting for your answer.' : 'Waiting for your word.');
  return { type: 'wait', reason: 'user', message, until: 0 };
}

function planReflection(state: AgentState, { job, model }: DecisionRules): AgentAction | null {
  if (job.canReflect === false || state.turn?.by !== 'model' || !isModelDeciding(job, model)) return null;
  if (getStepsLeft(state) <= 1) return null; // no step is left to do better
  const failed = state.turn.calls.filter((call) => !call.reflected && findCallFailure(call));
  const [first] = failed;
  if (!first) return null;
  const failedAlike = (call: CallRecord): boolean =>
    call.tool === first.tool && findCallFailure(call)?.code === findCallFailure(first)?.code;
  return { type: 'reflect', calls: failed.filter(failedAlike) };
}

/** Opening call first, then triggers, then the model. */
function startTurn(state: AgentState, { job, model }: DecisionRules, now: number): AgentAction {
  if (!shouldContinue(state, now)) return { type: 'limit', limit: findReachedLimit(state, now) ?? 'steps' };
  const triggered = listTriggers(state, job, model);
  const activeTriggers = triggered.map(([name]) => name);
  const opening = job.findOpeningCall(state, model);
  const newlyTriggered = triggered.find(([name]) => !state.request.activeTriggers.includes(name))?.[1];
  const call = opening ?? newlyTriggered;
  if (call)
    return {
      type: 'rule',
      call,
      held: opening ? state.request.activeTriggers.filter((name) => activeTriggers.includes(name)) : activeTriggers,
    };
  return isModelDeciding(job, model) ? { type: 'decide', last: getStepsLeft(state) <= 1 } : { type: 'answer' };
}

/** Null if the command no longer applies. */
export function findAddressee(command: Command, state: AgentState): AgentState | null {
  for (const agent of iterateActiveAgents(state)) if (isCommandFor(command, agent)) return agent;
  return null;
}

export const canApplyCommand = (command: Command, state: AgentState): boolean => findAddressee(command, state) !== null;

function isCommandFor(command: Command, state: AgentState): boolean {
  const { status, view } = state;
  const { asks } = state.request;
  if (command.type === 'take-back') return getCorrelationId(state) === command.of && !isOver(status);
  if (getCorrelationId(state) !== null && !isReplyCommand(command)) return false; // only the run itself takes this command
  if (command.type === 'cancel') return !isOver(status);
  if (command.type === 'retry') return status === 'failed';
  if (command.type === 'follow') return isOver(status);
  if (command.type === 'rate') return isOver(status) && command.exchange <= state.exchanges.length;
  if (command.type === 'restore')
    return (status === 'failed' || !isOver(status)) && findHiddenRange(view, command.compaction) !== null;
  if (isOver(status)) return false;
  return isReplyCommand(command) && asks.some((ask) => isAnswerTo(ask, command.type, command));
}

function isReplyCommand(command: Command): command is Extract<Command, { readonly ask: string }> {
  return 'ask' in command;
}
