/** Limits of sub-agents: tokens, cost, time and tools of servers never exceed the caller's (SAFETY D11). */
import type { AgentManifest } from './manifest.ts';
import { RESERVED_IDS } from './reserved-ids.ts';
import { createServerToolName } from './server-tool-name.ts';
import type { ServerTool } from './server-tool.ts';
import type { Limits, ModelBinding, RunConfig } from './spec.ts';

export const MAX_AGENT_DEPTH = 3;
export const MAX_AGENTS_CALLED = [6, 3, 1] as const;

/** What the caller has left is checked at each spend. What the user allowed the run is not for its agents. */
export function narrowLimits({ agent }: Pick<AgentManifest, 'agent'>, caller: RunConfig): RunConfig {
  const { fast, vision, fallback, embedder } = caller.models;
  const main = resolveNamedModel(agent.model, caller);
  const omitMain = (binding: ModelBinding | null): ModelBinding | null => (binding?.id === main.id ? null : binding);
  return {
    ...caller,
    grants: [],
    serverTools: narrowServerTools(agent, caller),
    models: {
      ...{ main, fast: omitMain(fast), vision: omitMain(vision), fallback: omitMain(fallback) },
      ...(embedder && { embedder }),
    },
    limits: mergeLimits(caller.limits, agent.limits),
  };
}

export function resolveNamedModel(
  name: string,
  { models, others }: Pick<RunConfig, 'models' | 'others'>,
): ModelBinding {
  switch (name) {
    case 'main':
      return models.main;
    case 'fast':
      return models.fast ?? models.main;
    case 'vision':
      return models.vision ?? models.main;
    default:
      return (
        [models.main, models.fast, models.vision, models.fallback, ...others].find((binding) => binding?.id === name) ??
        models.main
      );
  }
}

/**
 * Returns those of the caller's server tools that the agent names by tool or by server, and none of a page. A name that is
 * also ours or an agent's is not a server's.
 */
function narrowServerTools(
  { uses_tools: uses }: Pick<AgentManifest['agent'], 'uses_tools'>,
  { serverTools = [], agents }: Pick<RunConfig, 'serverTools' | 'agents'>,
): readonly ServerTool[] {
  const isServerName = (name: string): boolean => !RESERVED_IDS.has(name) && !agents.some(({ id }) => id === name);
  return serverTools.filter(
    (tool) =>
      tool.page === undefined &&
      (uses.includes(createServerToolName(tool)) || (uses.includes(tool.server) && isServerName(tool.server))),
  );
}

/** A nested caller's limits are already narrowed. */
function mergeLimits(caller: Limits, own: AgentManifest['agent']['limits']): Limits {
  return {
    ...caller,
    maxSteps: own.max_turns,
    tokenBudget: Math.min(caller.tokenBudget, own.max_tokens_per_invocation),
    wallClockMs: Math.min(caller.wallClockMs, own.time_budget_ms),
  };
}
