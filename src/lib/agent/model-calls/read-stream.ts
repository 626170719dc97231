/** Reads a model's stream to its end. Never throws. */
import { AbandonedError, iterateUntilAbort } from '../../base/async.ts';
import { SIZE_LIMITS } from '../frames/bounds.ts';
import { clip } from '../../base/one-line.ts';
import type { RawCall } from '../frames/decision.ts';
import type { ModelReplyFrame } from '../frames/model-frames.ts';
import type { Model, ModelFailure, ModelRequest, ModelUsage, RunPorts } from '../ports.ts';
import { TokenMeter } from './token-meter.ts';

/** A timeout is a failure, an abort from outside is not. */
export async function runWithTimeout(
  ms: number | undefined,
  signal: AbortSignal,
  { clock }: Pick<RunPorts, 'clock'>,
  work: (signal: AbortSignal) => Promise<StreamResult>,
): Promise<StreamResult> {
  if (ms === undefined) return work(signal);
  const finished = new AbortController();
  const timeout = clock.timeout(ms, finished.signal);
  const result = await work(AbortSignal.any([signal, timeout])).finally(() => finished.abort());
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

export interface StreamResult {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly finish: ModelReplyFrame['finish'];
  readonly failure: ModelFailure | null;
  readonly usage: ModelUsage;
}

export async function readModelStream(
  model: Model,
  { id, key, request }: { readonly id: string; readonly key: string; readonly request: ModelRequest },
  tokenMeter: TokenMeter,
  ports: Pick<RunPorts, 'clock' | 'onDraft' | 'onThought' | 'onProgress'>,
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
  ports.onDraft(key, '');
  const stream = model.stream(request, signal, id)[Symbol.asyncIterator]();
  let [length, argumentsLength] = [0, 0];
  /** A length limit was exceeded: keep the text as a cut reply. */
  const endAsCut = (): StreamResult => {
    void stream.return?.(undefined).catch(() => undefined);
    return end('length');
  };
  try {
    for await (const event of iterateUntilAbort(stream, signal, ports.clock, STREAM_GRACE_MS)) {
      switch (event.type) {
        case 'text':
          pieces.push(event.text.slice(0, SIZE_LIMITS.reply - length));
          length += event.text.length;
          ports.onDraft(key, event.text, tokenMeter.append(event.text)?.output);
          if (length > SIZE_LIMITS.reply) return endAsCut();
          break;
        case 'progress':
          ports.onProgress(key, event.share);
          break;
        case 'thought':
          ports.onThought(key, event.text, tokenMeter.appendThought(event.text)?.reasoning);
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
          return end('failed', event.refused === true ? { input: 0, output: 0 } : event.usage, event.failure);
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
      { ...BAD_CALL_FAILURE, message: `The model couldn’t be called: ${String(thrown).slice(0, 300)}` },
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
