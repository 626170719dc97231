/** Which engines are better left alone for a while. Remembered as long as whoever holds it; the one rule: a success forgets all. */

export interface Rest {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly why: string;
}

export interface Health {
  /** Null for one that may be asked. */
  resting(engine: string, now: number): Rest | null;
  /** It wants to be left alone until then. */
  rest(engine: string, until: number, why: string): void;
  answered(engine: string): void;
  /** It did not answer, or not with results. After a few in a row it rests, each time longer. */
  failed(engine: string, now: number, why: string): void;
}

const IN_A_ROW = 3;
const REST_MS = 60_000;
const MOST_REST_MS = 600_000;

export function createHealth(): Health {
  const rests = new Map<string, Rest>();
  const failures = new Map<string, number>();
  const rest = (engine: string, until: number, why: string): void => {
    const known = rests.get(engine);
    if (known === undefined || known.until < until) rests.set(engine, { until, why });
  };
  return {
    rest,
    resting(engine, now) {
      const known = rests.get(engine);
      return known !== undefined && known.until > now ? known : null;
    },
    answered(engine) {
      rests.delete(engine);
      failures.delete(engine);
    },
    failed(engine, now, why) {
      const row = (failures.get(engine) ?? 0) + 1;
      failures.set(engine, row);
      if (row >= IN_A_ROW) rest(engine, now + Math.min(MOST_REST_MS, REST_MS * 2 ** (row - IN_A_ROW)), why);
    },
  };
}
