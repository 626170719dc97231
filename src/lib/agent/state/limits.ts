/** The limits of a run; reaching one ends it with the best partial answer (R2.2). */
import type { UserError } from '../../base/errors.ts';
import { computeModelCost, type PricedModel } from '../budget/cost.ts';
import type { LimitName } from '../frames/spec.ts';
import type { AgentState } from './agent-state.ts';
import { iterateActiveAgents } from './sub-agents.ts';
import {
  addTokens,
  computeTokenUsage,
  countsAgainstBudget,
  isBudgetExceeded,
  NO_TOKENS,
  type Tokens,
} from '../budget/usage.ts';

export type { LimitName };

export class LimitReached extends Error {
  readonly limit: LimitName;
  /** Correlation id; null for the run's own limit. */
  readonly agentName: string | null;
  constructor(limit: LimitName, whose: string | null) {
    super(`limit: ${limit}`);
    this.name = 'LimitReached';
    this.limit = limit;
    this.agentName = whose;
  }
}

const LIMIT_ERRORS: Readonly<Record<LimitName, { what: string; hint: string }>> = {
  steps: { what: 'The step limit was reached.', hint: 'Ask for less at once, or try again.' },
  retries: {
    what: 'Several of the model’s replies couldn’t be used.',
    hint: 'Try again, or choose a model that is better with tools.',
  },
  time: { what: 'The time limit was reached.', hint: 'Try again, or use a faster model.' },
  tokens: {
    what: 'The next model call could have gone over the token limit, so it was not made.',
    hint: 'Raise the token limit in Settings, or ask about a shorter page.',
  },
  cost: {
    what: 'The next model call could have gone over the cost limit, so it was not made.',
    hint: 'Raise the limit in Settings, or ask about a shorter page.',
  },
  context: {
    what: 'What the run has found no longer fits into the model’s window.',
    hint: 'Ask for less at once, or choose a model with a larger window.',
  },
};

export function createLimitError(limit: LimitName): UserError {
  return { code: `limit.${limit}`, message: LIMIT_ERRORS[limit].what, hint: LIMIT_ERRORS[limit].hint };
}

export function shouldContinue(state: AgentState, now: number): boolean {
  return findReachedLimit(state, now) === null;
}

/** Tokens, cost and window are checked before each model call instead. Null for none. */
export function findReachedLimit(state: AgentState, now: number): LimitName | null {
  const { spec } = state;
  if (!spec) return null;
  if (getTimeLeft(state, now) <= 0) return 'time';
  if (state.request.rejectedCount > spec.limits.maxRetries) return 'retries';
  return getStepsLeft(state) > 0 ? null : 'steps';
}

/** Returns milliseconds of working time; waiting does not count. */
export function getTimeLeft(state: AgentState, now: number): number {
  if (!state.spec) return Infinity;
  const waiting = state.request.wait ? now - state.request.wait.since : 0;
  return state.spec.limits.wallClockMs - (now - state.startedAt - state.request.waitedMs - waiting);
}

export function getStepsLeft(state: AgentState): number {
  return state.spec ? state.spec.limits.maxSteps - (state.step - state.request.stepsBeforeRetry) : Infinity;
}

export interface Reservation extends Tokens {
  readonly model: PricedModel | null;
}

/** Counts what parallel and open calls may still spend. An unknown price limits only tokens. Fails closed. */
export function findExceededBudget(
  state: AgentState,
  call: Reservation,
  parallel: readonly Reservation[],
): LimitName | null {
  const { spec } = state;
  if (!spec || !countsAgainstBudget(spec, call.model)) return null;
  const applyDrift = ({ input, output }: Tokens): Tokens => ({ input: Math.ceil(input * state.request.drift), output });
  const openCalls = [...iterateActiveAgents(state)].flatMap(({ request: { modelCalls: effects } }) =>
    [...effects.values()].filter(({ underWay }) => underWay),
  );
  const others = openCalls
    .filter(({ call: { key } }) => !state.request.modelCalls.has(key))
    .map(({ binding: model, call: { estimate } }) => ({ ...estimate, model }));
  const next = [call, ...parallel, ...others]
    .filter(({ model: by }) => countsAgainstBudget(spec, by))
    .reduce<Tokens>(addTokens, NO_TOKENS);
  const { currentOperation: largest, ...rest } = computeTokenUsage(state, next);
  if (isBudgetExceeded({ ...rest, currentOperation: applyDrift(largest) })) return 'tokens';
  const { maxCost } = spec.limits;
  if (maxCost === null) return null;
  const charged = [
    call,
    ...parallel,
    ...openCalls.map(({ binding: model, call: { estimate } }) => ({ ...estimate, model })),
  ];
  const cost = charged.reduce(
    (sum, item) => sum + (computeModelCost(applyDrift(item), item.model) ?? 0),
    state.bill.known - state.request.chargedBefore.cost,
  );
  return cost <= maxCost ? null : 'cost';
}
