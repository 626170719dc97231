/** What a job can take at most, added up over the models that its calls are made by. Figures are tokens. */
import { costAt, plusCost } from '../agent/cost.ts';
import type { JobEstimate } from '../agent/job.ts';
import type { ModelTerms } from '../agent/spec.ts';
import type { Tokens } from '../agent/tokens.ts';

/** What a page's tokens grow by when each passage stands under its name. */
export const NAMED = 1.1;
/** Most tokens that thinking about a failure takes, in and out. */
export const REFLECTION = [1500, 300] as const;

/** Calls of one model. */
export interface Calls extends Tokens {
  readonly calls: number;
  readonly by: ModelTerms;
}

/** The sum; with a cost where all prices are known and somebody is paid. */
export function estimateOf(all: readonly Calls[]): JobEstimate {
  const [calls, input, output] = [sum(all, 'calls'), sum(all, 'input'), sum(all, 'output')];
  const cost = all.map((each) => costAt(each, each.by)).reduce(plusCost, 0);
  const paid = all.flatMap(({ by }) => (by.metered && by.prices !== null ? [by.prices.asOf] : []));
  const priced = cost !== null && paid.length > 0 ? { cost } : {};
  const metered = all.some(({ by }) => by.metered);
  return { calls, input, output, total: input + output, ...priced, asOf: Array.from(new Set(paid)), metered };
}

const sum = (all: readonly Calls[], figure: 'calls' | 'input' | 'output'): number =>
  all.reduce((total, each) => total + each[figure], 0);
