/** What the panel asks of the person's agents. The one rule: what comes from the panel is checked again where it is kept. */
import { MAX_MANIFEST, type AgentManifest, type Fault, type IntegrationMode } from '../agent/manifest.ts';

export { MAX_MANIFEST, type Fault };

/** What a name in `uses_tools` stands for; `missing`: nothing that is there. */
export interface Use {
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly kind: 'tool' | 'extension' | 'agent' | 'missing';
}

/** What an agent's invocations have taken so far, in all runs. */
export interface AgentSpend {
  readonly invocations: number;
  readonly input: number;
  readonly output: number;
  /** In the currency of the prices; null where the price of some of it is not known. */
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
  /** It is the person's, and stands in the place of a built-in one of the same id, which comes back when it is removed. */
  readonly replaces: boolean;
  readonly enabled: boolean;
  readonly manifest: AgentManifest;
  /** As the person wrote it; '' where nobody wrote any: of a built-in one, and of one that was made in a run. */
  readonly text: string;
  readonly uses: readonly Use[];
  readonly spend: AgentSpend;
  /** Why it cannot run though it is switched on: what it depends on is not there. */
  readonly faults: readonly Fault[];
}

/** One that is stored and cannot be read as an agent: it runs nowhere, and can be removed by its id. */
export interface BrokenAgent {
  /** '' where it is the list of them that cannot be read. */
  readonly id: string;
  /** As the person wrote it, as far as that can be read; '' where it cannot. */
  readonly text: string;
  readonly faults: readonly Fault[];
}

/** Most agents that a person can keep. */
export const MAX_AGENTS = 50;

/** Of an agent, as a request names it. */
export const AGENT_ID = { type: 'string', minLength: 1, maxLength: 40 } as const;

export const AGENT_REQUESTS = {
  /** Every agent there is, built-in ones first. */
  'agents.list': {
    type: 'object',
    properties: { type: { const: 'agents.list' } },
    required: ['type'],
    additionalProperties: false,
  },
  /** Keep an agent: `text` as the person wrote it, `manifest` as it was read from that. Refused with its faults. */
  'agents.save': {
    type: 'object',
    properties: {
      type: { const: 'agents.save' },
      text: { type: 'string', maxLength: MAX_MANIFEST },
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
  /** Forget an agent of the person's; a built-in one whose place it took is back. */
  'agents.remove': {
    type: 'object',
    properties: { type: { const: 'agents.remove' }, id: AGENT_ID },
    required: ['type', 'id'],
    additionalProperties: false,
  },
} as const;

export interface AgentReplies {
  'agents.list': { readonly agents: readonly AgentEntry[]; readonly broken: readonly BrokenAgent[] };
  /** None where it is kept now; else what is wrong with it, and whatever stood there before still does. */
  'agents.save': { readonly faults: readonly Fault[] };
  'agents.enable': Record<string, never>;
  'agents.remove': Record<string, never>;
}
