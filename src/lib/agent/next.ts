/** The policy of a run: what happens next, given its state. Pure: the same frames and the same time give the same effect. */
import type { Trouble } from '../base/errors.ts';
import type { ToolCallFrame } from './frames.ts';
import type { Job } from './job.ts';
import { timeLeft, type LimitName } from './limits.ts';
import type { Command, Model, ModelFailure, RunStatus } from './ports.ts';
import { isOver, type RunState } from './state.ts';
import type { PlannedCall } from './tools.ts';

export type Effect =
  | { readonly type: 'invoke' }
  | { readonly type: 'plan'; readonly call: PlannedCall }
  | { readonly type: 'tool'; readonly call: ToolCallFrame }
  | { readonly type: 'wait'; readonly failure: ModelFailure; readonly until: number }
  | { readonly type: 'answer' }
  | { readonly type: 'respond'; readonly text: string; readonly note: string; readonly partial: boolean }
  | { readonly type: 'limit'; readonly limit: LimitName }
  | { readonly type: 'fail'; readonly trouble: Trouble }
  | { readonly type: 'rest' };

/** Key of the effect whose reply is the answer. */
export const ANSWER_KEY = 'answer';

/** What happens next in a run whose frames fold to `state`, at the time `now`. */
export function next(state: RunState, job: Job, model: Model, now: number): Effect {
  if (!state.spec) return { type: 'invoke' };
  if (isOver(state.status)) return { type: 'rest' };
  if (state.wait && state.wait.until > now) return { type: 'rest' };
  if (state.lastFailure && !state.wait) return afterFailure(state, state.lastFailure, now);
  if (timeLeft(state, now) <= 0) return { type: 'limit', limit: 'time' };
  const reply = state.replies.get(ANSWER_KEY);
  if (reply) return respond(reply.text, reply.truncated);
  if (state.tool) return { type: 'tool', call: state.tool };
  if (state.toolTrouble) return { type: 'fail', trouble: state.toolTrouble };
  const call = plannedCall(state, job, model);
  if (!call) return { type: 'answer' };
  return state.step - state.stepsFrom < state.spec.limits.maxSteps
    ? { type: 'plan', call }
    : { type: 'limit', limit: 'steps' };
}

function respond(text: string, truncated: boolean): Effect {
  const note = truncated ? 'The model reached the longest reply it was allowed, so the end is missing.' : '';
  return { type: 'respond', text, note, partial: truncated };
}

/** The job's opening first, then whatever tool's own condition holds. */
function plannedCall(state: RunState, job: Job, model: Model): PlannedCall | null {
  const opening = job.opening(state);
  if (opening) return opening;
  for (const tool of job.tools) {
    const call = tool.trigger?.(state, model);
    if (call) return call;
  }
  return null;
}

function afterFailure(state: RunState, failure: ModelFailure, now: number): Effect {
  const retries = state.spec?.limits.maxRetries ?? 0;
  if (!failure.retryable || state.attempts > retries) return { type: 'fail', trouble: failure };
  // exponential, without jitter: one client, and a replay of the same frames must decide the same
  const backoff = Math.min(1000 * 2 ** (state.attempts - 1), 30_000);
  return { type: 'wait', failure, until: now + (failure.retryAfterMs ?? backoff) };
}

/** Whether a person's command still means something to a run that stands so. */
export function applies(command: Command, status: RunStatus): boolean {
  return command.type === 'cancel' ? !isOver(status) : status === 'failed';
}
