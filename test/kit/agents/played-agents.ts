/** Agents of plots: each plays a script of its own, and is known by its name in what it is told. */
import type { AgentCard, AgentManifest } from '../../../src/lib/agent/frames/frames.ts';
import type { AskUserFrame } from '../../../src/lib/agent/frames/control-frames.ts';
import type { Job } from '../../../src/lib/agent/loop/job.ts';
import type { IntegrationMode } from '../../../src/lib/agent/frames/manifest.ts';
import type { Command } from '../../../src/lib/agent/storage-ports.ts';
import type { Tool } from '../../../src/lib/agent/tool-calls/index.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import type { Say } from '../models/agent-model.ts';
import { digest } from '../models/scripted-model.ts';

export interface PlayedAgent {
  readonly manifest: AgentManifest;
  readonly script: readonly Say[];
}

export interface AgentChanges extends Partial<Omit<AgentManifest, 'agent'>> {
  readonly mode?: IntegrationMode;
  readonly model?: string;
  readonly uses?: readonly string[];
  readonly parameters?: AgentManifest['agent']['parameters'];
  readonly limits?: Partial<AgentManifest['agent']['limits']>;
}

export function manifestOf({
  mode = 'tool',
  model = 'main',
  uses = [],
  parameters = {},
  limits = {},
  ...changes
}: AgentChanges = {}): AgentManifest {
  const id = changes.id ?? 'helper';
  return {
    id,
    name: id,
    version: '1.0.0',
    description: `Does what ${id} does.`,
    natural_language_description: `Use ${id} when it is wanted.`,
    agent: {
      integration_mode: mode,
      model,
      instructions: 'You are {{name}}.',
      parameters,
      uses_tools: uses,
      limits: { max_turns: 20, max_tokens_per_invocation: 1_000_000, time_budget_ms: 1_000_000, ...limits },
    },
    depends_on: [],
    enabled: true,
    ...changes,
  };
}

/** What a called agent may reach that has no part of its caller's. */
export const NO_RIGHTS = { named: [], engines: false, tab: 'ask', searched: [], told: 0 } as const;

/** As if its text were its hash. */
export function cardOf({ manifest }: Pick<PlayedAgent, 'manifest'>): AgentCard {
  const { id, name, version, natural_language_description: routing, agent } = manifest;
  const { integration_mode: mode, uses_tools: uses, model } = agent;
  return { id, name, version, mode, routing, uses, source: 'own', model, manifest: `manifest of ${id}` };
}

/** Id of the agent that a request was made for; '' for the main one. */
export function whoIsAsked({ messages }: ModelRequest): string {
  const [first] = messages[0]?.content ?? [];
  const text = first && 'text' in first ? first.text : '';
  return /You are ([a-z-]+)\./.exec(text)?.[1] ?? '';
}

/** Any tool of the job by its name, and all of them as `toys`. */
export const toysNamed =
  ({ registry }: Job) =>
  (name: string): readonly Tool[] | undefined => {
    if (name === 'toys') return [...registry.tools.values()];
    const tool = registry.tools.get(name);
    return tool && [tool];
  };

/** What the user says to an agent that has the conversation: now and then, that they have had enough. */
export function wordTo({ key, text, correlationId }: AskUserFrame, id: string): Command {
  return parseInt(digest(text), 16) % 4 === 0
    ? { id, type: 'take-back', of: correlationId ?? '' }
    : { id, type: 'answer', ask: key, text: `Reply ${digest(text)}` };
}
