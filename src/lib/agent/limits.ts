/** The bounds of a run: each ends it with the best partial answer there is, and says which one it was (R2.2). */
import type { Trouble } from '../base/errors.ts';
import { costAt, type Payee } from './cost.ts';
import type { LimitName } from './spec.ts';
import type { AgentState } from './session.ts';
import { atWork } from './subs.ts';
import { isBudgetExceeded, usageOf, type Tokens } from './tokens.ts';

export type { LimitName };

/** Thrown inside an effect that a limit forbids; the loop turns it into the end of the run. */
export class LimitReached extends Error {
  readonly limit: LimitName;
  /** Whose: the name of an agent that was called; null for the run's own. */
  readonly whose: string | null;
  constructor(limit: LimitName, whose: string | null) {
    super(`limit: ${limit}`);
    this.name = 'LimitReached';
    this.limit = limit;
    this.whose = whose;
  }
}

const SAID: Readonly<Record<LimitName, { what: string; cure: string }>> = {
  steps: { what: 'The run reached its limit of steps.', cure: 'Ask for less at once, or try again.' },
  retries: {
    what: 'The model’s replies could not be acted on, several times in a row.',
    cure: 'Try again, or choose a model that is better with tools.',
  },
  time: { what: 'The run reached its time limit.', cure: 'Try again, or use a faster model.' },
  tokens: {
    what: 'The next model call could have gone over the token budget, so it was not made.',
    cure: 'Raise the token budget in Settings, or ask about a shorter page.',
  },
  cost: {
    what: 'The next model call could have cost more than you allow for a run, so it was not made.',
    cure: 'Raise the limit in Settings, or ask about a shorter page.',
  },
  context: {
    what: 'What the run has found no longer fits into the model’s window.',
    cure: 'Ask for less at once, or choose a model with a larger window.',
  },
};

export function limitTrouble(limit: LimitName): Trouble {
  return { code: `limit.${limit}`, message: SAID[limit].what, cure: SAID[limit].cure };
}

/** Whether the run may take another step at this time. */
export function shouldContinue(state: AgentState, now: number): boolean {
  return limitReached(state, now) === null;
}

/** The limit that forbids another step, if one does. Tokens, cost and window are looked at before each model call. */
export function limitReached(state: AgentState, now: number): LimitName | null {
  const { spec } = state;
  if (!spec) return null;
  if (timeLeft(state, now) <= 0) return 'time';
  if (state.rejected > spec.limits.maxRetries) return 'retries';
  return stepsLeft(state) > 0 ? null : 'steps';
}

/** Milliseconds of working time left. Time spent waiting does not count. */
export function timeLeft(state: AgentState, now: number): number {
  if (!state.spec) return Infinity;
  const waiting = state.wait ? now - state.wait.since : 0;
  return state.spec.limits.wallClockMs - (now - state.startedAt - state.waited - waiting);
}

export function stepsLeft(state: AgentState): number {
  return state.spec ? state.spec.limits.maxSteps - (state.step - state.stepsFrom) : Infinity;
}

/** What a call may take, and who is paid for it. */
export interface Reserved extends Tokens {
  readonly by: Payee | null;
}

/**
 * What a model call could break, counting what those `beside` it and those under way may still spend. A call that costs
 * nothing breaks nothing; one whose price nobody knows counts in tokens alone. Fails closed.
 */
export function overBudget(state: AgentState, call: Reserved, beside: readonly Reserved[] = []): LimitName | null {
  const { spec } = state;
  if (!spec || call.by?.metered === false) return null;
  const drifted = ({ input, output }: Tokens): Tokens => ({ input: Math.ceil(input * state.drift), output });
  const begun = [...atWork(state)].flatMap(({ effects }) => [...effects.values()].filter(({ underWay }) => underWay));
  const others = begun
    .filter(({ call: { key } }) => !state.effects.has(key))
    .map(({ by, call: { estimate } }) => ({ ...estimate, by }));
  const next = [call, ...beside, ...others].filter(({ by }) => by?.metered !== false).reduce(plus, NOTHING);
  const { currentOperation: most, ...rest } = usageOf(state, next);
  if (isBudgetExceeded({ ...rest, currentOperation: drifted(most) })) return 'tokens';
  const { maxCost } = spec.limits;
  if (maxCost === null) return null;
  const open = [call, ...beside, ...begun.map(({ by, call: { estimate } }) => ({ ...estimate, by }))];
  // nobody knows what a cache holds
  const cost = open.reduce(
    (sum, each) => sum + (costAt(drifted(each), each.by) ?? 0),
    state.bill.known - state.earlier.cost,
  );
  return cost <= maxCost ? null : 'cost';
}

const NOTHING: Tokens = { input: 0, output: 0 };
const plus = (a: Tokens, b: Tokens): Tokens => ({ input: a.input + b.input, output: a.output + b.output });
