/** Requests from the panel about the user's agents. Everything from the panel is validated again where it is stored. */
import {
  MAX_MANIFEST_LENGTH,
  type AgentManifest,
  type ManifestFault,
  type IntegrationMode,
} from '../agent/frames/manifest.ts';

export { MAX_MANIFEST_LENGTH, type ManifestFault };

/** What a name in `uses_tools` refers to; `missing`: nothing of that name exists. */
export interface ToolReference {
  readonly name: string;
  readonly title: string;
  readonly kind: 'tool' | 'extension' | 'agent' | 'missing';
}

/** Total use by an agent's invocations in all runs. */
export interface AgentSpend {
  readonly invocations: number;
  readonly input: number;
  readonly output: number;
  /** In the currency of the prices; null if any price is unknown. */
  readonly cost: number | null;
}

/** An agent in the list. */
export interface AgentEntry {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly mode: IntegrationMode;
  readonly source: 'built-in' | 'own';
  /** A user's agent that replaces a built-in one of the same id; removing it restores the built-in one. */
  readonly replaces: boolean;
  readonly enabled: boolean;
  readonly manifest: AgentManifest;
  /** As the user wrote it; '' for a built-in agent or one created in a run. */
  readonly text: string;
  readonly uses: readonly ToolReference[];
  readonly spend: AgentSpend;
  /** Why it cannot run although enabled: missing dependencies. */
  readonly faults: readonly ManifestFault[];
}

/** A stored agent that cannot be read: it cannot run, but can be removed by its id. */
export interface BrokenAgent {
  /** '' if the list itself cannot be read. */
  readonly id: string;
  /** As the user wrote it, as far as readable; '' if not. */
  readonly text: string;
  readonly faults: readonly ManifestFault[];
}

/** Most agents that a user can save. */
export const MAX_AGENTS = 50;

/** An agent id in a request. */
export const AGENT_ID = { type: 'string', minLength: 1, maxLength: 40 } as const;

export const AGENT_REQUESTS = {
  /** Lists all agents, built-in ones first. */
  'agents.list': {
    type: 'object',
    properties: { type: { const: 'agents.list' } },
    required: ['type'],
    additionalProperties: false,
  },
  /** Saves an agent: `text` as the user wrote it, `manifest` as parsed from it. Rejected with its faults. */
  'agents.save': {
    type: 'object',
    properties: {
      type: { const: 'agents.save' },
      text: { type: 'string', maxLength: MAX_MANIFEST_LENGTH },
      manifest: { type: 'object', additionalProperties: true },
    },
    required: ['type', 'text', 'manifest'],
    additionalProperties: false,
  },
  'agents.enable': {
    type: 'object',
    properties: { type: { const: 'agents.enable' }, id: AGENT_ID, enabled: { type: 'boolean' } },
    required: ['type', 'id', 'enabled'],
    additionalProperties: false,
  },
  /** Removes a user's agent; a built-in one that it replaced is restored. */
  'agents.remove': {
    type: 'object',
    properties: { type: { const: 'agents.remove' }, id: AGENT_ID },
    required: ['type', 'id'],
    additionalProperties: false,
  },
} as const;

export interface AgentReplies {
  'agents.list': { readonly agents: readonly AgentEntry[]; readonly broken: readonly BrokenAgent[] };
  /** Empty if it was saved; otherwise its faults, and nothing was changed. */
  'agents.save': { readonly faults: readonly ManifestFault[] };
  'agents.enable': Record<string, never>;
  'agents.remove': Record<string, never>;
}
