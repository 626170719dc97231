/** Whether and when a failed model call is made again: after a wait, shorter, by another model, or not at all (R6.5). */
import type { AgentAction } from './action.ts';
import { DEADLINE_CODE } from '../model-calls/read-stream.ts';
import type { ModelFailure } from '../ports.ts';
import { findFallback, isCoveredByMain } from '../state/model-roles.ts';
import { getSpec, type AgentState } from '../state/agent-state.ts';
import { isGivenUp, isOptional, MAX_RETRY_AFTER_MS, type PendingModelCall } from '../state/request-state.ts';

type FailedModelCall = PendingModelCall & { readonly failure: ModelFailure };

const isFailedModelCall = (effect: PendingModelCall): effect is FailedModelCall =>
  effect.failure !== null && !effect.underWay;

/** An unrecoverable one first, else the longest retry delay. */
export function findDecisiveFailure(state: AgentState): FailedModelCall | null {
  const spec = getSpec(state);
  const failed = Array.from(state.request.modelCalls.values())
    .filter(isFailedModelCall)
    .filter((effect) => {
      // an optional call fails the run only if another model could make it
      if (!isOptional(effect.call) || !isGivenUp(effect, spec)) return true;
      if (effect.failure.code === DEADLINE_CODE) return false; // no other model is faster
      return isCoveredByMain(effect.call.purpose, spec.models, getCalledModelId(effect));
    });
  const unrecoverable = failed.find((effect) => isGivenUp(effect, spec));
  const slowest = failed.sort((a, b) => (b.failure.retryAfterMs ?? 0) - (a.failure.retryAfterMs ?? 0))[0];
  return unrecoverable ?? slowest ?? null;
}

const getCalledModelId = ({ binding, call }: PendingModelCall): string => binding?.id ?? call.model;

const LENGTH_FAILURE_CODES: ReadonlySet<string> = new Set([
  'model.server',
  'model.cut',
  'model.timeout-first-chunk',
  'model.timeout-total',
]);

/** And a shorter prompt may help (R6.5). */
export function isLastAttempt(state: AgentState): boolean {
  if (state.request.windowShare < 1) return false;
  const { maxRetries } = getSpec(state).limits;
  return Array.from(state.request.modelCalls.values()).some(
    ({ call, failure, failures }) =>
      call.purpose === 'decide' && failure !== null && LENGTH_FAILURE_CODES.has(failure.code) && failures >= maxRetries,
  );
}

const MIN_WINDOW_SHARE = 0.2;

export function recoverFromFailure(state: AgentState, effect: FailedModelCall, now: number): AgentAction {
  const { call, failure, failures } = effect;
  const spec = getSpec(state);
  if (failure.code === 'model.too-large' && !isOptional(call) && state.request.windowShare / 2 >= MIN_WINDOW_SHARE)
    return { type: 'shorten', share: state.request.windowShare / 2 };
  const { retryAfterMs = 0 } = failure;
  const unrecoverable = isGivenUp(effect, spec);
  if (unrecoverable || retryAfterMs > MAX_RETRY_AFTER_MS) {
    const from = getCalledModelId(effect);
    const to = findFallback(from, spec.models, state.request.switches);
    if (to) return { type: 'switch', from, to: to.id, reason: failure.message };
    if (unrecoverable) return { type: 'fail', error: failure };
  }
  const wait =
    failure.code === 'model.dialect' ? 0 : computeBackoff({ runId: spec.runId, key: call.key, failures, retryAfterMs });
  const reason = failure.code === 'model.rate-limited' ? 'rate-limit' : 'backoff';
  return { type: 'wait', reason, message: failure.message, until: now + wait };
}

const FIRST_WAIT_MS = 1000;

export const LONGEST_WAIT_MS = 30_000;

interface FailedCall {
  readonly runId: string;
  readonly key: string;
  /** Number of the failure, from 1. */
  readonly failures: number;
  readonly retryAfterMs?: number | undefined;
}

/** Milliseconds: at least half of a cap that doubles with each failure. */
export function computeBackoff({ runId, key, failures, retryAfterMs = 0 }: FailedCall): number {
  const cap = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS);
  const jittered = Math.ceil(cap * (0.5 + hashToFraction(`${runId} ${key} ${String(failures)}`) / 2));
  return Math.max(jittered, retryAfterMs);
}

/** [0, 1), evenly distributed (FNV-1a, mixed as in MurmurHash3). */
function hashToFraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
