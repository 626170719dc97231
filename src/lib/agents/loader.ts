/** Loads agents (R7.1). An own one replaces the built-in one of its id; one with faults does not run. */
import type { AgentCard, AgentManifest } from '../agent/frames/manifest.ts';
import { SERVER_TOOL_MARK } from '../agent/frames/server-tool.ts';
import type {
  AgentEntry,
  AgentSpend,
  BrokenAgent,
  ManifestFault,
  ToolReference,
  UsableServer,
} from '../protocol/requests/agents.ts';
import { EXTENSIONS, findBuiltInTools } from './tool-groups.ts';
import { checkManifest } from './manifest/validate-manifest.ts';

/** Validated again on load. */
interface OwnAgent {
  readonly id: string;
  readonly text: string;
  readonly manifest: unknown;
  readonly enabled: boolean;
}

export interface AgentRecords {
  readonly own: readonly OwnAgent[];
  readonly switched: ReadonlyMap<string, boolean>;
  readonly broken: readonly BrokenAgent[];
}

export interface LoadedAgent extends Pick<
  AgentEntry,
  'manifest' | 'text' | 'source' | 'replaces' | 'enabled' | 'faults'
> {
  /** Enabled, and all its dependencies run. */
  readonly runs: boolean;
}

export interface LoadedAgents {
  readonly agents: readonly LoadedAgent[];
  readonly broken: readonly BrokenAgent[];
}

type UncheckedAgent = Omit<LoadedAgent, 'faults' | 'runs'>;

export function loadAgents(builtIn: readonly AgentManifest[], kept: AgentRecords): LoadedAgents {
  const results = kept.own.map((stored) => checkOwnAgent(stored, builtIn));
  const own = new Map(results.flatMap((each) => ('manifest' in each ? [[each.manifest.id, each] as const] : [])));
  const broken = [...kept.broken, ...results.flatMap((each) => ('manifest' in each ? [] : [each]))];
  const places = builtIn.map((manifest) => own.get(manifest.id) ?? toBuiltInAgent(manifest, kept.switched));
  const added = Array.from(own.values()).filter(({ replaces }) => !replaces);
  return { agents: addFaults([...places, ...added]), broken };
}

function checkOwnAgent(
  { id, text, manifest, enabled }: OwnAgent,
  builtIn: readonly AgentManifest[],
): UncheckedAgent | BrokenAgent {
  const checked = checkManifest(manifest);
  if (!checked.ok) return { id, text, faults: checked.faults };
  if (checked.manifest.id !== id) return { id, text, faults: [WRONG_ID_FAULT] };
  return { manifest: checked.manifest, text, source: 'own', replaces: builtIn.some((each) => each.id === id), enabled };
}

const WRONG_ID_FAULT: ManifestFault = {
  path: 'id',
  problem: 'is not the id that it was kept under',
  hint: 'Save the agent again.',
};

function toBuiltInAgent(manifest: AgentManifest, switched: AgentRecords['switched']): UncheckedAgent {
  const enabled = switched.get(manifest.id) ?? manifest.enabled;
  return { manifest, text: '', source: 'built-in', replaces: false, enabled };
}

function addFaults(all: readonly UncheckedAgent[]): readonly LoadedAgent[] {
  let running = new Set(all.filter(({ enabled }) => enabled).map(({ manifest }) => manifest.id));
  for (;;) {
    const isAvailable = (id: string): boolean => running.has(id) || isExtension(id);
    const satisfied = all.filter(
      ({ manifest: { id, depends_on } }) => running.has(id) && depends_on.every(isAvailable),
    );
    if (satisfied.length === running.size) break;
    running = new Set(satisfied.map(({ manifest }) => manifest.id));
  }
  return all.map((each) => ({
    ...each,
    runs: running.has(each.manifest.id),
    faults: each.enabled ? findMissing(each, all, running) : [],
  }));
}

const isExtension = (id: string): boolean => EXTENSIONS.some((extension) => extension.id === id);

function findMissing(
  { manifest }: UncheckedAgent,
  all: readonly UncheckedAgent[],
  running: ReadonlySet<string>,
): readonly ManifestFault[] {
  return manifest.depends_on.flatMap((id, at) => {
    if (running.has(id) || isExtension(id)) return [];
    const path = `depends_on[${String(at)}]`;
    const needed = all.find((each) => each.manifest.id === id);
    if (!needed) return [{ path, problem: `${id} is not there`, hint: 'Add that agent, or take the line out.' }];
    const { name } = needed.manifest;
    return needed.enabled
      ? [{ path, problem: `${name} cannot run itself`, hint: 'See what it lacks.' }]
      : [{ path, problem: `${name} is switched off`, hint: 'Switch it on.' }];
  });
}

const NOTHING_SPENT: AgentSpend = { invocations: 0, input: 0, output: 0, cost: 0 };

export function toAgentEntry(
  agent: LoadedAgent,
  all: readonly LoadedAgent[],
  spend: AgentSpend = NOTHING_SPENT,
  servers: readonly UsableServer[] = [],
): AgentEntry {
  const { manifest, text, source, replaces, enabled, faults } = agent;
  const { id, name, version, description } = manifest;
  const mode = manifest.agent.integration_mode;
  const uses = manifest.agent.uses_tools.map((used) => describeUse(used, all, servers));
  return { id, name, version, description, mode, source, replaces, enabled, manifest, text, uses, spend, faults };
}

function describeUse(name: string, all: readonly LoadedAgent[], servers: readonly UsableServer[]): ToolReference {
  const extension = EXTENSIONS.find(({ id }) => id === name);
  if (extension) return { name, title: extension.name, kind: 'extension' };
  const [tool] = findBuiltInTools(name) ?? [];
  if (tool) return { name, title: tool.definition.annotations.title, kind: 'tool' };
  const agent = all.find(({ manifest }) => manifest.id === name);
  const isServer = servers.some(({ id }) => id === name);
  // as a run decides, which knows of no agent that does not run
  if (agent && (agent.runs || !isServer)) return { name, title: agent.manifest.name, kind: 'agent' };
  if (isServer) return { name, title: name, kind: 'server' };
  const served = servers.flatMap(({ id, tools }) =>
    tools.flatMap((each) => (each.name === name ? `${id}: ${each.title}` : [])),
  );
  if (served[0] !== undefined) return { name, title: served[0], kind: 'server-tool' };
  return { name, title: name, kind: name.includes(SERVER_TOOL_MARK) ? 'off' : 'missing' };
}

/** `hash`: of the stored JSON. */
export function toAgentCard(
  { id, name, version, natural_language_description: routing, agent }: AgentManifest,
  source: AgentCard['source'],
  hash: string,
): AgentCard {
  const { integration_mode: mode, uses_tools: uses, model } = agent;
  return { id, name, version, mode, routing, uses, source, model, manifest: hash };
}

export const listNamedModels = (agents: readonly Pick<LoadedAgent, 'manifest'>[]): ReadonlySet<string> =>
  new Set(agents.map(({ manifest }) => manifest.agent.model));
