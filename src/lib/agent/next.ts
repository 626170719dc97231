/** The policy of a run: what happens next, given its state. Pure: the same frames and the same time give the same effect. */
import { backoff } from './backoff.ts';
import type { ToolResultFrame } from './frames.ts';
import type { Effect } from './effect.ts';
import { droppedBy } from './context-view.ts';
import { modelDecides, type Job } from './job.ts';
import { DEADLINE } from './model-effect.ts';
import { judge, triggersOf, type Rules } from './judge.ts';
import { limitReached, shouldContinue, stepsLeft, timeLeft } from './limits.ts';
import type { Command, ModelFailure } from './ports.ts';
import { isCovered, standIn } from './roles.ts';
import { isRepeatable } from './registry.ts';
import { failureOf as toolFailure } from './reflection.ts';
import { atWork, nameOf, subOf } from './subs.ts';
import {
  answers,
  isAside,
  isGivenUp,
  isOver,
  openCalls,
  PATIENCE_MS,
  specOf,
  type AgentState,
  type CallRecord,
  type OpenEffect,
} from './session.ts';

/** What happens next in a run whose frames fold to `state`, at the time `now`. */
export function next(state: AgentState, rules: Rules, now: number): Effect {
  if (!state.spec) return { type: 'invoke' };
  if (isOver(state.status)) return { type: 'rest' };
  if (state.wait && state.wait.reason !== 'person' && state.wait.until > now) return { type: 'rest' };
  if (!state.wait) {
    const failure = failureOf(state);
    if (failure) return afterFailure(state, failure, now);
  } else if (state.wait.reason !== 'person' && isLastTry(state)) return { type: 'shorten', share: state.share / 2 };
  if (timeLeft(state, now) <= 0) return { type: 'limit', limit: 'time' };
  const reply = state.pending === null ? undefined : state.replies.get(state.pending);
  if (reply && state.pending !== null) return judge(state, reply, state.pending, rules);
  return ofTurn(state, rules, now) ?? toReflect(state, rules) ?? newTurn(state, rules, now);
}

/** What is left to do of the decision at hand; null when it is done with. */
function ofTurn(state: AgentState, rules: Rules, now: number): Effect | null {
  const { job } = rules;
  const calls = state.turn?.calls ?? [];
  const open = openCalls(state);
  const cut = open.filter((call) => call.seq < state.resumedAt && !mayRepeat(call, job));
  if (cut.length > 0) return { type: 'unknown', calls: cut };
  if (open.length > 0) return ofOpen(open, state, now);
  const told = calls.find(({ status }) => status === 'declined' || status === 'happened');
  if (told) return { type: 'settle', call: told };
  const approved = calls.filter((call) => call.status === 'approved');
  if (approved.length > 0) return { type: 'intend', calls: approved };
  if (state.asks.length > 0) return waitForPerson(state);
  const failed =
    state.turn?.by === 'rule' ? calls.flatMap((call) => call.results).find((result) => result.trouble) : undefined;
  if (failed?.trouble && isNeeded(failed, state, rules)) return { type: 'fail', trouble: failed.trouble };
  const ending = calls.find(({ results }) => results.some((result) => result.end));
  return ending ? endOf(ending, state) : null;
}

/** A result that is the answer; where an agent gave it, it is as whole as that one said. */
function endOf({ key, results }: CallRecord, state: AgentState): Effect {
  const [result] = results.filter(({ end }) => end);
  const { partial, impossible, note } = subOf(state, key)?.answer ?? { partial: false, impossible: false, note: '' };
  return { type: 'end', text: result ? textIn(result) || result.message : '', partial, impossible, note };
}

const textIn = ({ content }: ToolResultFrame): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');

/** What can go on goes on; where all that is under way are agents that wait, the run waits for the first of them. */
function ofOpen(open: readonly CallRecord[], state: AgentState, now: number): Effect {
  const ready = open.filter(({ key }) => !rests(state.subs.live.get(key), now));
  if (ready.length > 0) return { type: 'tools', calls: ready };
  const waits = open.flatMap(({ key }) => state.subs.live.get(key)?.wait ?? []);
  const [first] = waits.filter(({ reason }) => reason !== 'person').sort((a, b) => a.until - b.until);
  if (!first) return waitForPerson(state, waits[0]?.message);
  const { reason, message, until } = first;
  return { type: 'wait', reason, message, until };
}

/** Whether an agent waits for a moment, or for a person. */
function rests(sub: AgentState | undefined, now: number): boolean {
  if (!sub?.wait) return false;
  return sub.wait.reason === 'person' ? sub.status === 'asking' : sub.wait.until > now;
}

/** Whether the run cannot go on without what a rule's call was for: nobody else decides, or the job insists on it. */
function isNeeded({ recoverable, tool }: ToolResultFrame, state: AgentState, { job, model }: Rules): boolean {
  return !recoverable || !modelDecides(job, model) || job.opening(state, model)?.tool === tool;
}

function mayRepeat(call: CallRecord, job: Job): boolean {
  const tool = job.registry.tools.get(call.tool);
  return tool === undefined || isRepeatable(tool); // of a tool that is gone, running it says so
}

function waitForPerson(state: AgentState, said?: string): Effect {
  if (state.status === 'asking') return { type: 'rest' };
  const spoken = state.asks[0]?.form === 'question' || state.asks[0]?.form === 'turn';
  const message = said ?? (spoken ? 'Waiting for your answer.' : 'Waiting for your word.');
  return { type: 'wait', reason: 'person', message, until: 0 };
}

/** Calls that failed and can still be made good: those that failed in the first one's way. */
function toReflect(state: AgentState, { job, model }: Rules): Effect | null {
  if (job.reflects === false || state.turn?.by !== 'model' || !modelDecides(job, model)) return null;
  if (stepsLeft(state) <= 1) return null; // nothing could be done better
  const failed = state.turn.calls.filter((call) => !call.reflected && toolFailure(call));
  const [first] = failed;
  if (!first) return null;
  const alike = (call: CallRecord): boolean =>
    call.tool === first.tool && toolFailure(call)?.code === toolFailure(first)?.code;
  return { type: 'reflect', calls: failed.filter(alike) };
}

/** The job's opening first, then whatever tool's own condition has come to hold, then the model. */
function newTurn(state: AgentState, { job, model }: Rules, now: number): Effect {
  if (!shouldContinue(state, now)) return { type: 'limit', limit: limitReached(state, now) ?? 'steps' };
  const triggered = triggersOf(state, job, model);
  const held = triggered.map(([name]) => name);
  const opening = job.opening(state, model);
  const risen = triggered.find(([name]) => !state.held.includes(name))?.[1];
  const call = opening ?? risen;
  if (call) return { type: 'rule', call, held: opening ? state.held.filter((name) => held.includes(name)) : held };
  return modelDecides(job, model) ? { type: 'decide', last: stepsLeft(state) <= 1 } : { type: 'answer' };
}

type Failed = OpenEffect & { readonly failure: ModelFailure };

const hasFailed = (effect: OpenEffect): effect is Failed => effect.failure !== null && !effect.underWay;

/** The failure that decides: one that further attempts cannot heal before one that they can, else the longest wait. */
function failureOf(state: AgentState): Failed | null {
  const spec = specOf(state);
  const failed = Array.from(state.effects.values())
    .filter(hasFailed)
    .filter((effect) => {
      // code does without these: no run ends for want of one, as long as nobody else could do them
      if (!isAside(effect.call) || !isGivenUp(effect, spec)) return true;
      if (effect.failure.code === DEADLINE) return false; // nobody is any quicker now
      return isCovered(effect.call.purpose, spec.models, calledIn(effect, state));
    });
  const hopeless = failed.find((effect) => isGivenUp(effect, spec));
  const slowest = failed.sort((a, b) => (b.failure.retryAfterMs ?? 0) - (a.failure.retryAfterMs ?? 0))[0];
  return hopeless ?? slowest ?? null;
}

/** Id of the model that an effect was asked of. */
const calledIn = ({ by, call }: OpenEffect, state: AgentState): string =>
  by?.id ?? (call.model || specOf(state).models.main.id);

/** Failures that a shorter prompt may not meet: of servers that are too slow, or too small, for a long one. */
const OF_LENGTH: ReadonlySet<string> = new Set([
  'model.server',
  'model.cut',
  'model.timeout-first-chunk',
  'model.timeout-total',
]);

/** Whether the next attempt at a decision is the last there is, and may go better with less to read (R6.5). */
function isLastTry(state: AgentState): boolean {
  if (state.share < 1) return false;
  const { maxRetries } = specOf(state).limits;
  return Array.from(state.effects.values()).some(
    ({ call, failure, failures }) =>
      call.purpose === 'decide' && failure !== null && OF_LENGTH.has(failure.code) && failures >= maxRetries,
  );
}

/** Smallest share of a window that is still worth trying. */
const LEAST_SHARE = 0.2;

function afterFailure(state: AgentState, effect: Failed, now: number): Effect {
  const { call, failure, failures } = effect;
  const spec = specOf(state);
  if (failure.code === 'model.too-large' && !isAside(call) && state.share / 2 >= LEAST_SHARE)
    return { type: 'shorten', share: state.share / 2 };
  const { retryAfterMs = 0 } = failure;
  const hopeless = isGivenUp(effect, spec);
  if (hopeless || retryAfterMs > PATIENCE_MS) {
    const from = calledIn(effect, state);
    const to = standIn(from, spec.models, state.switches);
    if (to) return { type: 'switch', from, to: to.id, reason: failure.message };
    if (hopeless) return { type: 'fail', trouble: failure };
  }
  // an attempt that asks otherwise finds no server that is any busier for it
  const wait =
    failure.code === 'model.dialect' ? 0 : backoff({ runId: spec.runId, key: call.key, failures, retryAfterMs });
  const reason = failure.code === 'model.rate-limited' ? 'rate-limit' : 'backoff';
  return { type: 'wait', reason, message: failure.message, until: now + wait };
}

/** Whom a person's command means something to: the run as it stands, or an agent at work in it. Null for nobody any more. */
export function addressee(command: Command, state: AgentState): AgentState | null {
  for (const each of atWork(state)) if (concerns(command, each)) return each;
  return null;
}

/** Whether a person's command still means something to a run in this state. */
export const applies = (command: Command, state: AgentState): boolean => addressee(command, state) !== null;

function concerns(command: Command, state: AgentState): boolean {
  const { status, asks, view } = state;
  if (command.type === 'take-back') return nameOf(state) === command.of && !isOver(status);
  if (nameOf(state) !== null && !isWord(command)) return false; // it is the run's
  if (command.type === 'cancel') return !isOver(status);
  if (command.type === 'retry') return status === 'failed';
  if (command.type === 'follow') return isOver(status);
  if (command.type === 'restore')
    return (status === 'failed' || !isOver(status)) && droppedBy(view, command.compaction) !== null;
  if (isOver(status)) return false;
  return isWord(command) && asks.some((ask) => answers(ask, command.type, command));
}

/** Said to something that was asked. */
function isWord(command: Command): command is Extract<Command, { readonly ask: string }> {
  return 'ask' in command;
}
