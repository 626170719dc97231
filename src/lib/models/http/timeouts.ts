/** Time-outs and abort signal of one call: the first rejects the wait and aborts the request. */
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

export interface CallTimeouts {
  readonly signal: AbortSignal;
  /** Waits at most for the time-out of `kind`. One wait at a time. */
  waitFor<T>(kind: Exclude<TimeoutKind, 'total'>, work: PromiseLike<T>): Promise<T>;
  close(): void;
}

export function startCallTimeouts(timeouts: ModelTimeouts, caller: AbortSignal): CallTimeouts {
  const request = new AbortController();
  let endReason: Error | null = null;
  let rejectWait: ((reason: Error) => void) | null = null;

  function endCall(reason: Error): void {
    endReason ??= reason;
    rejectWait?.(endReason);
    request.abort(endReason);
  }
  const onAbort = (): void => endCall(new CallAbortedError());
  const startTimer = (kind: TimeoutKind): ReturnType<typeof setTimeout> =>
    setTimeout(() => endCall(new ModelTimeoutError(kind, timeouts[kind])), timeouts[kind]);

  caller.addEventListener('abort', onAbort, { once: true });
  const total = startTimer('total');
  if (caller.aborted) onAbort();

  return {
    signal: request.signal,
    async waitFor<T>(kind: Exclude<TimeoutKind, 'total'>, work: PromiseLike<T>): Promise<T> {
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        return await new Promise<T>((resolve, reject) => {
          work.then(resolve, reject); // also handles a rejection that comes after the wait has ended
          rejectWait = reject;
          if (endReason === null) timer = startTimer(kind);
          else reject(endReason);
        });
      } finally {
        clearTimeout(timer);
        rejectWait = null;
      }
    },
    close(): void {
      clearTimeout(total);
      caller.removeEventListener('abort', onAbort);
      request.abort(new CallAbortedError());
    },
  };
}
