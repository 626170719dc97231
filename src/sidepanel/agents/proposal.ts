/** Reads an agent from the call that saves it, complete or not at all (SAFETY D7). Pure. */
import type { Args } from '../../lib/agent/frames/decision.ts';
import { escapeInvisible, toLegibleText } from '../../lib/base/visible.ts';
import { findToolTitle } from '../strings/tools.ts';
import { t } from '../strings/strings.ts';

export interface ProposedUse {
  readonly name: string;
  /** '' if it is no tool of the product, so perhaps another agent's id. */
  readonly title: string;
}

export interface Proposal {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly routing: string;
  readonly mode: 'tool' | 'handoff';
  /** '' if not given. */
  readonly model: string;
  readonly instructions: string;
  readonly tools: readonly ProposedUse[];
  /** Names in `uses_tools` that are no tools: agents that it would call. */
  readonly agents: readonly string[];
  readonly limits: readonly string[];
  readonly replace: boolean;
  /** A disabled agent is saved but not called. */
  readonly enabled: boolean;
  readonly whole: string;
}

type Group = Readonly<Record<string, unknown>>;

/** Null if the arguments are not such a manifest; they are then shown like those of any call. */
export function parseProposal(args: Args): Proposal | null {
  const manifest = getGroup(args, 'manifest');
  const agent = manifest && getGroup(manifest, 'agent');
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
  const namedUses = uses.map((name: string) => ({ name: escapeInvisible(name), title: getUseTitle(name) }));
  return {
    id: escapeInvisible(getString(manifest, 'id')),
    name: escapeInvisible(getString(manifest, 'name')),
    version: escapeInvisible(getString(manifest, 'version')),
    description: toLegibleText(getString(manifest, 'description')),
    routing: toLegibleText(getString(manifest, 'natural_language_description')),
    mode,
    model: escapeInvisible(getString(agent, 'model')),
    instructions: toLegibleText(getString(agent, 'instructions')),
    tools: namedUses.filter(({ title }) => title !== ''),
    agents: namedUses.filter(({ title }) => title === '').map(({ name }) => name),
    limits: formatLimits(getGroup(agent, 'limits') ?? {}),
    replace: args['replace'] === true,
    enabled: manifest['enabled'] !== false,
    whole: JSON.stringify(args, null, 2).split('\n').map(escapeInvisible).join('\n'),
  };
}

function getGroup(group: Group, name: string): Group | null {
  const value = Object.hasOwn(group, name) ? group[name] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Group) : null;
}

const getString = (group: Group, name: string): string => {
  const value = Object.hasOwn(group, name) ? group[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** '' if the name is unknown. */
function getUseTitle(name: string): string {
  const { extensions } = t.agents;
  return Object.hasOwn(extensions, name) ? (extensions[name] ?? '') : (findToolTitle(name) ?? '');
}

/** An omitted limit has its default. */
function formatLimits(limits: Group): readonly string[] {
  const { turns, tokens, time } = t.agents.figures;
  const formatLimit = (name: string, formatValue: (value: number) => string): readonly string[] => {
    const value = Object.hasOwn(limits, name) ? limits[name] : undefined;
    return typeof value === 'number' ? [formatValue(value)] : [];
  };
  return [
    ...formatLimit('max_turns', turns),
    ...formatLimit('max_tokens_per_invocation', tokens),
    ...formatLimit('time_budget_ms', time),
  ];
}
