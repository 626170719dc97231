/** What an estimate costs at most, in words. The one rule: where no price is known it says so, and never that it is free. */
import type { Estimate } from '../../lib/protocol/messages.ts';
import { t } from '../strings.ts';

/** `unknown`: what is said where no price is known. */
export function costWords({ cost, asOf }: Pick<Estimate, 'cost' | 'asOf'>, unknown: string = t.priceHint): string {
  return cost === undefined ? unknown : t.upTo(cost, asOf);
}
