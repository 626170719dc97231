/** Sums up the tokens that a job can cost, and those that it usually costs, over its models. */
import { computeModelCost, addCosts, isFree } from '../agent/budget/cost.ts';
import type { EstimatedCalls, JobEstimate } from '../agent/loop/job.ts';
import type { BoundModel } from '../agent/state/model-roles.ts';
import type { ModelBinding, Limits } from '../agent/frames/spec.ts';
import type { Tokens } from '../agent/budget/usage.ts';
import type { Model } from '../agent/ports.ts';
import { MAX_AGENTS_CALLED } from '../agent/frames/narrow-config.ts';

/** Factor by which passage references lengthen a page's text. */
export const REFERENCE_FACTOR = 1.1;
/** Tokens of a prompt without its documents. */
export const USUAL_PROMPT = 200;
/** A translation in proportion to its original. */
export const USUAL_TRANSLATION = 1.2;
/** Most tokens of one reflection: input, output. */
export const REFLECTION_TOKENS = [1500, 300] as const;
/** The same, of other words for a query. */
export const REWRITE_TOKENS = [500, 240] as const;

export interface Calls extends Tokens {
  readonly calls: number;
  readonly by: ModelBinding;
}

/** Calls of one model, each with these tokens in and out. */
export function createCalls({ binding: by }: BoundModel, [input, output]: readonly [number, number], calls = 1): Calls {
  return { calls, input: calls * input, output: calls * output, by };
}

/** `likely`: what the run usually takes, in whole or parts of calls. */
export function sumEstimate(most: readonly Calls[], likely: readonly Calls[]): JobEstimate {
  const bound = sumCalls(most);
  const paid = most.flatMap(({ by: { metered, prices } }) =>
    metered && prices !== null && !isFree(prices) ? [prices.asOf] : [],
  );
  return {
    ...bound,
    likely: clampCalls(sumCalls(likely), bound),
    total: bound.input + bound.output,
    asOf: Array.from(new Set(paid)),
    metered: most.some(({ by }) => by.metered),
  };
}

function sumCalls(calls: readonly Calls[]): EstimatedCalls {
  const sum = (figure: 'calls' | 'input' | 'output'): number =>
    Math.ceil(calls.reduce((total, each) => total + each[figure], 0));
  const cost = calls.map((each) => computeModelCost(each, each.by)).reduce(addCosts, 0);
  return { calls: sum('calls'), input: sum('input'), output: sum('output'), ...(cost === null ? {} : { cost }) };
}

/** What is likely is never more than what is possible. */
function clampCalls({ calls, input, output, cost }: EstimatedCalls, bound: EstimatedCalls): EstimatedCalls {
  return {
    calls: Math.min(calls, bound.calls),
    input: Math.min(input, bound.input),
    output: Math.min(output, bound.output),
    ...(cost === undefined || bound.cost === undefined ? {} : { cost: Math.min(cost, bound.cost) }),
  };
}

/** Capped by the budget; 0 if no model decides. `largest`: tokens of one invocation. */
export function estimateAgents(
  largest: number,
  model: Pick<Model, 'toolCalling'>,
  { tokenBudget }: Pick<Limits, 'tokenBudget'>,
): number {
  return model.toolCalling === 'none' ? 0 : Math.min(tokenBudget, MAX_AGENTS_CALLED[0] * largest);
}
