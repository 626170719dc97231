/** Requests about the user's agents; validated again where they are stored. */
import {
  MAX_MANIFEST_LENGTH,
  type AgentCard,
  type AgentManifest,
  type ManifestFault,
} from '../../agent/frames/manifest.ts';
import type { JobEstimate } from '../../agent/loop/job.ts';
import { OPTIONS_PAGE, PANEL_PAGE, id, replyWith, type RequestRows } from './request.ts';

export { MAX_MANIFEST_LENGTH, type ManifestFault };

export interface ToolReference {
  readonly name: string;
  readonly title: string;
  /** `off`: by its name a tool of a server, which is gone or switched off. */
  readonly kind: 'tool' | 'extension' | 'agent' | 'server' | 'server-tool' | 'off' | 'missing';
}

/** A tool server that is set up. */
export interface UsableServer {
  readonly id: string;
  /** That are switched on. `title`: the server's own name of it. */
  readonly tools: readonly Pick<ToolReference, 'name' | 'title'>[];
}

export interface AgentSpend {
  readonly invocations: number;
  readonly input: number;
  readonly output: number;
  /** In US dollars; null if any price is unknown. */
  readonly cost: number | null;
}

export interface AgentEntry
  extends Pick<AgentManifest, 'id' | 'name' | 'version' | 'description'>, Pick<AgentCard, 'mode' | 'source'> {
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

/** Longest description that an agent is drafted from. */
export const MAX_TASK_CHARS = 2000;

/** What a draft holds; the fields left out have their defaults. */
export type AgentDraft = Pick<AgentManifest, 'id' | 'name' | 'description' | 'natural_language_description'> & {
  readonly agent: Pick<AgentManifest['agent'], 'integration_mode' | 'instructions' | 'uses_tools'>;
};

export interface DraftOutlook {
  readonly estimate: JobEstimate;
  readonly modelLabel: string;
}

export const AGENT_ID = { type: 'string', minLength: 1, maxLength: 40 } as const;

export const AGENT_REQUESTS = {
  'agents.list': {
    from: [PANEL_PAGE, OPTIONS_PAGE],
    props: {},
    reply: replyWith<{
      readonly agents: readonly AgentEntry[];
      readonly broken: readonly BrokenAgent[];
      readonly servers: readonly UsableServer[];
    }>(),
  },
  /** The reply is empty if saved; otherwise its faults, and nothing was changed. */
  'agents.save': {
    from: PANEL_PAGE,
    props: {
      text: { type: 'string', maxLength: MAX_MANIFEST_LENGTH },
      manifest: { type: 'object', additionalProperties: true },
    },
    reply: replyWith<{ readonly faults: readonly ManifestFault[] }>(),
  },
  'agents.enable': { from: PANEL_PAGE, props: { id: AGENT_ID, enabled: { type: 'boolean' } } },
  'agents.remove': { from: PANEL_PAGE, props: { id: AGENT_ID } },
  /** What a draft may take. Sends nothing. */
  'agents.estimate-draft': { from: PANEL_PAGE, props: {}, reply: replyWith<DraftOutlook>() },
  /** One model call. Nothing is kept of what it drafts. */
  'agents.draft': {
    from: PANEL_PAGE,
    props: { task: { type: 'string', minLength: 1, maxLength: MAX_TASK_CHARS }, commandId: id },
    reply: replyWith<{ readonly draft: AgentDraft }>(),
  },
  'agents.stop-draft': { from: PANEL_PAGE, props: { commandId: id } },
} as const satisfies RequestRows;
