/**
 * What a manifest names, against what there is. The one rule: a name that nothing has, an agent that is switched off and a circle of
 * agents that need each other are told before anybody runs it, each with its path and its cure.
 */
import type { AgentManifest, Fault } from '../../agent/manifest.ts';
import { likely } from '../../base/likely.ts';

/** An agent, as far as others can depend on it. */
export type Standing = Pick<AgentManifest, 'id' | 'enabled' | 'depends_on'>;

/** What there is. */
export interface Around {
  /** Ids of extensions, and names of tools. */
  readonly names: readonly string[];
  /** The agents, those that are switched off included; one of the manifest's own id stands for nothing. */
  readonly agents: readonly Standing[];
}

export function faultsAmong(manifest: AgentManifest, around: Around): readonly Fault[] {
  const agents = new Map(around.agents.map((agent) => [agent.id, agent]));
  agents.set(manifest.id, manifest);
  const named = (path: string, names: readonly string[]): readonly Fault[] =>
    names.flatMap((name, at) => {
      const fault = faultOf(name, around.names, agents);
      return fault ? [{ path: `${path}[${at}]`, ...fault }] : [];
    });
  return [
    ...named('agent.uses_tools', manifest.agent.uses_tools),
    ...named('depends_on', manifest.depends_on),
    ...circlesOf(manifest, agents),
  ];
}

type Agents = ReadonlyMap<string, Standing>;

function faultOf(name: string, names: readonly string[], agents: Agents): Omit<Fault, 'path'> | null {
  if (names.includes(name)) return null;
  const agent = agents.get(name);
  if (agent?.enabled === true) return null;
  if (agent) return { problem: `names ${name}, which is switched off`, cure: 'Switch it on, or take it out.' };
  const known = [...names, ...agents.keys()];
  const meant = likely(name, known);
  const cure = meant === null ? `Take it out. There are ${known.slice(0, 40).join(', ')}.` : `Did you mean ${meant}?`;
  return { problem: `names ${name}, which is not there`, cure };
}

/** Agents that it needs and that need it, however far round. */
function circlesOf({ id, depends_on }: AgentManifest, agents: Agents): readonly Fault[] {
  return depends_on.flatMap((first, at) => {
    const way = first === id ? null : wayBetween(first, id, agents);
    if (way === null) return [];
    const problem = `names ${first}, which needs this one: ${[id, ...way].join(' → ')}`;
    return [{ path: `depends_on[${at}]`, problem, cure: 'Take it out, or make the other do without.' }];
  });
}

/** Ids from one agent to another that it depends on; null where it does not. Looks at each agent once. */
function wayBetween(from: string, to: string, agents: Agents): readonly string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (const [at] of cameFrom) {
    if (at === to) return wayTo(at, cameFrom);
    for (const next of agents.get(at)?.depends_on ?? []) if (!cameFrom.has(next)) cameFrom.set(next, at);
  }
  return null;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string | null>): readonly string[] {
  const way: string[] = [];
  for (let at: string | null = end; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at);
  return way;
}
