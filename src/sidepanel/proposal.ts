/**
 * An agent that a run wants to keep, read from the arguments of its call alone, for a person to judge (SAFETY D7). Pure. The one
 * rule: whatever has not the form that is drawn, is not drawn in part; and what is drawn is all there is.
 */
import type { Args } from '../lib/agent/decision.ts';
import { exactly, legible } from '../lib/base/visible.ts';
import { toolWord } from './strings-tools.ts';
import { t } from './strings.ts';

/** A name in `uses_tools`, in words. */
export interface ProposedUse {
  /** As it is written. */
  readonly name: string;
  /** What it stands for; '' for nothing of the product's: another agent, if there is one of that id. */
  readonly title: string;
}

export interface Proposal {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly routing: string;
  readonly mode: 'tool' | 'handoff';
  /** '' where it says none. */
  readonly model: string;
  readonly instructions: string;
  readonly tools: readonly ProposedUse[];
  /** What is no tool: agents that it would call. */
  readonly agents: readonly string[];
  readonly limits: readonly string[];
  readonly replace: boolean;
  /** Switched off, it is kept and not called. */
  readonly enabled: boolean;
  /** Everything, line by line. */
  readonly whole: string;
}

type Group = Readonly<Record<string, unknown>>;

/** Null where the arguments are no such manifest: then they are shown as those of any call. */
export function proposalIn(args: Args): Proposal | null {
  const manifest = groupAt(args, 'manifest');
  const agent = manifest && groupAt(manifest, 'agent');
  if (!manifest || !agent) return null;
  const mode = agent['integration_mode'];
  const uses = agent['uses_tools'] ?? [];
  const texts = [manifest['id'], manifest['name'], manifest['description'], manifest['natural_language_description']];
  const isDrawn =
    texts.every((text) => typeof text === 'string') &&
    (mode === 'tool' || mode === 'handoff') &&
    Array.isArray(uses) &&
    uses.every((use) => typeof use === 'string');
  if (!isDrawn) return null;
  const named = uses.map((name: string) => ({ name: exactly(name), title: titleOf(name) }));
  return {
    id: exactly(textAt(manifest, 'id')),
    name: exactly(textAt(manifest, 'name')),
    version: exactly(textAt(manifest, 'version')),
    description: legible(textAt(manifest, 'description')),
    routing: legible(textAt(manifest, 'natural_language_description')),
    mode,
    model: exactly(textAt(agent, 'model')),
    instructions: legible(textAt(agent, 'instructions')),
    tools: named.filter(({ title }) => title !== ''),
    agents: named.filter(({ title }) => title === '').map(({ name }) => name),
    limits: limitsIn(groupAt(agent, 'limits') ?? {}),
    replace: args['replace'] === true,
    enabled: manifest['enabled'] !== false,
    whole: JSON.stringify(args, null, 2).split('\n').map(exactly).join('\n'),
  };
}

function groupAt(group: Group, name: string): Group | null {
  const value = Object.hasOwn(group, name) ? group[name] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Group) : null;
}

const textAt = (group: Group, name: string): string => {
  const value = Object.hasOwn(group, name) ? group[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** Of the product's own tools, and of the groups of them. */
function titleOf(name: string): string {
  const { extensions } = t.agents;
  return Object.hasOwn(extensions, name) ? (extensions[name] ?? '') : (toolWord(name) ?? '');
}

/** Each as it is written, where it is a figure; one that is left out is the usual one. */
function limitsIn(limits: Group): readonly string[] {
  const { turns, tokens, time } = t.agents.figures;
  const said = (name: string, words: (value: number) => string): readonly string[] => {
    const value = Object.hasOwn(limits, name) ? limits[name] : undefined;
    return typeof value === 'number' ? [words(value)] : [];
  };
  return [...said('max_turns', turns), ...said('max_tokens_per_invocation', tokens), ...said('time_budget_ms', time)];
}
