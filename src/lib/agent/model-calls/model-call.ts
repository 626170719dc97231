/** One attempt of a model call: commit the intent, call, commit the result. Settled calls are never repeated. */
import type { Labels, ModelBinding } from '../frames/frames.ts';
import type { ModelCallFrame } from '../frames/model-frames.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { LimitReached, findExceededBudget, type Reservation } from '../state/limits.ts';
import type { Model, ModelRequest, RunPorts } from '../ports.ts';
import { resolveModelForPurpose } from '../state/model-roles.ts';
import { getSpec } from '../state/agent-state.ts';
import { isGivenUp, type SettledReply } from '../state/request-state.ts';
import { isWithin, getCorrelationId } from '../state/sub-agents.ts';
import { toTokenCount, toTokenSpend, type TokenSpend } from '../budget/usage.ts';
import { toShareList, sumShares } from '../budget/token-shares.ts';
import { TokenMeter } from './token-meter.ts';
import { measurePrompt, type MeasuredPrompt } from './measure-prompt.ts';
import { runWithTimeout, readModelStream, type StreamResult } from './read-stream.ts';

export const createPlainRequest = (text: string, maxOutputTokens: number): ModelRequest => ({
  task: 'reflect',
  maxOutputTokens,
  messages: [{ role: 'user', content: [{ type: 'text', text }] }],
});

export interface ModelCall {
  readonly key: string;
  readonly step: number;
  readonly purpose: ModelCallFrame['purpose'];
  readonly part: { readonly index: number; readonly of: number } | null;
  readonly request: ModelRequest;
  readonly labels: Labels;
  /** Default: the latest frame. */
  readonly parentId?: string;
  /** Set for optional calls, which fail after it and are not retried. */
  readonly withinMs?: number;
  readonly measured?: MeasuredPrompt;
}

/** An attempt did not settle; the loop decides from the state. */
export class RetryLater extends Error {}

export async function* callModel(
  call: ModelCall,
  journal: Writer,
  ports: RunPorts,
  signal: AbortSignal,
): Commits<SettledReply> {
  const { key, labels, request } = call;
  const settled = journal.state.request.replies.get(key);
  if (settled) return settled;
  const { binding, model } = resolveModelForPurpose(call.purpose, getSpec(journal.state).models, ports.getModel);
  const pending = journal.state.request.modelCalls.get(key);
  const held = pending?.underWay === true ? pending.call : null; // its reply went on while the worker was away
  const intent = held ?? (yield* commitIntent(call, binding, model, journal, ports));
  const { id: parentId, estimate } = intent;
  const began = held?.at ?? ports.clock.now();
  const tokenMeter = new TokenMeter(ports.tokens, ports.clock);
  const result = await runWithTimeout(call.withinMs, signal, ports, (until) =>
    readModelStream(model, { id: parentId, key, request }, tokenMeter, ports, until),
  );
  const { text, calls, finish, failure } = result;
  const ms = Math.max(0, ports.clock.now() - began);
  const usage = await resolveTokenSpend(result, Math.ceil(estimate.input * journal.state.request.drift), tokenMeter);
  yield [
    { kind: 'model.reply', parentId, labels, key, text, calls, finish, failure, ms },
    { kind: 'usage', parentId, labels, key, model: binding.id, ...usage },
  ];
  model.forgetReply?.(parentId);
  const after = journal.state.request.replies.get(key);
  if (!after) throw new RetryLater();
  return after;
}

/** Throws `LimitReached` if the prompt does not fit the model or the budget. */
async function* commitIntent(
  { key, step, purpose, part, labels, request, parentId, measured }: ModelCall,
  binding: ModelBinding,
  model: Model,
  journal: Writer,
  ports: RunPorts,
): Commits<ModelCallFrame> {
  const { shares, promptHash } = measured ?? (await measurePrompt(request, ports));
  const input = sumShares(shares);
  const estimate = { input, output: request.maxOutputTokens };
  if (input + request.maxOutputTokens > model.contextTokens && purpose === 'decide')
    throw new LimitReached('context', getCorrelationId(journal.state));
  assertWithinBudget({ ...estimate, model: binding }, journal);
  journal.reserved.set(key, { ...estimate, model: binding, of: getCorrelationId(journal.state) });
  try {
    const [intent] = yield [
      {
        kind: 'model.call',
        ...(parentId === undefined ? {} : { parentId }),
        labels,
        step,
        key,
        attempt: (journal.state.request.modelCalls.get(key)?.tries ?? 0) + 1,
        model: binding.id,
        purpose,
        part,
        estimate,
        shares: toShareList(shares),
        promptHash,
      },
    ];
    return intent as ModelCallFrame;
  } finally {
    journal.reserved.delete(key); // the state has it now, or never will
  }
}

function assertWithinBudget(call: Reservation, journal: Writer): void {
  const reached = findExceededLimit(call, journal);
  if (reached) throw reached;
}

/** A limit of its agent or any above it that the call could go over. Null for none. */
export function findExceededLimit(call: Reservation, { state, callers, reserved }: Writer): LimitReached | null {
  for (const level of [...callers, state]) {
    const correlationId = getCorrelationId(level);
    const exceeded = findExceededBudget(
      level,
      call,
      [...reserved.values()].filter(({ of }) => isWithin(of, correlationId)),
    );
    if (exceeded) return new LimitReached(exceeded, correlationId);
  }
  return null;
}

/** Null if it failed beyond retry or over a limit. Throws `RetryLater`. */
export async function* callOptionalModel(
  call: ModelCall,
  journal: Writer,
  ports: RunPorts,
  signal: AbortSignal,
): Commits<SettledReply | null> {
  const { state } = journal;
  if (isGivenUp(state.request.modelCalls.get(call.key), getSpec(state))) return null;
  try {
    return yield* callModel(call, journal, ports, signal);
  } catch (thrown) {
    if (thrown instanceof LimitReached) return null;
    throw thrown;
  }
}

/** Tokens as reported, else as counted. */
export async function resolveTokenSpend(
  { usage, calls }: Pick<StreamResult, 'usage' | 'calls'>,
  countedInput: number,
  tokenMeter: TokenMeter,
): Promise<TokenSpend> {
  if (toTokenCount(usage.output) !== undefined) return toTokenSpend(usage, { input: countedInput, output: 0 });
  const counted = await tokenMeter.countAll(calls);
  const reasoning = toTokenCount(usage.reasoning) ?? counted.reasoning;
  return toTokenSpend({ ...usage, reasoning }, { input: countedInput, output: counted.output });
}
