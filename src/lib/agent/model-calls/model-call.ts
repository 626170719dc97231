/** One attempt of a model call: commit the intent, call, commit the result. Settled calls are never repeated. */
import { AbandonedError, abortable } from '../../base/async.ts';
import { sha256 } from '../../base/hash.ts';
import { clip, SIZE_LIMITS } from '../frames/bounds.ts';
import type { RawCall } from '../frames/decision.ts';
import type { Labels, ModelCallFrame, ModelReplyFrame } from '../frames/frames.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { LimitReached, findExceededBudget, type Reservation } from '../state/limits.ts';
import type { Model, ModelFailure, ModelRequest, ModelUsage, RunPorts } from '../ports.ts';
import { resolveModelForPurpose } from '../state/model-roles.ts';
import { isGivenUp, getSpec, type SettledReply } from '../state/agent-state.ts';
import { isWithin, getCorrelationId } from '../state/sub-agents.ts';
import { toTokenCount, toTokenSpend, type TokenSpend } from '../budget/usage.ts';
import { toShareList, countShares, sumShares, type TokenShares, type Speaker } from '../budget/token-shares.ts';
import { TokenMeter } from './token-meter.ts';

export interface ModelCall {
  readonly key: string;
  readonly step: number;
  readonly purpose: ModelCallFrame['purpose'];
  readonly part: { readonly index: number; readonly of: number } | null;
  readonly request: ModelRequest;
  readonly labels: Labels;
  /** Default: the latest frame. */
  readonly parentId?: string;
  /** For optional calls, which then fail for good. */
  readonly withinMs?: number;
  readonly measured?: MeasuredPrompt;
}

export interface MeasuredPrompt {
  readonly shares: TokenShares;
  readonly promptHash: string;
}

/** An attempt did not settle; the loop decides from the state. */
export class RetryLater extends Error {}

export async function* callModel(
  call: ModelCall,
  journal: Writer,
  ports: RunPorts,
  signal: AbortSignal,
): Commits<SettledReply> {
  const { key, step, purpose, part, labels, request } = call;
  const settled = journal.state.request.replies.get(key);
  if (settled) return settled;
  const { binding: binding, model } = resolveModelForPurpose(purpose, getSpec(journal.state).models, ports.getModel);
  const { shares, promptHash } = call.measured ?? (await measurePrompt(request, ports));
  const input = sumShares(shares);
  const estimate = { input, output: request.maxOutputTokens };
  if (input + request.maxOutputTokens > model.contextTokens && purpose === 'decide')
    throw new LimitReached('context', getCorrelationId(journal.state));
  assertWithinBudget({ ...estimate, model: binding }, journal);
  const cause = call.parentId === undefined ? {} : { parentId: call.parentId };
  journal.reserved.set(key, { ...estimate, model: binding, of: getCorrelationId(journal.state) });
  const attempt = (journal.state.request.modelCalls.get(key)?.tries ?? 0) + 1;
  const [intent] = yield [
    {
      kind: 'model.call',
      ...cause,
      labels,
      step,
      key,
      attempt,
      model: binding.id,
      purpose,
      part,
      estimate,
      shares: toShareList(shares),
      promptHash,
    },
  ];

  journal.reserved.delete(key); // the state has it now
  const parentId = intent.id;
  const began = ports.clock.now();
  const tokenMeter = new TokenMeter(ports.tokens, ports.clock);
  const result = await runWithTimeout(call.withinMs, signal, ports, (until) =>
    readModelStream(model, call, tokenMeter, ports, until),
  );
  const { text, calls, finish, failure } = result;
  const ms = Math.max(0, ports.clock.now() - began);
  const usage = await resolveTokenSpend(result, Math.ceil(input * journal.state.request.drift), tokenMeter);
  yield [
    { kind: 'model.reply', parentId, labels, key, text, calls, finish, failure, ms },
    { kind: 'usage', parentId, labels, key, model: binding.id, ...usage },
  ];
  const after = journal.state.request.replies.get(key);
  if (!after) throw new RetryLater();
  return after;
}

/** Throws `LimitReached` for a limit of its agent or any above it. */
function assertWithinBudget(call: Reservation, { state, callers, reserved }: Writer): void {
  for (const level of [...callers, state]) {
    const correlationId = getCorrelationId(level);
    const exceeded = findExceededBudget(
      level,
      call,
      [...reserved.values()].filter(({ of }) => isWithin(of, correlationId)),
    );
    if (exceeded) throw new LimitReached(exceeded, correlationId);
  }
}

/** Null if failed for good or over a limit. Throws `RetryLater`. */
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

/** A timeout is a failure, an abort from outside is not. */
async function runWithTimeout(
  ms: number | undefined,
  signal: AbortSignal,
  { clock }: Pick<RunPorts, 'clock'>,
  work: (signal: AbortSignal) => Promise<StreamResult>,
): Promise<StreamResult> {
  if (ms === undefined) return work(signal);
  const timeout = clock.timeout(ms);
  const result = await work(AbortSignal.any([signal, timeout]));
  return result.finish === 'aborted' && !signal.aborted
    ? { ...result, finish: 'failed', failure: DEADLINE_FAILURE }
    : result;
}

export const DEADLINE_CODE = 'model.deadline';
const DEADLINE_FAILURE: ModelFailure = {
  code: DEADLINE_CODE,
  message: 'The model took too long for this.',
  hint: 'Choose a quicker model for it in Settings.',
  retryable: false,
};

interface StreamResult {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly finish: ModelReplyFrame['finish'];
  readonly failure: ModelFailure | null;
  readonly usage: ModelUsage;
}

async function readModelStream(
  model: Model,
  call: ModelCall,
  tokenMeter: TokenMeter,
  ports: RunPorts,
  signal: AbortSignal,
): Promise<StreamResult> {
  const pieces: string[] = [];
  const calls: RawCall[] = [];
  const end = (
    finish: StreamResult['finish'],
    usage: ModelUsage = {},
    failure: ModelFailure | null = null,
  ): StreamResult => ({
    text: pieces.join(''),
    calls,
    finish,
    usage,
    failure,
  });
  ports.onDraft(call.key, '');
  const stream = model.stream(call.request, signal)[Symbol.asyncIterator]();
  let [length, argumentsLength] = [0, 0];
  /** A length limit was exceeded: keep the text as a cut reply. */
  const endAsCut = (): StreamResult => {
    void stream.return?.(undefined).catch(() => undefined);
    return end('length');
  };
  try {
    for await (const event of abortable(stream, signal, ports.clock, STREAM_GRACE_MS)) {
      switch (event.type) {
        case 'text':
          pieces.push(event.text.slice(0, SIZE_LIMITS.reply - length));
          length += event.text.length;
          ports.onDraft(call.key, event.text, tokenMeter.append(event.text));
          if (length > SIZE_LIMITS.reply) return endAsCut();
          break;
        case 'tool-call':
          argumentsLength += event.arguments.length;
          // leaves out the incomplete call
          if (calls.length >= SIZE_LIMITS.calls || argumentsLength > SIZE_LIMITS.arguments) return endAsCut();
          calls.push({
            id: clip(event.id, SIZE_LIMITS.name),
            name: clip(event.name, SIZE_LIMITS.name),
            arguments: event.arguments,
          });
          break;
        case 'done':
          return end(event.finish, event.usage);
        case 'error':
          return end('failed', event.refused === true ? { input: 0, output: 0 } : {}, event.failure);
        case 'aborted':
          return signal.aborted ? end('aborted') : end('failed', {}, STREAM_CUT_FAILURE);
      }
    }
    return end('failed', {}, STREAM_CUT_FAILURE);
  } catch (thrown) {
    if (thrown instanceof AbandonedError) return end('aborted');
    return end(
      'failed',
      {},
      { ...BAD_CALL_FAILURE, message: `The model could not be called: ${String(thrown).slice(0, 300)}` },
    );
  }
}

const STREAM_CUT_FAILURE: ModelFailure = {
  code: 'model.cut',
  message: 'The model’s answer broke off.',
  hint: 'Try again.',
  retryable: true,
};
const BAD_CALL_FAILURE: ModelFailure = {
  code: 'model.bad-call',
  message: '',
  hint: 'Check the model’s settings and try again.',
  retryable: false,
};

/** A stream that ignores the signal is not waited for. */
const STREAM_GRACE_MS = 1;

async function resolveTokenSpend(
  { usage, calls }: StreamResult,
  countedInput: number,
  tokenMeter: TokenMeter,
): Promise<TokenSpend> {
  const output = toTokenCount(usage.output) ?? (await tokenMeter.countAll(calls));
  return toTokenSpend(usage, { input: countedInput, output });
}

/** Pictures are represented by their hash. `speaker`: the source of user messages. */
export async function measurePrompt(
  request: ModelRequest,
  ports: Pick<RunPorts, 'tokens'>,
  // only a job's answer request repeats the user's words
  speaker: Speaker = request.task === 'answer' ? 'person' : 'instructions',
): Promise<MeasuredPrompt> {
  const shares = await countShares(request.messages, ports.tokens, speaker);
  return { shares, promptHash: await sha256(JSON.stringify(request, omitPictureData)) };
}

/** Picture bytes are megabytes, already identified by hash. */
function omitPictureData(this: unknown, key: string, value: unknown): unknown {
  return key === 'data' && isHashedPicture(this) ? '' : value;
}

const isHashedPicture = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && 'type' in part && part.type === 'image' && 'of' in part;
