/**
 * The agents there are: built-in ones and the person's own (R7.1). The one rule: an agent of the person's stands in the place of
 * the built-in one of its id, and what cannot be read, is switched off, or depends on what is not there, runs nowhere.
 */
import type { AgentCard, AgentManifest } from '../agent/manifest.ts';
import type { AgentEntry, AgentSpend, BrokenAgent, Fault, Use } from '../protocol/agents.ts';
import { EXTENSIONS, toolsNamed } from './catalogue.ts';
import { checkManifest } from './manifest/check.ts';

/** An agent of the person's, as it is stored: its manifest is looked at anew. */
export interface OwnAgent {
  readonly id: string;
  readonly text: string;
  readonly manifest: unknown;
  readonly enabled: boolean;
}

/** What is stored of agents. */
export interface KeptAgents {
  /** In the order in which they were first saved. */
  readonly own: readonly OwnAgent[];
  /** How the person switched built-in ones. */
  readonly switched: ReadonlyMap<string, boolean>;
  readonly broken: readonly BrokenAgent[];
}

export interface LoadedAgent extends Pick<
  AgentEntry,
  'manifest' | 'text' | 'source' | 'replaces' | 'enabled' | 'faults'
> {
  /** It is switched on, and all that it depends on is there and runs. */
  readonly runs: boolean;
}

export interface LoadedAgents {
  /** Built-in ones first, or what stands in their place. */
  readonly agents: readonly LoadedAgent[];
  readonly broken: readonly BrokenAgent[];
}

type Standing = Omit<LoadedAgent, 'faults' | 'runs'>;

export function loadAgents(builtIn: readonly AgentManifest[], kept: KeptAgents): LoadedAgents {
  const read = kept.own.map((own) => ownOf(own, builtIn));
  const own = new Map(read.flatMap((each) => ('manifest' in each ? [[each.manifest.id, each] as const] : [])));
  const broken = [...kept.broken, ...read.flatMap((each) => ('manifest' in each ? [] : [each]))];
  const places = builtIn.map((manifest) => own.get(manifest.id) ?? builtInOf(manifest, kept.switched));
  const added = Array.from(own.values()).filter(({ replaces }) => !replaces);
  return { agents: withFaults([...places, ...added]), broken };
}

function ownOf({ id, text, manifest, enabled }: OwnAgent, builtIn: readonly AgentManifest[]): Standing | BrokenAgent {
  const checked = checkManifest(manifest);
  if (!checked.ok) return { id, text, faults: checked.faults };
  if (checked.manifest.id !== id) return { id, text, faults: [MISPLACED] };
  return { manifest: checked.manifest, text, source: 'own', replaces: builtIn.some((each) => each.id === id), enabled };
}

const MISPLACED: Fault = { path: 'id', problem: 'is not the id that it was kept under', cure: 'Save the agent again.' };

function builtInOf(manifest: AgentManifest, switched: KeptAgents['switched']): Standing {
  const enabled = switched.get(manifest.id) ?? manifest.enabled;
  return { manifest, text: '', source: 'built-in', replaces: false, enabled };
}

/** Those that run are what is left once whatever lacks something has been taken away, and what lacks that, and so on. */
function withFaults(all: readonly Standing[]): readonly LoadedAgent[] {
  let running = new Set(all.filter(({ enabled }) => enabled).map(({ manifest }) => manifest.id));
  for (;;) {
    const held = (id: string): boolean => running.has(id) || isExtension(id);
    const left = all.filter(({ manifest: { id, depends_on } }) => running.has(id) && depends_on.every(held));
    if (left.length === running.size) break;
    running = new Set(left.map(({ manifest }) => manifest.id));
  }
  return all.map((each) => ({
    ...each,
    runs: running.has(each.manifest.id),
    faults: each.enabled ? lacks(each, all, running) : [],
  }));
}

const isExtension = (id: string): boolean => EXTENSIONS.some((extension) => extension.id === id);

function lacks({ manifest }: Standing, all: readonly Standing[], running: ReadonlySet<string>): readonly Fault[] {
  return manifest.depends_on.flatMap((id, at) => {
    if (running.has(id) || isExtension(id)) return [];
    const path = `depends_on[${String(at)}]`;
    const needed = all.find((each) => each.manifest.id === id);
    if (!needed) return [{ path, problem: `${id} is not there`, cure: 'Add that agent, or take the line out.' }];
    const { name } = needed.manifest;
    return needed.enabled
      ? [{ path, problem: `${name} cannot run itself`, cure: 'See what it lacks.' }]
      : [{ path, problem: `${name} is switched off`, cure: 'Switch it on.' }];
  });
}

export const NOTHING_SPENT: AgentSpend = { invocations: 0, input: 0, output: 0, cost: 0 };

/** As it stands in the list of agents. */
export function entryOf(
  agent: LoadedAgent,
  all: readonly LoadedAgent[],
  spend: AgentSpend = NOTHING_SPENT,
): AgentEntry {
  const { manifest, text, source, replaces, enabled, faults } = agent;
  const { id, name, version, description } = manifest;
  const mode = manifest.agent.integration_mode;
  const uses = manifest.agent.uses_tools.map((used) => useOf(used, all));
  return { id, name, version, description, mode, source, replaces, enabled, manifest, text, uses, spend, faults };
}

function useOf(name: string, all: readonly LoadedAgent[]): Use {
  const extension = EXTENSIONS.find(({ id }) => id === name);
  if (extension) return { name, title: extension.name, kind: 'extension' };
  const [tool] = toolsNamed(name) ?? [];
  if (tool) return { name, title: tool.definition.annotations.title, kind: 'tool' };
  const agent = all.find(({ manifest }) => manifest.id === name);
  return agent ? { name, title: agent.manifest.name, kind: 'agent' } : { name, title: name, kind: 'missing' };
}

/** What a run knows of it. `hash`: of its manifest as JSON, under which it is kept. */
export function cardOf(
  { id, name, version, natural_language_description: routing, agent }: AgentManifest,
  source: AgentCard['source'],
  hash: string,
): AgentCard {
  return { id, name, version, mode: agent.integration_mode, routing, uses: agent.uses_tools, source, manifest: hash };
}

/** What they name as their models: ids, and roles, which are no model's id. */
export const modelsNamed = (agents: readonly Pick<LoadedAgent, 'manifest'>[]): ReadonlySet<string> =>
  new Set(agents.map(({ manifest }) => manifest.agent.model));
