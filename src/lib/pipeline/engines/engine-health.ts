/** Tracks which engines to leave alone for a while. In memory only; a success clears the record. */

interface Rest {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly why: string;
}

export interface Health {
  /** Null if the engine may be asked. */
  getPause(engine: string, now: number): Rest | null;
  pause(engine: string, until: number, why: string): void;
  markAnswered(engine: string): void;
  /** After several failures in a row the engine rests, each time longer. */
  recordFailure(engine: string, now: number, why: string): void;
}

const FAILURES_BEFORE_REST = 3;
const REST_MS = 60_000;
const MAX_REST_MS = 600_000;

export function createHealth(): Health {
  const rests = new Map<string, Rest>();
  const failures = new Map<string, number>();
  const pause = (engine: string, until: number, why: string): void => {
    const current = rests.get(engine);
    if (current === undefined || current.until < until) rests.set(engine, { until, why });
  };
  return {
    pause,
    getPause(engine, now) {
      const current = rests.get(engine);
      return current !== undefined && current.until > now ? current : null;
    },
    markAnswered(engine) {
      rests.delete(engine);
      failures.delete(engine);
    },
    recordFailure(engine, now, why) {
      const failuresInARow = (failures.get(engine) ?? 0) + 1;
      failures.set(engine, failuresInARow);
      if (failuresInARow >= FAILURES_BEFORE_REST)
        pause(engine, now + Math.min(MAX_REST_MS, REST_MS * 2 ** (failuresInARow - FAILURES_BEFORE_REST)), why);
    },
  };
}
