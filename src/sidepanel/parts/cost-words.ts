/** What an estimate costs at most, in words. The one rule: where no price is known it says so, and never that it is free. */
import type { Prices } from '../../lib/agent/spec.ts';
import type { TokenEstimate } from '../../lib/agent/tokens.ts';
import { t } from '../strings.ts';

/** `unknown`: what is said where no price is known. */
export function costWords({ cost }: TokenEstimate, prices: Prices | null, unknown: string = t.priceHint): string {
  return cost === undefined || prices === null ? unknown : t.upTo(cost, prices);
}
