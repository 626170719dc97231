/** What is said of a run before it: what it will likely take, then the most that it can. */
import type { WebOutlook } from '../../lib/protocol/requests/web.ts';
import { t } from '../strings/shell.ts';

export type JobEstimate = WebOutlook['estimate'];

export function listLikelyFacts({ likely }: JobEstimate, formatTokens = t.likely): readonly string[] {
  const { input, output, cost } = likely;
  const price = cost === undefined ? '' : cost === 0 ? t.free : t.amountLikely(cost);
  return [...formatTokens(input, output), price];
}

/** Says whose prices they are. An unknown price is stated as unknown, never as free. */
export function listMostFacts({ calls, input, cost, asOf }: JobEstimate): readonly string[] {
  const price = cost === undefined ? t.priceUnknown : cost === 0 ? '' : t.cost(cost, asOf);
  return [...t.most(input, calls), price];
}

/** In one line. `free`: if nobody is paid and no budget limits it. */
export const listCostFacts = (estimate: JobEstimate, free: string, formatTokens = t.likely): readonly string[] =>
  estimate.metered ? [...listLikelyFacts(estimate, formatTokens), ...listMostFacts(estimate)] : [free];

/** In a word or two. */
export function formatLikelyCost({ metered, likely: { input, output, cost } }: JobEstimate): string {
  if (!metered || cost === 0) return t.receipt.free;
  return cost === undefined ? t.askBox.aboutTokens(input + output) : t.askBox.about(cost);
}
