/** Agents and their pages. Pure. Unsaved text is discarded only after confirmation. */
import type { UserError } from '../../lib/base/errors.ts';
import type {
  AgentDraft,
  AgentEntry,
  BrokenAgent,
  ManifestFault,
  UsableServer,
} from '../../lib/protocol/requests/agents.ts';
import type { Reply } from '../../lib/protocol/requests/requests.ts';

/** `list` is null until the worker has replied. */
export interface KnownAgents {
  readonly list: readonly AgentEntry[] | null;
  readonly broken: readonly BrokenAgent[];
  readonly servers: readonly UsableServer[];
  readonly error: UserError | null;
  readonly draft: Drafting;
  /** What is typed to try an agent, by its id. */
  readonly goals: ReadonlyMap<string, string>;
  /** The last one, while that can be undone. */
  readonly removed: AgentEntry | null;
}

/** An agent made by words. What was typed stays until the agent is saved. */
export interface Drafting {
  readonly task: string;
  /** '' if none is under way. */
  readonly commandId: string;
  readonly error: UserError | null;
  readonly result: AgentDraft | null;
}

export interface Writing {
  /** '' for a new agent. */
  readonly of: string;
  readonly title: string;
  readonly text: string;
  /** The text as last saved, or the initial text. */
  readonly before: string;
  readonly faults: readonly ManifestFault[];
  readonly saving: boolean;
  readonly leaving: boolean;
}

export interface AgentsPage {
  readonly open: string | null;
  readonly writing: Writing | null;
}

const NO_DRAFT: Drafting = { task: '', commandId: '', error: null, result: null };
export const NO_AGENTS: KnownAgents = {
  list: null,
  broken: [],
  servers: [],
  error: null,
  draft: NO_DRAFT,
  goals: new Map(),
  removed: null,
};

interface AgentsView {
  readonly agents: KnownAgents;
  readonly page: AgentsPage | null;
}

export type AgentsChange =
  | { readonly type: 'agents.known'; readonly reply: Reply<'agents.list'> }
  | { readonly type: 'agents.refused'; readonly error: UserError | null }
  /** Null once the draft is saved. */
  | { readonly type: 'agents.draft'; readonly changes: Partial<Drafting> | null }
  | { readonly type: 'agents.goal'; readonly id: string; readonly goal: string }
  | { readonly type: 'agents.removed'; readonly agent: AgentEntry | null }
  /** Null shows the list. */
  | { readonly type: 'agents.show'; readonly id: string | null }
  | { readonly type: 'agents.close' }
  | { readonly type: 'agents.edit'; readonly writing: Pick<Writing, 'of' | 'title' | 'text' | 'before'> | null }
  | {
      readonly type: 'agents.write';
      readonly changes: Partial<Pick<Writing, 'text' | 'faults' | 'saving' | 'leaving'>>;
    };

export const isAgentsChange = (change: { readonly type: string }): change is AgentsChange =>
  change.type.startsWith('agents.');

export function isUnsaved(page: AgentsPage | null): boolean {
  const writing = page?.writing ?? null;
  return writing !== null && writing.text !== writing.before;
}

export function applyAgentsChange({ agents, page }: AgentsView, change: AgentsChange): AgentsView {
  switch (change.type) {
    case 'agents.known': {
      if (!change.reply.ok) return { agents: { ...agents, error: change.reply.error }, page };
      const { agents: list, broken, servers } = change.reply.value;
      return { agents: { ...agents, list, broken, servers, error: null }, page };
    }
    case 'agents.refused':
      return { agents: { ...agents, error: change.error }, page };
    case 'agents.draft':
      return {
        agents: { ...agents, draft: change.changes === null ? NO_DRAFT : { ...agents.draft, ...change.changes } },
        page,
      };
    case 'agents.goal':
      return { agents: { ...agents, goals: new Map(agents.goals).set(change.id, change.goal) }, page };
    case 'agents.removed':
      return { agents: { ...agents, removed: change.agent }, page };
    case 'agents.show':
      return { agents: { ...agents, error: null }, page: { open: change.id, writing: null } };
    case 'agents.close':
      return { agents: { ...agents, error: null }, page: null };
    case 'agents.edit':
      return {
        agents: { ...agents, error: null },
        page: {
          open: page?.open ?? null,
          writing: change.writing && { ...change.writing, faults: [], saving: false, leaving: false },
        },
      };
    case 'agents.write':
      return { agents, page: page?.writing ? { ...page, writing: { ...page.writing, ...change.changes } } : page };
  }
}

export const listRunnableAgents = ({ list }: KnownAgents): readonly AgentEntry[] =>
  (list ?? []).filter(({ enabled, faults }) => enabled && faults.length === 0);
