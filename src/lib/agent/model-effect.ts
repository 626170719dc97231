/**
 * One model call as a committed effect: intent, do, result. Exactly one attempt; a settled call is never made again, a
 * failed one leaves its failure in the state, where the loop decides on waiting and retrying (attempts are effects too,
 * so that the budget sees each).
 */
import { elapsed } from '../base/clock.ts';
import { sha256 } from '../base/hash.ts';
import { clip, MOST } from './bounds.ts';
import type { RawCall } from './decision.ts';
import type { Labels, ModelCallFrame, ModelReplyFrame } from './frames.ts';
import type { Effects, Pen } from './journal.ts';
import { LimitReached, overBudget, type Reserved } from './limits.ts';
import type { Clock, Model, ModelEvent, ModelFailure, ModelRequest, ModelUsage, RunPorts } from './ports.ts';
import { modelForPurpose } from './roles.ts';
import { isGivenUp, specOf, type SettledReply } from './session.ts';
import { isWithin, nameOf } from './subs.ts';
import { figure, spentOf, type Spent } from './tokens.ts';
import { listed, sharesOf, totalOf, type Shares, type Speaker } from './weight.ts';
import { Written } from './written.ts';

export interface ModelCall {
  /** Names the effect within the run. */
  readonly key: string;
  readonly step: number;
  readonly purpose: ModelCallFrame['purpose'];
  readonly part: { readonly index: number; readonly of: number } | null;
  readonly request: ModelRequest;
  readonly labels: Labels;
  /** The frame that it is made for; the latest one unless said otherwise. */
  readonly parentId?: string;
  /** Milliseconds after which it is given up for good, for calls that a run can do without. */
  readonly withinMs?: number;
  /** Input tokens and the prompt's hash, where they are known already. */
  readonly weight?: Weight;
}

export interface Weight {
  readonly shares: Shares;
  readonly promptHash: string;
}

/** Thrown when an attempt did not settle: the loop looks at the state and decides what is next. */
export class Unsettled extends Error {}

export async function* callModel(
  call: ModelCall,
  journal: Pen,
  ports: RunPorts,
  signal: AbortSignal,
): Effects<SettledReply> {
  const { key, step, purpose, part, labels, request } = call;
  const settled = journal.state.replies.get(key);
  if (settled) return settled;
  const { terms: by, model } = modelForPurpose(purpose, specOf(journal.state).models, ports.modelFor);
  const { shares, promptHash } = call.weight ?? (await weigh(request, ports));
  const input = totalOf(shares);
  const estimate = { input, output: request.maxOutputTokens };
  if (input + request.maxOutputTokens > model.contextTokens && purpose === 'decide')
    throw new LimitReached('context', nameOf(journal.state));
  expectPaid({ ...estimate, by }, journal);
  const cause = call.parentId === undefined ? {} : { parentId: call.parentId };
  journal.reserved.set(key, { ...estimate, by, of: nameOf(journal.state) });
  const attempt = (journal.state.effects.get(key)?.tries ?? 0) + 1;
  const [intent] = yield [
    {
      kind: 'model.call',
      ...cause,
      labels,
      step,
      key,
      attempt,
      model: by.id,
      purpose,
      part,
      estimate,
      shares: listed(shares),
      promptHash,
    },
  ];

  journal.reserved.delete(key); // the state knows of it now
  const parentId = intent.id;
  const began = ports.clock.now();
  const written = new Written(ports.tokens, ports.clock);
  const result = await inTime(call.withinMs, signal, ports, (until) => consume(model, call, written, ports, until));
  const { text, calls, finish, failure } = result;
  const ms = Math.max(0, ports.clock.now() - began);
  const usage = await price(result, Math.ceil(input * journal.state.drift), written);
  yield [
    { kind: 'model.reply', parentId, labels, key, text, calls, finish, failure, ms },
    { kind: 'usage', parentId, labels, key, model: by.id, ...usage },
  ];
  const after = journal.state.replies.get(key);
  if (!after) throw new Unsettled();
  return after;
}

/** Throws `LimitReached` where a call could break a bound: of the agent that makes it, or of anybody who called that one. */
function expectPaid(call: Reserved, { state, callers, reserved }: Pen): void {
  for (const level of [...callers, state]) {
    const whose = nameOf(level);
    const over = overBudget(
      level,
      call,
      [...reserved.values()].filter(({ of }) => isWithin(of, whose)),
    );
    if (over) throw new LimitReached(over, whose);
  }
}

/**
 * A call that code does without: null where the model has failed at it for good, or a limit forbids it, since what is left
 * is for the answer. Throws `Unsettled` when it has to be asked again.
 */
export async function* callAside(
  call: ModelCall,
  journal: Pen,
  ports: RunPorts,
  signal: AbortSignal,
): Effects<SettledReply | null> {
  const { state } = journal;
  if (isGivenUp(state.effects.get(call.key), specOf(state))) return null;
  try {
    return yield* callModel(call, journal, ports, signal);
  } catch (thrown) {
    if (thrown instanceof LimitReached) return null;
    throw thrown;
  }
}

/** A call that is told to stop because its own time is over has failed, where one that is stopped for another reason has not. */
async function inTime(
  ms: number | undefined,
  signal: AbortSignal,
  { clock }: Pick<RunPorts, 'clock'>,
  work: (signal: AbortSignal) => Promise<Consumed>,
): Promise<Consumed> {
  if (ms === undefined) return work(signal);
  const late = clock.timeout(ms);
  const result = await work(AbortSignal.any([signal, late]));
  return result.finish === 'aborted' && !signal.aborted ? { ...result, finish: 'failed', failure: LATE } : result;
}

/** Code of the failure of a call whose own time was over. */
export const DEADLINE = 'model.deadline';
const LATE: ModelFailure = {
  code: DEADLINE,
  message: 'The model took too long for this.',
  cure: 'Choose a quicker model for it in Settings.',
  retryable: false,
};

interface Consumed {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly finish: ModelReplyFrame['finish'];
  readonly failure: ModelFailure | null;
  readonly usage: ModelUsage;
}

async function consume(
  model: Model,
  call: ModelCall,
  written: Written,
  ports: RunPorts,
  signal: AbortSignal,
): Promise<Consumed> {
  const pieces: string[] = [];
  const calls: RawCall[] = [];
  const end = (finish: Consumed['finish'], usage: ModelUsage = {}, failure: ModelFailure | null = null): Consumed => ({
    text: pieces.join(''),
    calls,
    finish,
    usage,
    failure,
  });
  ports.draft(call.key, '');
  const gone = aborted(signal, ports.clock);
  const stream = model.stream(call.request, signal)[Symbol.asyncIterator]();
  let [length, argued] = [0, 0];
  /** A server that does not keep to the length it was given: what there is counts as cut, and the rest is not waited for. */
  const overflow = (): Consumed => {
    void stream.return?.(undefined).catch(() => undefined);
    return end('length');
  };
  try {
    for (;;) {
      const next = await Promise.race([stream.next(), gone.promise]);
      if (next === 'aborted') return end('aborted');
      if (next.done === true) return end('failed', {}, SILENT);
      const event: ModelEvent = next.value;
      switch (event.type) {
        case 'text':
          pieces.push(event.text.slice(0, MOST.reply - length));
          length += event.text.length;
          ports.draft(call.key, event.text, written.append(event.text));
          if (length > MOST.reply) return overflow();
          break;
        case 'tool-call':
          argued += event.arguments.length;
          // half of a call is none: it is left out, and the reply counts as cut
          if (calls.length >= MOST.calls || argued > MOST.arguments) return overflow();
          calls.push({ id: clip(event.id, MOST.name), name: clip(event.name, MOST.name), arguments: event.arguments });
          break;
        case 'done':
          return end(event.finish, event.usage);
        case 'error':
          return end('failed', event.refused === true ? { input: 0, output: 0 } : {}, event.failure);
        case 'aborted':
          return signal.aborted ? end('aborted') : end('failed', {}, SILENT);
      }
    }
  } catch (thrown) {
    return end('failed', {}, { ...BROKEN, message: `The model could not be called: ${String(thrown).slice(0, 300)}` });
  } finally {
    gone.forget();
  }
}

const SILENT: ModelFailure = {
  code: 'model.cut',
  message: 'The model’s answer broke off.',
  cure: 'Try again.',
  retryable: true,
};
const BROKEN: ModelFailure = {
  code: 'model.bad-call',
  message: '',
  cure: 'Check the model’s settings and try again.',
  retryable: false,
};

/** Resolves when the signal aborts: a stream that does not listen to it is left behind, not waited for. */
function aborted(
  signal: AbortSignal,
  clock: Clock,
): { readonly promise: Promise<'aborted'>; readonly forget: () => void } {
  let forget = (): void => undefined;
  const promise = new Promise<'aborted'>((resolve) => {
    const tell = (): void => void elapsed(clock, GRACE_MS).then(() => resolve('aborted'));
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
    forget = () => signal.removeEventListener('abort', tell);
  });
  return { promise, forget };
}

/** A stream that does listen says so itself, with its last words; it gets a moment to. */
const GRACE_MS = 1;

/** The provider's figures where it gives them, our own count where it does not. */
async function price({ usage, calls }: Consumed, countedInput: number, written: Written): Promise<Spent> {
  const output = figure(usage.output) ?? (await written.whole(calls));
  return spentOf(usage, { input: countedInput, output });
}

/**
 * Tokens of a request by source, and the hash of all of it, in which a picture stands by its own. `speaker`: whose words stand
 * on the person's side.
 */
export async function weigh(
  request: ModelRequest,
  ports: Pick<RunPorts, 'tokens'>,
  // only a job's own request for the answer repeats the person; elsewhere the program speaks
  speaker: Speaker = request.task === 'answer' ? 'person' : 'instructions',
): Promise<Weight> {
  const shares = await sharesOf(request.messages, ports.tokens, speaker);
  return { shares, promptHash: await sha256(JSON.stringify(request, named)) };
}

/** Pictures are megabytes, and their bytes are known by their hash already. */
function named(this: unknown, key: string, value: unknown): unknown {
  return key === 'data' && isNamedPicture(this) ? '' : value;
}

const isNamedPicture = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && 'type' in part && part.type === 'image' && 'of' in part;
