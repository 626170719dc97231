/**
 * On which terms an agent works that was called. The one rule: no tokens, cost or time in them are more than its caller's (SAFETY
 * D11); how many steps it makes of those is its own.
 */
import type { AgentManifest } from './manifest.ts';
import type { Limits, ModelTerms, RunTerms } from './spec.ts';

/** Agents that call agents that call agents, and no further. */
export const MOST_DEPTH = 3;
/** How many agents each may call: the main one for a wish, one that it called, one that this called. */
export const MOST_CALLED = [6, 3, 1] as const;

/** The caller's terms, narrowed to what the manifest asks for. What the caller has left is held by whoever spends it. */
export function termsFor({ agent }: Pick<AgentManifest, 'agent'>, caller: RunTerms): RunTerms {
  const { fast, vision, fallback } = caller.models;
  const main = modelNamed(agent.model, caller);
  const apart = (terms: ModelTerms | null): ModelTerms | null => (terms?.id === main.id ? null : terms);
  return {
    ...caller,
    models: { main, fast: apart(fast), vision: apart(vision), fallback: apart(fallback) },
    limits: narrowed(caller.limits, agent.limits),
  };
}

function modelNamed(name: string, { models, others }: Pick<RunTerms, 'models' | 'others'>): ModelTerms {
  switch (name) {
    case 'main':
      return models.main;
    case 'fast':
      return models.fast ?? models.main;
    case 'vision':
      return models.vision ?? models.main;
    default:
      return (
        [models.main, models.fast, models.vision, models.fallback, ...others].find((each) => each?.id === name) ??
        models.main
      );
  }
}

/** Also a caller's: of an agent that was called itself they are narrowed already. */
function narrowed(caller: Limits, own: AgentManifest['agent']['limits']): Limits {
  return {
    ...caller,
    maxSteps: own.max_turns,
    tokenBudget: Math.min(caller.tokenBudget, own.max_tokens_per_invocation),
    wallClockMs: Math.min(caller.wallClockMs, own.time_budget_ms),
  };
}
