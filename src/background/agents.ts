/** The worker's agents. A manifest is stored under its hash before a run is given the agent. */
import type { SpendingLedger } from '../chrome/storage/spending-ledger.ts';
import { removeAgent, saveAgent, loadStoredAgents, setAgentEnabled } from '../chrome/storage/manifest-store.ts';
import { loadSettings } from '../chrome/storage/settings.ts';
import type { AgentCard, AgentManifest } from '../lib/agent/frames/manifest.ts';
import { createServerToolName } from '../lib/agent/frames/server-tool-name.ts';
import type { Blobs } from '../lib/agent/ports.ts';
import { BUILT_IN } from '../lib/agents/built-in/index.ts';
import {
  toAgentCard,
  toAgentEntry,
  loadAgents,
  listNamedModels,
  type LoadedAgent,
  type LoadedAgents,
} from '../lib/agents/loader.ts';
import { checkManifest } from '../lib/agents/manifest/validate-manifest.ts';
import { stringifyCanonical } from '../lib/base/json.ts';
import { UserFacingError, type UserError } from '../lib/base/errors.ts';
import type { ManifestFault, UsableServer } from '../lib/protocol/requests/agents.ts';
import type { Replies } from '../lib/protocol/requests/requests.ts';
import type { ToolServerSettings } from '../lib/protocol/settings/tool-servers.ts';

export interface CallableAgents {
  readonly cards: readonly AgentCard[];
  readonly models: ReadonlySet<string>;
}

export type AgentStore = ReturnType<typeof createAgentStore>;

export function createAgentStore(
  blobs: Pick<Blobs, 'put'>,
  { loadAgentSpend }: Pick<SpendingLedger, 'loadAgentSpend'>,
  builtIn: readonly AgentManifest[] = BUILT_IN,
) {
  const load = async (): Promise<LoadedAgents> => loadAgents(builtIn, await loadStoredAgents());
  const listRunning = async (): Promise<readonly LoadedAgent[]> => (await load()).agents.filter(({ runs }) => runs);
  const createStoredCard = async ({ manifest, source }: Pick<LoadedAgent, 'manifest' | 'source'>): Promise<AgentCard> =>
    toAgentCard(manifest, source, await blobs.put(JSON.stringify(manifest)));
  return {
    /** Empty if the manifests cannot be stored: no run may fail because of that. */
    async loadCallable(): Promise<CallableAgents> {
      const agents = await listRunning();
      const cards = await Promise.all(agents.map(createStoredCard)).catch(() => []);
      return { cards, models: listNamedModels(agents) };
    },
    /** Rejects with a `UserFacingError` if the cards have no agent of that id. */
    async assertCallable(id: string, cards: readonly AgentCard[]): Promise<void> {
      if (!cards.some((card) => card.id === id))
        throw new UserFacingError(explainUnavailable(id, (await load()).agents));
    },
    async adopt(created: AgentManifest, replace: boolean): Promise<AgentCard> {
      const checked = checkManifest(created);
      if (!checked.ok) throw new UserFacingError(createInvalidError(checked.faults));
      const { id } = checked.manifest;
      const { agents, broken } = await load();
      const existing = agents.find(({ manifest }) => manifest.id === id);
      const same =
        existing !== undefined && stringifyCanonical(existing.manifest) === stringifyCanonical(checked.manifest);
      const isUnreadable = broken.some((each) => each.id === id); // an unreadable agent of that id still belongs to the user
      if (!replace && (isUnreadable || (existing && !same)))
        throw new UserFacingError(createExistsError(id, existing?.manifest.name ?? id));
      const card = await createStoredCard({ manifest: checked.manifest, source: 'own' });
      await saveAgent(checked.manifest, '', checked.manifest.enabled);
      return card;
    },
    async list(): Promise<Replies['agents.list']> {
      const { agents, broken } = await load();
      const spend = await loadAgentSpend(agents.map(({ manifest }) => manifest.id));
      const servers = (await loadSettings()).toolServers.map(toUsableServer);
      const describe = (agent: LoadedAgent) => toAgentEntry(agent, agents, spend.get(agent.manifest.id), servers);
      return { agents: agents.map(describe), broken, servers };
    },
    async save(text: string, value: unknown): Promise<Replies['agents.save']> {
      const checked = checkManifest(value);
      if (!checked.ok) return { faults: checked.faults };
      await saveAgent(checked.manifest, text);
      return { faults: [] };
    },
    async enable(id: string, on: boolean): Promise<void> {
      const { agents } = await load();
      if (!agents.some(({ manifest }) => manifest.id === id)) throw new UserFacingError(AGENT_GONE_ERROR);
      await setAgentEnabled(id, on);
    },
    remove: removeAgent,
  };
}

const toUsableServer = ({ id, tools }: ToolServerSettings): UsableServer => ({
  id,
  tools: tools.map(({ name, pin }) => ({ name: createServerToolName({ server: id, name, pin }), title: name })),
});

const createExistsError = (id: string, name: string): UserError => ({
  code: 'agent.exists',
  message: `${name} is there already, under the id ${id}.`,
  hint: 'Choose another id; or, where the person wants that one changed, save it with replace: true.',
});

function createInvalidError([fault]: readonly ManifestFault[]): UserError {
  const { path = '', problem = 'can’t be read', hint = 'Correct the manifest.' } = fault ?? {};
  return { code: 'agent.unfit', message: `The definition isn’t right: ${path || 'it'} ${problem}.`, hint };
}

const AGENT_GONE_ERROR: UserError = {
  code: 'agent.gone',
  message: 'This agent isn’t there any more.',
  hint: 'Look at the list of agents.',
};

function explainUnavailable(id: string, agents: readonly LoadedAgent[]): UserError {
  const agent = agents.find(({ manifest }) => manifest.id === id);
  if (!agent) return AGENT_GONE_ERROR;
  const { name } = agent.manifest;
  if (!agent.enabled)
    return { code: 'agent.off', message: `${name} is switched off.`, hint: 'Switch it on in the list of agents.' };
  const [fault] = agent.faults;
  if (fault)
    return {
      code: 'agent.cannot-run',
      message: `${name} can’t run: ${fault.problem} (${fault.path}).`,
      hint: fault.hint,
    };
  const message = `What ${name} is made of couldn’t be stored for the run.`;
  return { code: 'agent.cannot-run', message, hint: 'Free some disk space, then ask again.' };
}
