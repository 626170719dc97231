/**
 * Time that passes only when nothing else can happen: a hang ends at its deadline at once, and a thousand runs with
 * time-outs take no real time. The one rule: whatever runs under it settles in microtasks, so a turn of the event loop
 * without an end means that everything waits for a timer.
 */
import { hash } from 'node:crypto';
import { afterAll } from 'vitest';
import type { Clock } from '../../../src/lib/base/clock.ts';

export interface VirtualClock extends Clock {
  /** Lets so many milliseconds pass; timers that fall due fire. */
  pass(ms: number): void;
  /** The computer sleeps: time passes, no timer comes nearer. */
  sleep(ms: number): void;
  /** Goes to the next timer and fires it; false when there is none. */
  advance(): boolean;
}

/** One for all: to make one takes its stack. */
const TIMED_OUT = new DOMException('', 'TimeoutError');

export function virtualClock(start = 1_000_000): VirtualClock {
  let now = start;
  let slept = 0;
  const awake = (): number => now - slept;
  const timers: { readonly at: number; readonly controller: AbortController }[] = [];
  const fireDue = (): void => {
    while (timers[0] && timers[0].at <= awake()) timers.shift()?.controller.abort(TIMED_OUT);
  };
  return {
    now: () => now,
    measureAwake: awake,
    timeout(ms) {
      const controller = new AbortController();
      const at = awake() + Math.max(0, ms);
      if (!Number.isFinite(at)) return controller.signal;
      const after = timers.findIndex((timer) => timer.at > at);
      timers.splice(after === -1 ? timers.length : after, 0, { at, controller });
      return controller.signal;
    },
    pass(ms) {
      now += ms;
      fireDue();
    },
    sleep(ms) {
      now += ms;
      slept += ms;
    },
    advance() {
      const [next] = timers;
      if (!next) return false;
      now = Math.max(now, next.at + slept);
      fireDue();
      return true;
    },
  };
}

/** Nothing is runnable and no timer is left: the work would wait for ever. */
export class Hang extends Error {}

/** The result of the work, with time passing whenever it waits. Rejects with `Hang` when it never ends. */
export async function inVirtualTime<T>(work: Promise<T>, clock: VirtualClock): Promise<T> {
  const ended = { yet: false };
  const end = (): void => void (ended.yet = true);
  work.then(end, end);
  for (;;) {
    await turn();
    if (ended.yet) return work;
    if (!clock.advance()) throw new Hang('The work waits for something that never comes.');
  }
}

/** One turn of the event loop: every microtask has run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * SHA-256 within the same turn: the browser's takes a thread, whose end no virtual clock can see. Same digests. No spy, which
 * would keep all that it is called with.
 */
export function digestInTurn(): void {
  const digest: SubtleCrypto['digest'] = (_algorithm, data) => {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Promise.resolve(new Uint8Array(hash('sha256', bytes, 'buffer')).buffer);
  };
  Object.defineProperty(crypto.subtle, 'digest', { value: digest, configurable: true });
  afterAll(() => void Reflect.deleteProperty(crypto.subtle, 'digest'));
}
