/**
 * The agents as the worker knows them: listed, kept, and put into the terms of runs. The one rule: a run is told of an agent only
 * once its manifest is stored under its hash, so that whatever a run may call can be had for as long as the run is there.
 */
import { loadSpend } from '../chrome/agent-spend.ts';
import { dropAgent, keepAgent, loadKept, switchAgent } from '../chrome/agents.ts';
import type { AgentCard, AgentManifest } from '../lib/agent/manifest.ts';
import type { Blobs } from '../lib/agent/ports.ts';
import { BUILT_IN } from '../lib/agents/built-in/index.ts';
import { cardOf, entryOf, loadAgents, modelsNamed, type LoadedAgent, type LoadedAgents } from '../lib/agents/loader.ts';
import { checkManifest } from '../lib/agents/manifest/check.ts';
import { canonical } from '../lib/base/canonical.ts';
import { TroubleError, type Trouble } from '../lib/base/errors.ts';
import type { AgentReplies, Fault } from '../lib/protocol/agents.ts';

/** What the agents that a run may call add to its terms. */
export interface Callable {
  readonly cards: readonly AgentCard[];
  /** What they name as their models. */
  readonly models: ReadonlySet<string>;
}

export interface Keeping {
  /** Those that run now. Where their manifests cannot be stored there are none: no run fails for that. */
  callable(): Promise<Callable>;
  /** Most tokens that one invocation of those may take; 0 where there are none. */
  largest(): Promise<number>;
  /** Rejects with a `TroubleError` that says why where these cards have no agent of that id. */
  expectCallable(id: string, cards: readonly AgentCard[]): Promise<void>;
  /** Keeps an agent that was made within a run (`Agents.save`). */
  adopt(manifest: AgentManifest, replace: boolean): Promise<AgentCard>;
  list(): Promise<AgentReplies['agents.list']>;
  save(text: string, manifest: unknown): Promise<AgentReplies['agents.save']>;
  enable(id: string, on: boolean): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createKeeping(blobs: Pick<Blobs, 'put'>, builtIn: readonly AgentManifest[] = BUILT_IN): Keeping {
  const load = async (): Promise<LoadedAgents> => loadAgents(builtIn, await loadKept());
  const running = async (): Promise<readonly LoadedAgent[]> => (await load()).agents.filter(({ runs }) => runs);
  const carded = async ({ manifest, source }: Pick<LoadedAgent, 'manifest' | 'source'>): Promise<AgentCard> =>
    cardOf(manifest, source, await blobs.put(JSON.stringify(manifest)));
  return {
    async callable() {
      const agents = await running();
      const cards = await Promise.all(agents.map(carded)).catch(() => []);
      return { cards, models: modelsNamed(agents) };
    },
    largest: async () =>
      Math.max(0, ...(await running()).map(({ manifest }) => manifest.agent.limits.max_tokens_per_invocation)),
    async expectCallable(id, cards) {
      if (!cards.some((card) => card.id === id)) throw new TroubleError(whyNot(id, (await load()).agents));
    },
    async adopt(made, replace) {
      const checked = checkManifest(made);
      if (!checked.ok) throw new TroubleError(unfit(checked.faults));
      const { id } = checked.manifest;
      const { agents, broken } = await load();
      const before = agents.find(({ manifest }) => manifest.id === id);
      const same = before !== undefined && canonical(before.manifest) === canonical(checked.manifest);
      const lost = broken.some((each) => each.id === id); // what is left of it is the person's
      if (!replace && (lost || (before && !same))) throw new TroubleError(taken(id, before?.manifest.name ?? id));
      const card = await carded({ manifest: checked.manifest, source: 'own' });
      await keepAgent(checked.manifest, '', checked.manifest.enabled);
      return card;
    },
    async list() {
      const { agents, broken } = await load();
      const spend = await loadSpend(agents.map(({ manifest }) => manifest.id));
      return { agents: agents.map((agent) => entryOf(agent, agents, spend.get(agent.manifest.id))), broken };
    },
    async save(text, value) {
      const checked = checkManifest(value);
      if (!checked.ok) return { faults: checked.faults };
      await keepAgent(checked.manifest, text);
      return { faults: [] };
    },
    async enable(id, on) {
      const { agents } = await load();
      if (!agents.some(({ manifest }) => manifest.id === id)) throw new TroubleError(GONE);
      await switchAgent(id, on);
    },
    remove: dropAgent,
  };
}

const taken = (id: string, name: string): Trouble => ({
  code: 'agent.exists',
  message: `${name} is there already, under the id ${id}.`,
  cure: 'Choose another id; or, where the person wants that one changed, save it with replace: true.',
});

function unfit([fault]: readonly Fault[]): Trouble {
  const { path = '', problem = 'cannot be read', cure = 'Write it anew.' } = fault ?? {};
  return { code: 'agent.unfit', message: `The manifest is not right: ${path || 'it'} ${problem}.`, cure };
}

const GONE: Trouble = {
  code: 'agent.gone',
  message: 'This agent is not there any more.',
  cure: 'Look at the list of agents.',
};

function whyNot(id: string, agents: readonly LoadedAgent[]): Trouble {
  const agent = agents.find(({ manifest }) => manifest.id === id);
  if (!agent) return GONE;
  const { name } = agent.manifest;
  if (!agent.enabled)
    return { code: 'agent.off', message: `${name} is switched off.`, cure: 'Switch it on in the list of agents.' };
  const [fault] = agent.faults;
  if (fault)
    return {
      code: 'agent.cannot-run',
      message: `${name} cannot run: ${fault.problem} (${fault.path}).`,
      cure: fault.cure,
    };
  const message = `What ${name} is made of could not be stored for the run.`;
  return { code: 'agent.cannot-run', message, cure: 'Free some disk space, then ask again.' };
}
