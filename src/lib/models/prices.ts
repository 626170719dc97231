/** Dated list prices of model servers. An uncertain price is null, never zero or that of a similar name. */
import { getHostname, parseUrl } from '../base/urls.ts';
import { isLocalOrPrivateEndpoint } from './address.ts';
import type { ModelConfig } from './config.ts';

/** In US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** As `2026-11-22`; '' for the user's own prices. */
  readonly asOf: string;
}

type PriceRow = readonly [input: number, cached: number, output: number];

/** Standard tier, by host. Omits routers and models whose price depends on prompt length. */
export const PRICE_LIST: {
  readonly asOf: string;
  readonly hosts: Readonly<Record<string, Readonly<Record<string, PriceRow>>>>;
} = {
  asOf: '2025-09-01',
  hosts: {
    // https://platform.openai.com/docs/pricing
    'api.openai.com': {
      'gpt-5': [1.25, 0.125, 10],
      'gpt-5-mini': [0.25, 0.025, 2],
      'gpt-5-nano': [0.05, 0.005, 0.4],
      'gpt-5-chat-latest': [1.25, 0.125, 10],
      'gpt-4.1': [2, 0.5, 8],
      'gpt-4.1-mini': [0.4, 0.1, 1.6],
      'gpt-4.1-nano': [0.1, 0.025, 0.4],
      'gpt-4o': [2.5, 1.25, 10],
      'gpt-4o-2024-05-13': [5, 5, 15],
      'gpt-4o-mini': [0.15, 0.075, 0.6],
      'gpt-4-turbo': [10, 10, 30],
      'gpt-3.5-turbo': [0.5, 0.5, 1.5],
      o1: [15, 7.5, 60],
      'o1-mini': [1.1, 0.55, 4.4],
      o3: [2, 0.5, 8],
      'o3-mini': [1.1, 0.55, 4.4],
      'o4-mini': [1.1, 0.275, 4.4],
    },
    // https://www.anthropic.com/pricing
    'api.anthropic.com': {
      'claude-opus-4-1': [15, 1.5, 75],
      'claude-opus-4': [15, 1.5, 75],
      'claude-3-7-sonnet': [3, 0.3, 15],
      'claude-3-5-haiku': [0.8, 0.08, 4],
    },
    // https://ai.google.dev/pricing
    'generativelanguage.googleapis.com': {
      'gemini-2.5-flash': [0.3, 0.075, 2.5],
      'gemini-2.5-flash-lite': [0.1, 0.025, 0.4],
      'gemini-2.0-flash': [0.1, 0.025, 0.4],
    },
    // https://groq.com/pricing
    'api.groq.com': {
      'llama-3.3-70b-versatile': [0.59, 0.59, 0.79],
      'llama-3.1-8b-instant': [0.05, 0.05, 0.08],
    },
  },
};

export const NO_PRICES: Prices = { input: 0, cached: 0, output: 0, asOf: '' };

/** What is known without the user: none for a server of one's own, else the list's; null if unknown. */
export function findUsualPrices(config: Pick<ModelConfig, 'provider' | 'endpoint' | 'model'>): Prices | null {
  return isUnbilled(config) ? NO_PRICES : findPrices(config.endpoint, config.model);
}

/** A server on one's own computer or network sends no bill. Ollama's cloud does, also for what a local server passes on. */
function isUnbilled({ provider, endpoint, model }: Pick<ModelConfig, 'provider' | 'endpoint' | 'model'>): boolean {
  if (provider !== 'ollama') return isLocalOrPrivateEndpoint(endpoint);
  return !/[:-]cloud$/.test(model.trim()) && !/^(?:.+\.)?ollama\.com$/.test(getHostname(endpoint.trim()));
}

/** The date of a snapshot. `gpt-4o-audio-preview` is another model. */
const SNAPSHOT = /^(?:-\d{4}-\d{2}-\d{2}|-\d{8})?$/;

/** Uses the longest name that matches; null when unknown. */
export function findPrices(endpoint: string, model: string): Prices | null {
  const text = endpoint.trim();
  const host = parseUrl(text)?.host ?? '';
  const rows = Object.hasOwn(PRICE_LIST.hosts, host) ? PRICE_LIST.hosts[host] : undefined;
  const wanted = model.trim();
  const [longest] = Object.entries(rows ?? {})
    .filter(([name]) => wanted.startsWith(name) && SNAPSHOT.test(wanted.slice(name.length)))
    .sort(([a], [b]) => b.length - a.length);
  if (longest === undefined) return null;
  const [input, cached, output] = longest[1];
  return { input, cached, output, asOf: PRICE_LIST.asOf };
}
