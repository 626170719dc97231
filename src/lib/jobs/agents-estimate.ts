/** Shown apart from the job's estimate, because most questions call no agent. */
import type { Model } from '../agent/ports.ts';
import type { Limits } from '../agent/frames/spec.ts';
import { MAX_AGENTS_CALLED } from '../agent/frames/narrow-config.ts';

/** Capped by the budget; 0 if no model decides. `largest`: tokens of one invocation. */
export function estimateAgents(
  largest: number,
  model: Pick<Model, 'toolCalling'>,
  { tokenBudget }: Pick<Limits, 'tokenBudget'>,
): number {
  return model.toolCalling === 'none' ? 0 : Math.min(tokenBudget, MAX_AGENTS_CALLED[0] * largest);
}
