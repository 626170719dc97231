/**
 * The bounds of one model call: four time-outs and the caller's signal, in one place. The one rule: whatever ends the
 * call first, the wait under way rejects at once and the request is torn down, also when the network ignores signals.
 */
import type { ModelTimeouts } from './model.ts';

export type TimeoutKind = keyof ModelTimeouts;

export class ModelTimeoutError extends Error {
  readonly kind: TimeoutKind;
  /** The bound that was passed, in milliseconds. */
  readonly ms: number;
  constructor(kind: TimeoutKind, ms: number) {
    super(`The model's server passed the ${kind} time-out of ${ms} ms.`);
    this.name = 'ModelTimeoutError';
    this.kind = kind;
    this.ms = ms;
  }
}

/** The caller's signal was aborted. Named like the platform's own, so that libraries treat it as no failure. */
export class CallAbortedError extends Error {
  constructor() {
    super('The call was aborted.');
    this.name = 'AbortError';
  }
}

export interface Watch {
  /** For the request: aborts with the call. */
  readonly signal: AbortSignal;
  /** Waits for `work`, at most as long as `kind` allows. One wait at a time. */
  within<T>(kind: Exclude<TimeoutKind, 'total'>, work: PromiseLike<T>): Promise<T>;
  /** Ends the call: no timer or listener is left, and a request still under way is torn down. */
  close(): void;
}

export function watch(timeouts: ModelTimeouts, caller: AbortSignal): Watch {
  const request = new AbortController();
  let ended: Error | null = null;
  let interrupt: ((reason: Error) => void) | null = null;

  function end(reason: Error): void {
    ended ??= reason;
    interrupt?.(ended);
    request.abort(ended);
  }
  const onAbort = (): void => end(new CallAbortedError());
  const startTimer = (kind: TimeoutKind): ReturnType<typeof setTimeout> =>
    setTimeout(() => end(new ModelTimeoutError(kind, timeouts[kind])), timeouts[kind]);

  caller.addEventListener('abort', onAbort, { once: true });
  const total = startTimer('total');
  if (caller.aborted) onAbort();

  return {
    signal: request.signal,
    async within<T>(kind: Exclude<TimeoutKind, 'total'>, work: PromiseLike<T>): Promise<T> {
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        return await new Promise<T>((resolve, reject) => {
          work.then(resolve, reject); // also keeps an abandoned rejection from going unhandled
          interrupt = reject;
          if (ended === null) timer = startTimer(kind);
          else reject(ended);
        });
      } finally {
        clearTimeout(timer);
        interrupt = null;
      }
    },
    close(): void {
      clearTimeout(total);
      caller.removeEventListener('abort', onAbort);
      request.abort(new CallAbortedError());
    },
  };
}
