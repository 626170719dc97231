/** A manifest as a tool's argument; validated before the user is asked and again before saving. */
import type { AgentCard, ManifestFault, AgentManifest } from '../../agent/frames/manifest.ts';
import type { AgentState } from '../../agent/store/run-state.ts';
import { listAgentCards } from '../cards.ts';
import type { Extension } from '../tool-group.ts';
import { checkManifest, type ManifestResult } from '../manifest/validate-manifest.ts';
import { findSimilarName } from '../../base/likely.ts';

const STRING = { type: 'string' } as const;
const NUMBER = { type: 'number' } as const;
const STRING_LIST = { type: 'array', items: STRING } as const;

/** For the model only: `checkManifest` validates it. */
export const MANIFEST_SCHEMA = {
  type: 'object',
  description: 'The whole manifest; list_capabilities says what its fields hold.',
  properties: {
    id: STRING,
    name: STRING,
    version: STRING,
    description: STRING,
    natural_language_description: STRING,
    agent: {
      type: 'object',
      properties: {
        integration_mode: STRING,
        model: STRING,
        instructions: STRING,
        parameters: { type: 'object', properties: { temperature: NUMBER, max_output_tokens: NUMBER } },
        uses_tools: STRING_LIST,
        limits: {
          type: 'object',
          properties: { max_turns: NUMBER, max_tokens_per_invocation: NUMBER, time_budget_ms: NUMBER },
        },
      },
    },
    depends_on: STRING_LIST,
    enabled: { type: 'boolean' },
  },
} as const;

export interface CheckContext {
  readonly state: AgentState;
  readonly extensions: readonly Extension[];
}

export function checkSoundness(value: unknown, { state, extensions }: CheckContext): ManifestResult {
  const checked = checkManifest(value);
  if (!checked.ok) return checked;
  const names = extensions.flatMap(({ id, tools }) => [id, ...tools.map(({ definition }) => definition.name)]);
  const faults = findNameFaults(checked.manifest, { names, agents: listAgentCards(state).map(toKnownAgent) });
  return faults.length === 0 ? checked : { ok: false, faults };
}

const toKnownAgent = ({ id }: AgentCard) => ({ id, enabled: true, depends_on: [] });

export function findIdConflict(id: string, state: AgentState): ManifestFault | null {
  const card = listAgentCards(state).find((each) => each.id === id);
  if (!card) return null;
  const problem = `is that of ${card.name}, which is there already`;
  return {
    path: 'id',
    problem,
    hint: 'Choose another id; or, where the person wants that one changed, save it with replace: true.',
  };
}

const MAX_FAULTS = 12;

export function renderFaults(faults: readonly ManifestFault[]): string {
  const lines = faults
    .slice(0, MAX_FAULTS)
    .map(({ path, problem, hint }) => `- ${path || 'The manifest'} ${problem}. ${hint}`);
  const remaining = faults.length - lines.length;
  return [...lines, ...(remaining > 0 ? [`- and ${remaining} more`] : [])].join('\n');
}

export type KnownAgent = Pick<AgentManifest, 'id' | 'enabled' | 'depends_on'>;

export interface KnownNames {
  readonly names: readonly string[];
  /** Includes switched-off ones; the manifest replaces the entry of its own id. */
  readonly agents: readonly KnownAgent[];
}

export function findNameFaults(manifest: AgentManifest, around: KnownNames): readonly ManifestFault[] {
  const agents = new Map(around.agents.map((agent) => [agent.id, agent]));
  agents.set(manifest.id, manifest);
  const checkNames = (path: string, names: readonly string[]): readonly ManifestFault[] =>
    names.flatMap((name, at) => {
      const fault = findNameFault(name, around.names, agents);
      return fault ? [{ path: `${path}[${at}]`, ...fault }] : [];
    });
  return [
    ...checkNames('agent.uses_tools', manifest.agent.uses_tools),
    ...checkNames('depends_on', manifest.depends_on),
    ...findCycles(manifest, agents),
  ];
}

type Agents = ReadonlyMap<string, KnownAgent>;

function findNameFault(name: string, names: readonly string[], agents: Agents): Omit<ManifestFault, 'path'> | null {
  if (names.includes(name)) return null;
  const agent = agents.get(name);
  if (agent?.enabled === true) return null;
  if (agent) return { problem: `names ${name}, which is switched off`, hint: 'Switch it on, or take it out.' };
  const known = [...names, ...agents.keys()];
  const suggestion = findSimilarName(name, known);
  const hint =
    suggestion === null ? `Take it out. There are ${known.slice(0, 40).join(', ')}.` : `Did you mean ${suggestion}?`;
  return { problem: `names ${name}, which is not there`, hint };
}

function findCycles({ id, depends_on }: AgentManifest, agents: Agents): readonly ManifestFault[] {
  return depends_on.flatMap((first, at) => {
    const cyclePath = first === id ? null : findPath(first, id, agents);
    if (cyclePath === null) return [];
    const problem = `names ${first}, which needs this one: ${[id, ...cyclePath].join(' → ')}`;
    return [{ path: `depends_on[${at}]`, problem, hint: 'Take it out, or make the other do without.' }];
  });
}

/** Visits each agent once. Null if there is no path. */
function findPath(from: string, to: string, agents: Agents): readonly string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (const [at] of cameFrom) {
    if (at === to) return buildPath(at, cameFrom);
    for (const next of agents.get(at)?.depends_on ?? []) if (!cameFrom.has(next)) cameFrom.set(next, at);
  }
  return null;
}

function buildPath(end: string, cameFrom: ReadonlyMap<string, string | null>): readonly string[] {
  const path: string[] = [];
  for (let at: string | null = end; at !== null; at = cameFrom.get(at) ?? null) path.unshift(at);
  return path;
}
