/** What agents may take beside a job, should the model call any: told apart, since most questions need none. */
import type { Model } from '../agent/ports.ts';
import type { Limits } from '../agent/spec.ts';
import { MOST_CALLED } from '../agent/terms.ts';

/**
 * Tokens at most: as many invocations as one wish may have, each taking all that the largest may, and never more than the
 * budget. None where no model decides. `largest`: tokens of one invocation.
 */
export function estimateAgents(
  largest: number,
  model: Pick<Model, 'toolCalling'>,
  { tokenBudget }: Pick<Limits, 'tokenBudget'>,
): number {
  return model.toolCalling === 'none' ? 0 : Math.min(tokenBudget, MOST_CALLED[0] * largest);
}
