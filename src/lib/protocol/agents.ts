/** Requests about the user's agents; validated again where they are stored. */
import {
  MAX_MANIFEST_LENGTH,
  type AgentManifest,
  type ManifestFault,
  type IntegrationMode,
} from '../agent/frames/manifest.ts';

export { MAX_MANIFEST_LENGTH, type ManifestFault };

export interface ToolReference {
  readonly name: string;
  readonly title: string;
  readonly kind: 'tool' | 'extension' | 'agent' | 'missing';
}

export interface AgentSpend {
  readonly invocations: number;
  readonly input: number;
  readonly output: number;
  /** In the currency of the prices; null if any price is unknown. */
  readonly cost: number | null;
}

export interface AgentEntry {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly mode: IntegrationMode;
  readonly source: 'built-in' | 'own';
  /** Replaces a built-in agent of the same id; removing it restores that one. */
  readonly replaces: boolean;
  readonly enabled: boolean;
  readonly manifest: AgentManifest;
  /** As the user wrote it; '' for a built-in agent or one created in a run. */
  readonly text: string;
  readonly uses: readonly ToolReference[];
  readonly spend: AgentSpend;
  readonly faults: readonly ManifestFault[];
}

/** Cannot be read or run, but can be removed by its id. */
export interface BrokenAgent {
  /** '' if the list itself cannot be read. */
  readonly id: string;
  readonly text: string;
  readonly faults: readonly ManifestFault[];
}

export const MAX_AGENTS = 50;

export const AGENT_ID = { type: 'string', minLength: 1, maxLength: 40 } as const;

export const AGENT_REQUESTS = {
  'agents.list': {
    type: 'object',
    properties: { type: { const: 'agents.list' } },
    required: ['type'],
    additionalProperties: false,
  },
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
  'agents.remove': {
    type: 'object',
    properties: { type: { const: 'agents.remove' }, id: AGENT_ID },
    required: ['type', 'id'],
    additionalProperties: false,
  },
} as const;

export interface AgentReplies {
  'agents.list': { readonly agents: readonly AgentEntry[]; readonly broken: readonly BrokenAgent[] };
  /** Empty if saved; otherwise its faults, and nothing was changed. */
  'agents.save': { readonly faults: readonly ManifestFault[] };
  'agents.enable': Record<string, never>;
  'agents.remove': Record<string, never>;
}
