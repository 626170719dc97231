/** Folds the frames of model calls: intents, replies and usage. */
import type { ModelCallFrame, ModelReplyFrame, UsageFrame } from '../frames/model-frames.ts';
import { isPaidBefore } from '../frames/spec.ts';
import { addToBill } from '../budget/cost.ts';
import { trackUsage } from '../budget/usage.ts';
import { dropUnopenedThoughts } from '../parse/reply-prose.ts';
import type { AgentState, StateChanges } from './agent-state.ts';
import type { PendingModelCall } from './request-state.ts';
import { findModelBinding } from './model-roles.ts';
import { endWait } from './resets.ts';

export function applyModelCall(state: AgentState, frame: ModelCallFrame): StateChanges {
  const { modelCalls } = state.request;
  const previous = modelCalls.get(frame.key);
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
    rank: 'analyzing',
    translate: 'synthesizing',
    sample: 'executing',
    opinion: 'analyzing',
  } as const;
  return {
    request: { modelCalls: new Map(modelCalls).set(frame.key, effect), ...endWait(state, frame.at) },
    phase: phases[frame.purpose],
  };
}

/** A server refuses one option at a time, and is asked without it: no retry of what failed. */
const MAX_DIALECT_TRIES = 6;

export function applyModelReply({ request, spec }: AgentState, frame: ModelReplyFrame): StateChanges {
  const { key, text, calls, finish, failure } = frame;
  const effects = new Map(request.modelCalls);
  const effect = effects.get(key);
  // another model counts otherwise, and token counts of pictures are estimates
  const isMeasured = effect && effect.call.purpose !== 'look' && effect.call.model === spec?.models.main.id;
  const counted = isMeasured ? { key, input: effect.call.estimate.input } : null;
  if (finish === 'failed' || finish === 'aborted') {
    if (!effect) return {};
    const isLearning = failure?.code === 'model.dialect' && effect.tries <= MAX_DIALECT_TRIES;
    const failures = effect.failures + (finish === 'failed' && !isLearning ? 1 : 0);
    const partial = text.length > effect.partial.length ? text : effect.partial;
    effects.set(key, { ...effect, underWay: false, failures, failure, partial });
    return { request: { lastCount: counted, modelCalls: effects } };
  }
  effects.delete(key);
  const purpose = effect?.call.purpose ?? null;
  const said = purpose === 'decide' ? text : dropUnopenedThoughts(text); // a decision is parsed whole
  return {
    request: {
      modelCalls: effects,
      lastCount: counted,
      replies: request.replies.with(key, { text: said, calls, finish, labels: frame.labels, purpose }),
      pendingReply: effect && isDecidingCall(effect.call) ? key : request.pendingReply,
      hasRecovered: request.hasRecovered || (effect?.failures ?? 0) > 0,
    },
  };
}

export function applyUsage({ usage, bill, spec, request }: AgentState, frame: UsageFrame): StateChanges {
  const drift = computeDrift(request, frame);
  if (isPaidBefore(spec, frame.seq)) return { request: { drift } };
  const model = spec && findModelBinding(spec.models, frame.model);
  return { usage: trackUsage(usage, frame), bill: addToBill(bill, frame, model), request: { drift } };
}

function computeDrift(
  { drift, lastCount: counted }: AgentState['request'],
  { key, source, input }: UsageFrame,
): number {
  const estimated = counted?.key === key ? counted.input : 0;
  return source === 'provider' && estimated > 0 ? Math.max(drift, input / estimated) : drift;
}

const isDecidingCall = ({ purpose }: ModelCallFrame): boolean => purpose === 'decide' || purpose === 'answer';
