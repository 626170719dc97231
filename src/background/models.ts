import { createOffscreenModel, type OffscreenModelDeps } from '../chrome/offscreen/offscreen-model.ts';
import type { ModelBinding, RunConfig, RunModels } from '../lib/agent/frames/frames.ts';
import { createExpense, type Charge } from '../lib/agent/budget/expense.ts';
import type { Tokens } from '../lib/agent/budget/usage.ts';
import type { Model, TokenCounter } from '../lib/agent/ports.ts';
import { splitModelId, TRANSLATOR_CONFIG, type ModelConfig } from '../lib/models/config.ts';
import { createExtractiveModel } from '../lib/models/extractive/extractive-model.ts';
import { describeModel } from '../lib/models/describe-model.ts';
import { findUsualPrices, type Prices } from '../lib/models/prices.ts';
import type { Candidate } from '../lib/protocol/requests/model.ts';
import { toModelConfig, findRoleModel, type Role } from '../lib/protocol/settings/roles.ts';
import { hasLanguageModel } from '../lib/protocol/settings/defaults.ts';
import type { ModelSettings, Settings } from '../lib/protocol/settings/settings.ts';
import type { ServerTool } from '../lib/agent/frames/server-tool.ts';
import type { JsonSchema } from '../lib/base/json.ts';
import { isLocalOrPrivateEndpoint, isSelfHosted } from '../lib/models/address.ts';
import { loadGrants } from '../chrome/storage/grants.ts';
import { hasKey } from '../chrome/storage/keys.ts';
import { loadSettings } from '../chrome/storage/settings.ts';
import type { AgentStore, CallableAgents } from './agents.ts';

export type GetModel = (config: ModelConfig) => Model;

/** One model per configuration, because it learns what its server can do. */
export function createModelCache(tokens: TokenCounter, deps: OffscreenModelDeps): GetModel {
  const extractive = createExtractiveModel(tokens);
  const models = new Map<string, Model>();
  return (config) => {
    if (config.provider === 'extractive') return extractive;
    const key = JSON.stringify(config);
    const existing = models.get(key);
    if (existing) return existing;
    const model = createOffscreenModel(config, deps);
    models.set(key, model);
    return model;
  };
}

/** Null is the built-in engine. */
function createModelBinding(entry: ModelSettings | null, getModel: GetModel): ModelBinding {
  const config = toModelConfig(entry);
  const { id, label, metered } = getModel(config);
  return { id, label, metered, config, prices: metered && entry !== null ? resolvePrices(entry) : null };
}

function createTranslatorBinding(getModel: GetModel): ModelBinding {
  const { id, label, metered } = getModel(TRANSLATOR_CONFIG);
  return { id, label, metered, config: TRANSLATOR_CONFIG, prices: null };
}

/** The main model's server if it has one, else the first; {} where none was chosen. */
function bindEmbedder({ models, main }: Settings, getModel: GetModel): Pick<RunModels, 'embedder'> {
  const chosen = models.filter((entry) => isSelfHosted(entry) && (entry.embedding ?? '') !== '');
  const entry = chosen.find(({ id }) => id === main) ?? chosen[0];
  if (entry?.embedding === undefined) return {};
  const model = entry.embedding;
  const config = { ...toModelConfig(entry), id: `${splitModelId(entry.id).name}:${model}`, model, embeds: true };
  const { id, label, metered } = getModel(config);
  return { embedder: { id, label, metered, config, prices: metered ? findUsualPrices({ ...entry, model }) : null } };
}

/** `keyed`: addresses of servers with a token. */
export function createRunConfig(
  settings: Settings,
  getModel: GetModel,
  agents: CallableAgents = NO_AGENTS,
  keyed: ReadonlySet<string> = new Set(),
): RunConfig {
  const { tokenBudget, maxSteps, maxCost, warnAt, main } = settings;
  const { language, length, format } = settings.answers;
  const bindRole = (role: Role): ModelBinding => createModelBinding(findRoleModel(settings, role), getModel);
  // null if the role is unset or the same as the main model
  const bindSeparateRole = (role: Exclude<Role, 'main'>): ModelBinding | null =>
    settings[role] === '' || settings[role] === main ? null : bindRole(role);
  const models = {
    main: bindRole('main'),
    fast: bindSeparateRole('fast'),
    vision: bindSeparateRole('vision'),
    fallback: bindSeparateRole('fallback'),
    ...(hasLanguageModel(settings) ? {} : { translator: createTranslatorBinding(getModel) }),
    ...bindEmbedder(settings, getModel),
  };
  const boundIds = new Set(Object.values(models).map((each) => each?.id));
  const others = settings.models.filter(({ id }) => agents.models.has(id) && !boundIds.has(id));
  return {
    models,
    limits: {
      maxSteps,
      maxRetries: 3,
      wallClockMs: 30 * 60_000,
      tokenBudget,
      maxCost: maxCost > 0 ? maxCost : null,
      warnAt: warnAt / 100,
    },
    grants: [],
    search: settings.search.engines,
    agents: agents.cards,
    others: others.map((entry) => createModelBinding(entry, getModel)),
    serverTools: listServerTools(settings, keyed),
    private: settings.history.private,
    style: { language, length, format },
    secondOpinion: settings.secondOpinion,
  };
}

const listServerTools = ({ toolServers }: Settings, keyed: ReadonlySet<string>): readonly ServerTool[] =>
  toolServers.flatMap(({ id, address, tools }) => {
    // the query of an address is often a key
    const isPublic = !isLocalOrPrivateEndpoint(address) && !keyed.has(address) && !address.includes('?');
    return tools.map((tool) => ({
      ...tool,
      inputSchema: tool.inputSchema as JsonSchema,
      server: id,
      address,
      isPublic,
    }));
  });

const NO_AGENTS: CallableAgents = { cards: [], models: new Set() };

/** What the test of a candidate spent, at the prices of the saved model that it is; a new one's at the usual prices. */
export function createTestCharge(
  { models }: Pick<Settings, 'models'>,
  candidate: Candidate,
  spent: Tokens,
  at: number,
): Charge {
  const { provider, endpoint, model } = candidate;
  const saved = models.find((each) => each.provider === provider && each.endpoint === endpoint && each.model === model);
  const { label, metered } = describeModel({ ...toModelConfig(null), ...candidate });
  const prices = metered ? (saved ? resolvePrices(saved) : findUsualPrices(candidate)) : null;
  const expense = createExpense(spent, { metered, prices });
  return { seq: 0, at, model: { id: saved?.id ?? model, label }, expense, agents: [] };
}

/** The user's prices, else none for an own server, else the list's; null if unknown, which never means free. */
function resolvePrices(entry: ModelSettings): Prices | null {
  const { priceInput, priceCached, priceOutput } = entry;
  if (priceInput + priceOutput === 0) return findUsualPrices(entry);
  return { input: priceInput, cached: priceCached > 0 ? priceCached : priceInput, output: priceOutput, asOf: '' };
}

/** `main`: the id of the model that answers, if it is one of the settings'; '' for theirs. */
export async function loadCurrentConfig(
  getModel: GetModel,
  agents: Pick<AgentStore, 'loadCallable'>,
  main = '',
): Promise<RunConfig> {
  const [settings, callable, grants] = await Promise.all([loadSettings(), agents.loadCallable(), loadGrants()]);
  const chosen = settings.models.some(({ id }) => id === main) ? { ...settings, main } : settings;
  const addresses = settings.toolServers.map(({ address }) => address);
  const withKey = await Promise.all(addresses.map(hasKey));
  const keyed = new Set(addresses.filter((_, at) => withKey[at]));
  return { ...createRunConfig(chosen, getModel, callable, keyed), grants };
}
