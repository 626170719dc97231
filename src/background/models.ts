/** From a recorded choice to the model itself. The key is added by the keyed fetch, bound to the endpoint's origin. */
import { keyedFetch } from '../chrome/keys.ts';
import type { ModelTerms, RunTerms } from '../lib/agent/frames.ts';
import type { Model, TokenCounter } from '../lib/agent/ports.ts';
import { EXTRACTIVE_ID, type ModelConfig } from '../lib/models/config.ts';
import { modelsFrom } from '../lib/models/adapters.ts';
import { priceOf, type Prices } from '../lib/models/prices.ts';
import type { Settings } from '../lib/protocol/settings.ts';

export type ModelFor = (config: ModelConfig) => Model;

/** One model per choice while the worker lives: an adapter learns which options its server refuses. */
export function modelFactory(tokens: TokenCounter, extensionOrigin: string): ModelFor {
  const make = modelsFrom({
    tokens,
    extensionOrigin,
    fetchFor: ({ provider, endpoint }) => keyedFetch(provider, endpoint),
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

/** What settings say of one model. */
export interface ModelEntry extends ModelConfig {
  /** The person's own prices per million tokens; 0 for not given. */
  readonly priceInput: number;
  readonly priceCached: number;
  readonly priceOutput: number;
}

/** The terms on which a run calls a model. */
export function modelTerms(entry: ModelEntry, modelFor: ModelFor): ModelTerms {
  const { id: named, provider, endpoint, model, contextTokens, toolCalling, pictures, keepAlive, timeouts } = entry;
  const config: ModelConfig = {
    id: named,
    provider,
    endpoint,
    model,
    contextTokens,
    toolCalling,
    pictures,
    keepAlive,
    timeouts,
  };
  const { id, label, metered } = modelFor(config);
  return { id, label, metered, config, prices: metered ? pricesFrom(entry) : null };
}

/** The terms of a run that begins, or is tried again, under these settings. */
export function termsFrom(settings: Settings, modelFor: ModelFor): RunTerms {
  const { tokenBudget, maxSteps, maxCost, warnAt } = settings;
  const main = modelTerms(entryFrom(settings), modelFor);
  return {
    models: { main, fast: null, vision: null, fallback: null },
    limits: {
      maxSteps,
      maxRetries: 3,
      wallClockMs: 30 * 60_000,
      tokenBudget,
      maxCost: maxCost > 0 ? maxCost : null,
      warnAt: warnAt / 100,
    },
    grants: [],
  };
}

/** The one model that these settings know. */
function entryFrom(settings: Settings): ModelEntry {
  const id = settings.provider === 'extractive' ? EXTRACTIVE_ID : `server:${settings.model}`;
  return { ...settings, id, pictures: false, keepAlive: 5 };
}

/** The person's own prices where they gave any, else the list's; null where neither knows, which is never free. */
function pricesFrom({ endpoint, model, priceInput, priceCached, priceOutput }: ModelEntry): Prices | null {
  if (priceInput + priceOutput === 0) return priceOf(endpoint, model);
  return { input: priceInput, cached: priceCached > 0 ? priceCached : priceInput, output: priceOutput, asOf: '' };
}
