/** Search engine settings, and the web requests between panel, options and worker. */
import type { JobEstimate } from '../agent/loop/job.ts';
import { getEngineInfo, getSearchOrigin } from '../pipeline/web/engines.ts';
import { ENGINE_IDS, type EngineConfig } from '../pipeline/web/types.ts';

export const SEARCH_ANCHOR = 'search';
export const MAX_ENGINES = 8;

export const ENGINE_SCHEMA = {
  type: 'object',
  properties: {
    engine: { enum: ENGINE_IDS },
    endpoint: { type: 'string', maxLength: 2000 },
    cx: { type: 'string', maxLength: 200 },
  },
  required: ['engine', 'endpoint', 'cx'],
  additionalProperties: false,
} as const;

export const SEARCH_SETTINGS_SCHEMA = {
  type: 'object',
  properties: {
    /** In order of use: the next one is called if one returns too few results. */
    engines: { type: 'array', maxItems: MAX_ENGINES, items: ENGINE_SCHEMA },
  },
  required: ['engines'],
  additionalProperties: false,
} as const;

export interface SearchSettings {
  readonly engines: readonly EngineConfig[];
}

export const DEFAULT_SEARCH: SearchSettings = { engines: [{ engine: 'wikipedia', endpoint: '', cx: '' }] };

/** Returns the first fault with its path in the settings; '' if there is none. */
export function findSearchFault({ engines }: SearchSettings): string {
  const faults = engines.map((config, index) => {
    const fault = findEngineFault(config, engines.slice(0, index));
    return fault === '' ? '' : `settings: /search/engines/${String(index)}${fault}`;
  });
  return faults.find((fault) => fault !== '') ?? '';
}

function findEngineFault(config: EngineConfig, before: readonly EngineConfig[]): string {
  if (getSearchOrigin(config) === null)
    return '/endpoint is no web address; expected one such as https://search.example.org.';
  if (getEngineInfo(config.engine).needsCx && config.cx.trim() === '')
    return '/cx is empty; expected the id of a search engine.';
  const isDuplicate = before.some((other) => toEngineKey(other) === toEngineKey(config));
  return isDuplicate ? ' is there twice; expected each engine once.' : '';
}

/** Detects duplicates whose URLs were typed differently. */
export function toEngineKey({ engine, endpoint }: EngineConfig): string {
  const text = endpoint.trim();
  const address = URL.canParse(text) ? new URL(text).href.replace(/\/{1,100}$/, '') : text;
  return `${engine} ${address}`;
}

export const MAX_CHOSEN_SOURCES = 100;
const addresses = {
  type: 'array',
  maxItems: MAX_CHOSEN_SOURCES,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 2000 },
} as const;

/** Null for a new question, otherwise the sources to answer it again with. */
export const SOURCES_SCHEMA = {
  type: ['object', 'null'],
  properties: { pinned: addresses, banned: addresses },
  required: ['pinned', 'banned'],
  additionalProperties: false,
} as const;

export const SEARCH_REQUESTS = {
  /** Sends nothing. */
  'web.outlook': {
    type: 'object',
    properties: { type: { const: 'web.outlook' } },
    required: ['type'],
    additionalProperties: false,
  },
  /** `key`: the name of a typed key, '' for the saved one. */
  'search.test': {
    type: 'object',
    properties: {
      type: { const: 'search.test' },
      config: ENGINE_SCHEMA,
      key: { type: 'string', maxLength: 100 },
    },
    required: ['type', 'config', 'key'],
    additionalProperties: false,
  },
} as const;

export interface WebOutlook {
  readonly estimate: JobEstimate;
  readonly again: JobEstimate;
  /** Upper bound of additional tokens used by agents; 0 if none can be called. */
  readonly agents: number;
  readonly engines: readonly string[];
  readonly pages: boolean;
  readonly budget: number;
}
