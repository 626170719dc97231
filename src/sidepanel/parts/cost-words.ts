/** What an estimate costs at most, in words. The one rule: where no price is known it says so, and never that it is free. */
import type { Estimate } from '../../lib/protocol/messages.ts';
import type { WebOutlook } from '../../lib/protocol/search.ts';
import { t } from '../strings.ts';

/** `unknown`: what is said where no price is known. */
export function costWords({ cost, asOf }: Pick<Estimate, 'cost' | 'asOf'>, unknown: string = t.priceHint): string {
  return cost === undefined ? unknown : t.upTo(cost, asOf);
}

/** What a question of the web takes. */
export function webFacts(
  estimate: WebOutlook['estimate'],
  words: (calls: number, input: number, output: number) => readonly string[] = t.web.estimate,
): readonly string[] {
  const { calls, input, output, metered } = estimate;
  return metered ? [...words(calls, input, output), costWords(estimate, t.priceUnknown)] : [t.web.free];
}
