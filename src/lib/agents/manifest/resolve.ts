/** Checks a manifest's names: unknown ones, switched-off agents, dependency cycles. */
import type { AgentManifest, ManifestFault } from '../../agent/frames/manifest.ts';
import { findSimilarName } from '../../base/likely.ts';

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
