/** Estimates what agents may cost in addition to a job. Shown separately, because most questions call none. */
import type { Model } from '../agent/ports.ts';
import type { Limits } from '../agent/frames/spec.ts';
import { MAX_AGENTS_CALLED } from '../agent/frames/narrow-config.ts';

/**
 * Returns the most tokens that agents can use for one request: all allowed invocations at the largest agent's limit,
 * capped by the budget. 0 if no model makes decisions. `largest`: tokens of one invocation.
 */
export function estimateAgents(
  largest: number,
  model: Pick<Model, 'toolCalling'>,
  { tokenBudget }: Pick<Limits, 'tokenBudget'>,
): number {
  return model.toolCalling === 'none' ? 0 : Math.min(tokenBudget, MAX_AGENTS_CALLED[0] * largest);
}
