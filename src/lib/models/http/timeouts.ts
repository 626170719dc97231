/** Time-outs and abort signal of one call: the first rejects the wait and aborts the request. Sleep is no silence. */
import { raceWithAbort } from '../../base/async.ts';
import { startTimer } from '../../base/clock.ts';
import type { ModelTimeouts } from '../model.ts';

export type TimeoutKind = keyof ModelTimeouts;

export class ModelTimeoutError extends Error {
  readonly kind: TimeoutKind;
  readonly ms: number;
  constructor(kind: TimeoutKind, ms: number) {
    super(`The model's server passed the ${kind} time-out of ${ms} ms.`);
    this.name = 'ModelTimeoutError';
    this.kind = kind;
    this.ms = ms;
  }
}

/** Has the platform's error name, which libraries do not treat as a failure. */
export class CallAbortedError extends Error {
  constructor() {
    super('The call was aborted.');
    this.name = 'AbortError';
  }
}

interface CallTimeouts {
  readonly signal: AbortSignal;
  /** Waits at most for the time-out of `kind`. */
  waitFor<T>(kind: Exclude<TimeoutKind, 'total'>, work: PromiseLike<T>): Promise<T>;
  close(): void;
}

export function startCallTimeouts(timeouts: ModelTimeouts, caller: AbortSignal): CallTimeouts {
  const request = new AbortController();
  const onAbort = (): void => request.abort(new CallAbortedError());
  const startTimeout = (kind: TimeoutKind): (() => void) =>
    startTimer(timeouts[kind], () => request.abort(new ModelTimeoutError(kind, timeouts[kind])));

  caller.addEventListener('abort', onAbort, { once: true });
  const stopTotal = startTimeout('total');
  if (caller.aborted) onAbort();

  return {
    signal: request.signal,
    async waitFor(kind, work) {
      const stop = startTimeout(kind);
      try {
        return await raceWithAbort(work, request.signal);
      } finally {
        stop();
      }
    },
    close(): void {
      stopTotal();
      caller.removeEventListener('abort', onAbort);
      onAbort();
    },
  };
}
