/** The bounds of a run: each ends it with the best partial answer there is, and says which one it was (R2.2). */
import type { Trouble } from '../base/errors.ts';
import type { RunState } from './state.ts';

export type LimitName = 'steps' | 'time' | 'tokens';

/** Thrown inside an effect that a limit forbids; the loop turns it into the end of the run. */
export class LimitReached extends Error {
  readonly limit: LimitName;
  constructor(limit: LimitName) {
    super(`limit: ${limit}`);
    this.name = 'LimitReached';
    this.limit = limit;
  }
}

const SAID: Readonly<Record<LimitName, { what: string; cure: string }>> = {
  steps: { what: 'The run reached its limit of steps.', cure: 'Ask for less at once, or try again.' },
  time: { what: 'The run reached its time limit.', cure: 'Try again, or use a faster model.' },
  tokens: {
    what: 'The next model call could have gone over the token budget, so it was not made.',
    cure: 'Raise the token budget in Settings, or summarise a shorter page.',
  },
};

export function limitTrouble(limit: LimitName): Trouble {
  return { code: `limit.${limit}`, message: SAID[limit].what, cure: SAID[limit].cure };
}

/** Milliseconds of working time left. Time spent waiting does not count. */
export function timeLeft(state: RunState, now: number): number {
  if (!state.spec) return Infinity;
  const waiting = state.wait ? now - state.wait.since : 0;
  return state.spec.limits.wallClockMs - (now - state.startedAt - state.waited - waiting);
}
