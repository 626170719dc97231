/** From a recorded choice to the model itself. The key is added by the keyed fetch, bound to the endpoint's origin. */
import { keyedFetch } from '../chrome/keys.ts';
import type { ModelTerms, RunTerms } from '../lib/agent/frames.ts';
import type { Model, TokenCounter } from '../lib/agent/ports.ts';
import type { ModelConfig } from '../lib/models/config.ts';
import { modelsFrom } from '../lib/models/adapters.ts';
import type { ChromeHost } from '../lib/models/prompt-api.ts';
import { priceOf, type Prices } from '../lib/models/prices.ts';
import { configOf, modelOf, type Role } from '../lib/protocol/roles.ts';
import type { ModelSettings, Settings } from '../lib/protocol/settings.ts';
import type { Callable } from './agents.ts';

export type ModelFor = (config: ModelConfig) => Model;

/** One model per choice while the worker lives: an adapter learns which options its server refuses. */
export function modelFactory(tokens: TokenCounter, extensionOrigin: string, chrome: ChromeHost): ModelFor {
  const make = modelsFrom({
    tokens,
    extensionOrigin,
    fetchFor: ({ provider, endpoint }) => keyedFetch(provider, endpoint),
    chrome,
  });
  const made = new Map<string, Model>();
  return (config) => {
    const name = JSON.stringify(config);
    const known = made.get(name);
    if (known) return known;
    const model = make(config);
    made.set(name, model);
    return model;
  };
}

/** The terms on which a run calls a model; null is the embedded engine. */
function modelTerms(entry: ModelSettings | null, modelFor: ModelFor): ModelTerms {
  const config = configOf(entry);
  const { id, label, metered } = modelFor(config);
  return { id, label, metered, config, prices: metered && entry !== null ? pricesOf(entry) : null };
}

/** The terms of a run that begins, or is tried again, under these settings. `agents`: those that it may call. */
export function termsFrom(settings: Settings, modelFor: ModelFor, agents: Callable = NOBODY): RunTerms {
  const { tokenBudget, maxSteps, maxCost, warnAt, main } = settings;
  const termsOf = (role: Role): ModelTerms => modelTerms(modelOf(settings, role), modelFor);
  // a role that nobody was given, or the main model, is the main model's
  const apart = (role: Exclude<Role, 'main'>): ModelTerms | null =>
    settings[role] === '' || settings[role] === main ? null : termsOf(role);
  const models = { main: termsOf('main'), fast: apart('fast'), vision: apart('vision'), fallback: apart('fallback') };
  const known = new Set(Object.values(models).map((each) => each?.id));
  const others = settings.models.filter(({ id }) => agents.models.has(id) && !known.has(id));
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
    others: others.map((entry) => modelTerms(entry, modelFor)),
  };
}

const NOBODY: Callable = { cards: [], models: new Set() };

/** The person's own prices where they gave any, else the list's; null where neither knows, which is never free. */
export function pricesOf({ endpoint, model, priceInput, priceCached, priceOutput }: ModelSettings): Prices | null {
  if (priceInput + priceOutput === 0) return priceOf(endpoint, model);
  return { input: priceInput, cached: priceCached > 0 ? priceCached : priceInput, output: priceOutput, asOf: '' };
}
