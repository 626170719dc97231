/**
 * The person's agents as the panel knows them, and the pages that show them. The one rule: a pure function of what happened;
 * what was typed and not saved goes away only by the person's word.
 */
import type { Trouble } from '../lib/base/errors.ts';
import type { AgentEntry, BrokenAgent, Fault } from '../lib/protocol/agents.ts';
import type { Reply } from '../lib/protocol/messages.ts';

/** What there is of agents; null until the worker has said. */
export interface KnownAgents {
  readonly list: readonly AgentEntry[] | null;
  readonly broken: readonly BrokenAgent[];
  /** Why they are not known, or why the last that was wanted of them was not done. */
  readonly trouble: Trouble | null;
}

/** A manifest that is being written. */
export interface Writing {
  /** Id of the agent that is edited; '' for a new one. */
  readonly of: string;
  /** What is said above it. */
  readonly title: string;
  readonly text: string;
  /** The text as it was kept, or began. */
  readonly before: string;
  /** What the worker refused it for. */
  readonly faults: readonly Fault[];
  readonly saving: boolean;
  /** The person wanted to leave, and is asked whether they mean it. */
  readonly leaving: boolean;
}

/** In place of the tab's run: the list, one of them, or the text of one. */
export interface AgentsPage {
  readonly open: string | null;
  readonly writing: Writing | null;
}

export const NO_AGENTS: KnownAgents = { list: null, broken: [], trouble: null };

export interface AgentsView {
  readonly agents: KnownAgents;
  readonly page: AgentsPage | null;
}

export type AgentsChange =
  | { readonly type: 'agents.known'; readonly reply: Reply<'agents.list'> }
  | { readonly type: 'agents.refused'; readonly trouble: Trouble | null }
  /** Shows the list (null), or the one of that id. */
  | { readonly type: 'agents.show'; readonly id: string | null }
  | { readonly type: 'agents.close' }
  | { readonly type: 'agents.edit'; readonly writing: Pick<Writing, 'of' | 'title' | 'text' | 'before'> | null }
  | {
      readonly type: 'agents.write';
      readonly changes: Partial<Pick<Writing, 'text' | 'faults' | 'saving' | 'leaving'>>;
    };

export const isAgentsChange = (change: { readonly type: string }): change is AgentsChange =>
  change.type.startsWith('agents.');

/** Whether something was typed that is not saved. */
export function isUnsaved(page: AgentsPage | null): boolean {
  const writing = page?.writing ?? null;
  return writing !== null && writing.text !== writing.before;
}

export function turnAgents({ agents, page }: AgentsView, change: AgentsChange): AgentsView {
  switch (change.type) {
    case 'agents.known':
      return change.reply.ok
        ? { agents: { ...change.reply.value, list: change.reply.value.agents, trouble: null }, page }
        : { agents: { ...agents, trouble: change.reply.trouble }, page };
    case 'agents.refused':
      return { agents: { ...agents, trouble: change.trouble }, page };
    case 'agents.show':
      return { agents: { ...agents, trouble: null }, page: { open: change.id, writing: null } };
    case 'agents.close':
      return { agents: { ...agents, trouble: null }, page: null };
    case 'agents.edit':
      return {
        agents: { ...agents, trouble: null },
        page: {
          open: page?.open ?? null,
          writing: change.writing && { ...change.writing, faults: [], saving: false, leaving: false },
        },
      };
    case 'agents.write':
      return { agents, page: page?.writing ? { ...page, writing: { ...page.writing, ...change.changes } } : page };
  }
}

/** Those that can be called. */
export const runnable = ({ list }: KnownAgents): readonly AgentEntry[] =>
  (list ?? []).filter(({ enabled, faults }) => enabled && faults.length === 0);
