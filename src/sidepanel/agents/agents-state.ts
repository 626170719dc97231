/**
 * State of the user's agents and their pages in the panel, as a pure reducer. Unsaved text is discarded only after the
 * user confirms.
 */
import type { UserError } from '../../lib/base/errors.ts';
import type { AgentEntry, BrokenAgent, ManifestFault } from '../../lib/protocol/agents.ts';
import type { Reply } from '../../lib/protocol/messages.ts';

/** The agents as last loaded; `list` is null until the worker has replied. */
export interface KnownAgents {
  readonly list: readonly AgentEntry[] | null;
  readonly broken: readonly BrokenAgent[];
  /** Why loading, or the last change, failed. */
  readonly error: UserError | null;
}

/** A manifest being edited. */
export interface Writing {
  /** Id of the agent being edited; '' for a new one. */
  readonly of: string;
  /** The heading above it. */
  readonly title: string;
  readonly text: string;
  /** The text as last saved, or the initial text. */
  readonly before: string;
  /** The errors for which the worker refused it. */
  readonly faults: readonly ManifestFault[];
  readonly saving: boolean;
  /** The user is being asked whether to discard the changes. */
  readonly leaving: boolean;
}

/** Shown in place of the tab's run: the list, one agent, or a manifest editor. */
export interface AgentsPage {
  readonly open: string | null;
  readonly writing: Writing | null;
}

export const NO_AGENTS: KnownAgents = { list: null, broken: [], error: null };

export interface AgentsView {
  readonly agents: KnownAgents;
  readonly page: AgentsPage | null;
}

export type AgentsChange =
  | { readonly type: 'agents.known'; readonly reply: Reply<'agents.list'> }
  | { readonly type: 'agents.refused'; readonly error: UserError | null }
  /** Shows the list (null) or the agent with that id. */
  | { readonly type: 'agents.show'; readonly id: string | null }
  | { readonly type: 'agents.close' }
  | { readonly type: 'agents.edit'; readonly writing: Pick<Writing, 'of' | 'title' | 'text' | 'before'> | null }
  | {
      readonly type: 'agents.write';
      readonly changes: Partial<Pick<Writing, 'text' | 'faults' | 'saving' | 'leaving'>>;
    };

export const isAgentsChange = (change: { readonly type: string }): change is AgentsChange =>
  change.type.startsWith('agents.');

/** Returns whether the text differs from the saved one. */
export function isUnsaved(page: AgentsPage | null): boolean {
  const writing = page?.writing ?? null;
  return writing !== null && writing.text !== writing.before;
}

export function applyAgentsChange({ agents, page }: AgentsView, change: AgentsChange): AgentsView {
  switch (change.type) {
    case 'agents.known':
      return change.reply.ok
        ? { agents: { ...change.reply.value, list: change.reply.value.agents, error: null }, page }
        : { agents: { ...agents, error: change.reply.error }, page };
    case 'agents.refused':
      return { agents: { ...agents, error: change.error }, page };
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

/** The agents that can be called. */
export const listRunnableAgents = ({ list }: KnownAgents): readonly AgentEntry[] =>
  (list ?? []).filter(({ enabled, faults }) => enabled && faults.length === 0);
