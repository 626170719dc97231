/** Sums up the most tokens a job can cost over its models. */
import { computeModelCost, addCosts } from '../agent/budget/cost.ts';
import type { JobEstimate } from '../agent/loop/job.ts';
import type { BoundModel } from '../agent/state/model-roles.ts';
import type { ModelBinding, Limits } from '../agent/frames/spec.ts';
import type { Tokens } from '../agent/budget/usage.ts';
import type { Model } from '../agent/ports.ts';
import { MAX_AGENTS_CALLED } from '../agent/frames/narrow-config.ts';

/** By which passage references lengthen a page's text. */
export const REFERENCE_FACTOR = 1.1;
/** Most tokens of one reflection: input, output. */
export const REFLECTION_TOKENS = [1500, 300] as const;

export interface Calls extends Tokens {
  readonly calls: number;
  readonly by: ModelBinding;
}

/** Calls of one model, each with these tokens in and out. */
export function createCalls({ binding: by }: BoundModel, [input, output]: readonly [number, number], calls = 1): Calls {
  return { calls, input: calls * input, output: calls * output, by };
}

/** Has a cost only if all prices are known and a model is metered. */
export function sumEstimate(calls: readonly Calls[]): JobEstimate {
  const [count, input, output] = [sumFigure(calls, 'calls'), sumFigure(calls, 'input'), sumFigure(calls, 'output')];
  const cost = calls.map((each) => computeModelCost(each, each.by)).reduce(addCosts, 0);
  const paid = calls.flatMap(({ by }) => (by.metered && by.prices !== null ? [by.prices.asOf] : []));
  const priced = cost !== null && paid.length > 0 ? { cost } : {};
  const metered = calls.some(({ by }) => by.metered);
  return { calls: count, input, output, total: input + output, ...priced, asOf: Array.from(new Set(paid)), metered };
}

const sumFigure = (calls: readonly Calls[], figure: 'calls' | 'input' | 'output'): number =>
  calls.reduce((total, each) => total + each[figure], 0);

/** Capped by the budget; 0 if no model decides. `largest`: tokens of one invocation. */
export function estimateAgents(
  largest: number,
  model: Pick<Model, 'toolCalling'>,
  { tokenBudget }: Pick<Limits, 'tokenBudget'>,
): number {
  return model.toolCalling === 'none' ? 0 : Math.min(tokenBudget, MAX_AGENTS_CALLED[0] * largest);
}
