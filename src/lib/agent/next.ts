/** The policy of a run: what happens next, given its state. Pure: the same frames and the same time give the same effect. */
import type { Trouble } from '../base/errors.ts';
import { isGoalAchieved, type Decision } from './decision.ts';
import { modelDecides, type Job } from './job.ts';
import { limitReached, shouldContinue, stepsLeft, timeLeft, type LimitName } from './limits.ts';
import { parseDecision, parseToolCall } from './parse.ts';
import { signature } from './fold.ts';
import { decide, type Verdict } from './policy.ts';
import type { Command, Model, ModelFailure, Validator } from './ports.ts';
import { isOver, openCalls, type AgentState, type CallRecord, type SettledReply } from './session.ts';
import { getToolSchemas, isRepeatable, notNow, objection, validateToolCall } from './registry.ts';
import type { PlannedCall } from './tool.ts';

export type CallDecision = Extract<Decision, { type: 'call' }>;

export type Effect =
  | { readonly type: 'invoke' }
  /** Decided by a rule: an opening move, or a trigger. */
  | { readonly type: 'rule'; readonly call: PlannedCall; readonly held: readonly string[] }
  /** Decided by the model. `verdicts`: of each call, in order. */
  | {
      readonly type: 'calls';
      readonly decision: CallDecision;
      readonly verdicts: readonly Verdict[];
      readonly reply: string;
      readonly held: readonly string[];
    }
  | {
      readonly type: 'question' | 'impossible' | 'invalid';
      readonly decision: Decision;
      readonly reply: string;
      readonly held: readonly string[];
    }
  | {
      readonly type: 'respond';
      readonly text: string;
      readonly note: string;
      readonly partial: boolean;
      readonly reply: string | null;
    }
  /** Calls that a person has agreed to get their intent. */
  | { readonly type: 'intend'; readonly calls: readonly CallRecord[] }
  /** A call that will not run gets its result from what the person said. */
  | { readonly type: 'settle'; readonly call: CallRecord }
  /** Calls cut by an interruption that must not run twice: only a person knows what became of them. */
  | { readonly type: 'unknown'; readonly calls: readonly CallRecord[] }
  | { readonly type: 'tools'; readonly calls: readonly CallRecord[] }
  | {
      readonly type: 'wait';
      readonly reason: 'rate-limit' | 'backoff' | 'person';
      readonly message: string;
      readonly until: number;
    }
  /** `last`: no further step is left, so no tool is offered. */
  | { readonly type: 'decide'; readonly last: boolean }
  | { readonly type: 'answer' }
  | { readonly type: 'shorten'; readonly share: number }
  | { readonly type: 'limit'; readonly limit: LimitName }
  | { readonly type: 'fail'; readonly trouble: Trouble }
  | { readonly type: 'rest' };

/** What decides beside the state; none of it changes while a run lives. */
export interface Rules {
  readonly job: Job;
  readonly model: Model;
  readonly validator: Validator;
}

/** What happens next in a run whose frames fold to `state`, at the time `now`. */
export function next(state: AgentState, rules: Rules, now: number): Effect {
  if (!state.spec) return { type: 'invoke' };
  if (isOver(state.status)) return { type: 'rest' };
  if (state.wait && state.wait.reason !== 'person' && state.wait.until > now) return { type: 'rest' };
  if (!state.wait) {
    const failure = failureOf(state);
    if (failure) return afterFailure(state, failure, now);
  }
  if (timeLeft(state, now) <= 0) return { type: 'limit', limit: 'time' };
  const reply = state.pending === null ? undefined : state.replies.get(state.pending);
  if (reply && state.pending !== null) return afterReply(state, reply, state.pending, rules);
  return ofTurn(state, rules) ?? newTurn(state, rules, now);
}

/** What is left to do of the decision at hand; null when it is done with. */
function ofTurn(state: AgentState, { job }: Rules): Effect | null {
  const calls = state.turn?.calls ?? [];
  const open = openCalls(state);
  const cut = open.filter((call) => call.seq < state.resumedAt && !mayRepeat(call, job));
  if (cut.length > 0) return { type: 'unknown', calls: cut };
  if (open.length > 0) return { type: 'tools', calls: open };
  const told = calls.find(({ status }) => status === 'declined' || status === 'happened' || status === 'unhappened');
  if (told) return { type: 'settle', call: told };
  const approved = calls.filter((call) => call.status === 'approved');
  if (approved.length > 0) return { type: 'intend', calls: approved };
  if (state.asks.length > 0) return waitForPerson(state);
  const failed =
    state.turn?.by === 'rule' ? calls.flatMap((call) => call.results).find((result) => result.trouble) : undefined;
  if (failed?.trouble) return { type: 'fail', trouble: failed.trouble };
  const ending = calls.flatMap((call) => call.results).find((result) => result.end);
  return ending ? { type: 'respond', text: ending.message, note: '', partial: false, reply: null } : null;
}

function mayRepeat(call: CallRecord, job: Job): boolean {
  const tool = job.registry.tools.get(call.tool);
  return tool === undefined || isRepeatable(tool); // of a tool that is gone, running it says so
}

function waitForPerson(state: AgentState): Effect {
  if (state.status === 'asking') return { type: 'rest' };
  const message = state.asks[0]?.form === 'question' ? 'Waiting for your answer.' : 'Waiting for your word.';
  return { type: 'wait', reason: 'person', message, until: 0 };
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

/** Tools whose own condition holds now, with the call each would make. */
function triggersOf(state: AgentState, job: Job, model: Model): readonly (readonly [string, PlannedCall])[] {
  return Array.from(job.registry.tools.values()).flatMap((tool) => {
    const call = tool.trigger?.(state, model);
    return call ? [[tool.definition.name, call] as const] : [];
  });
}

/** A reply that decides is read, and what it decides is looked at by every rule before anything acts on it. */
function afterReply(state: AgentState, reply: SettledReply, key: string, { job, model, validator }: Rules): Effect {
  const offered = modelDecides(job, model) && stepsLeft(state) > 1 ? getToolSchemas(job.registry, state) : [];
  const decision =
    offered.length === 0 && !modelDecides(job, model)
      ? plainAnswer(reply)
      : parseDecision(reply, offered, (name, args) =>
          validateToolCall(job.registry, { name, parameters: args as never }, validator),
        );
  const held = triggersOf(state, job, model)
    .map(([name]) => name)
    .filter((name) => state.held.includes(name));
  const invalid = (problem: string, suggestion: string): Effect => ({
    type: 'invalid',
    decision: { type: 'invalid', problem, suggestion },
    reply: key,
    held,
  });
  if (isGoalAchieved(decision)) return respond(decision.text, reply.finish === 'length', key);
  switch (decision.type) {
    case 'invalid': {
      const called = offered.length === 0 ? [] : namesIn(reply);
      const barred = called.map((name) => notNow(job.registry, name, state)).find((why) => why !== null);
      return barred === undefined ? { type: 'invalid', decision, reply: key, held } : invalid(barred, INSTEAD);
    }
    case 'impossible':
      return { type: decision.type, decision, reply: key, held };
    case 'ask':
      return { type: 'question', decision, reply: key, held };
    case 'call': {
      if (new Set(decision.calls.map((call) => signature(call.name, call.parameters))).size < decision.calls.length) {
        return invalid('The same call stands twice in one reply.', 'Make each call once.');
      }
      for (const call of decision.calls) {
        const said = objection(job.registry, call, state);
        if (said !== null) return invalid(said, INSTEAD);
      }
      const verdicts = decision.calls.map(({ name }) => verdictOn(name, reply, job));
      const denied = decision.calls[verdicts.indexOf('deny')];
      if (denied) return invalid(`${denied.name} may not be used here.`, 'Answer without it.');
      return { type: 'calls', decision, verdicts, reply: key, held };
    }
  }
}

const INSTEAD = 'Do something else, or answer with what there is.';

/** Tools that a reply means to call, as far as it can be read. */
function namesIn({ calls, text }: SettledReply): readonly string[] {
  return calls.length > 0 ? calls.map(({ name }) => name) : [parseToolCall(text)?.name ?? ''];
}

/** Where code decides, the reply is the answer, whatever it looks like. */
function plainAnswer(reply: SettledReply): Decision {
  return { type: 'respond', observation: '', thought: '', text: reply.text };
}

export function verdictOn(tool: string, { labels }: Pick<SettledReply, 'labels'>, job: Job): Verdict {
  return decide({ annotations: job.registry.tools.get(tool)?.definition.annotations ?? null, labels });
}

function respond(text: string, truncated: boolean, reply: string | null): Effect {
  const note = truncated ? 'The model reached the longest reply it was allowed, so the end is missing.' : '';
  return { type: 'respond', text, note, partial: truncated, reply };
}

/** The failure that decides: one that time cannot heal before one that it can, else the longest wait. */
function failureOf(state: AgentState): { readonly failure: ModelFailure; readonly failures: number } | null {
  const failed = Array.from(state.effects.values()).flatMap(({ failure, failures, underWay }) =>
    failure && !underWay ? [{ failure, failures }] : [],
  );
  const hopeless = failed.find(({ failure }) => !failure.retryable);
  const slowest = failed.sort((a, b) => (b.failure.retryAfterMs ?? 0) - (a.failure.retryAfterMs ?? 0))[0];
  return hopeless ?? slowest ?? null;
}

/** Smallest share of a window that is still worth trying. */
const LEAST_SHARE = 0.2;

function afterFailure(
  state: AgentState,
  { failure, failures }: { failure: ModelFailure; failures: number },
  now: number,
): Effect {
  const retries = state.spec?.limits.maxRetries ?? 0;
  if (failure.code === 'model.too-large' && state.share / 2 >= LEAST_SHARE)
    return { type: 'shorten', share: state.share / 2 };
  if (!failure.retryable || failures > retries) return { type: 'fail', trouble: failure };
  // exponential, without jitter: one client, and a replay of the same frames must decide the same
  const backoff = Math.min(1000 * 2 ** (failures - 1), 30_000);
  const reason = failure.code === 'model.rate-limited' ? 'rate-limit' : 'backoff';
  return { type: 'wait', reason, message: failure.message, until: now + (failure.retryAfterMs ?? backoff) };
}

/** Whether a person's command still means something to a run in this state. */
export function applies(command: Command, { status, asks }: Pick<AgentState, 'status' | 'asks'>): boolean {
  if (command.type === 'cancel') return !isOver(status);
  if (command.type === 'retry') return status === 'failed';
  if (isOver(status)) return false;
  const asked = asks.find((ask) => ask.key === command.ask);
  if (!asked) return false;
  const form = { answer: 'question', approve: 'approval', decline: 'approval', outcome: 'outcome' }[command.type];
  return asked.form === form && (command.type !== 'approve' || asked.call?.hash === command.hash);
}
