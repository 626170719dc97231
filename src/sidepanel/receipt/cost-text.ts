/** Formats the maximum cost. An unknown price is stated as unknown, never as free. */
import type { Estimate } from '../../lib/protocol/messages.ts';
import type { WebOutlook } from '../../lib/protocol/search.ts';
import { t } from '../strings/strings.ts';

export function formatMaxCost({ cost, asOf }: Pick<Estimate, 'cost' | 'asOf'>, unknown: string = t.priceHint): string {
  return cost === undefined ? unknown : t.upTo(cost, asOf);
}

export function listWebCostFacts(
  estimate: WebOutlook['estimate'],
  formatEstimate: (calls: number, input: number, output: number) => readonly string[] = t.web.estimate,
): readonly string[] {
  const { calls, input, output, metered } = estimate;
  return metered ? [...formatEstimate(calls, input, output), formatMaxCost(estimate, t.priceUnknown)] : [t.web.free];
}
