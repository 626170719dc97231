/** Search engines as settings and messages have them, and what is said between panel, options and worker about the web. */
import type { JobEstimate } from '../agent/job.ts';
import { aboutEngine, originOf } from '../pipeline/web/engines.ts';
import { ENGINE_IDS, type EngineConfig } from '../pipeline/web/types.ts';

/** Where on the settings page they are set up: the part of its address that leads there. */
export const SEARCH = 'search';
/** Most engines in the list: each once, and several SearXNG instances. */
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
    /** In the order in which they are asked: the next one where one brings too little. */
    engines: { type: 'array', maxItems: MAX_ENGINES, items: ENGINE_SCHEMA },
  },
  required: ['engines'],
  additionalProperties: false,
} as const;

export interface SearchSettings {
  readonly engines: readonly EngineConfig[];
}

export const DEFAULT_SEARCH: SearchSettings = { engines: [{ engine: 'wikipedia', endpoint: '', cx: '' }] };

/** What is wrong with the list, with the path in the settings; '' when nothing is. */
export function searchFault({ engines }: SearchSettings): string {
  const faults = engines.map((config, index) => {
    const fault = engineFault(config, engines.slice(0, index));
    return fault === '' ? '' : `settings: /search/engines/${String(index)}${fault}`;
  });
  return faults.find((fault) => fault !== '') ?? '';
}

function engineFault(config: EngineConfig, before: readonly EngineConfig[]): string {
  if (originOf(config) === null) return '/endpoint is no web address; expected one such as https://search.example.org.';
  if (aboutEngine(config.engine).needsCx && config.cx.trim() === '')
    return '/cx is empty; expected the id of a search engine.';
  const isThere = before.some((other) => engineName(other) === engineName(config));
  return isThere ? ' is there twice; expected each engine once.' : '';
}

/** One name for an engine, however its address was typed: two of one name are one. */
export function engineName({ engine, endpoint }: EngineConfig): string {
  const text = endpoint.trim();
  const address = URL.canParse(text) ? new URL(text).href.replace(/\/{1,100}$/, '') : text;
  return `${engine} ${address}`;
}

/** Most sources that a person can pin or ban in one conversation. */
export const MAX_CHOSEN = 100;
const addresses = {
  type: 'array',
  maxItems: MAX_CHOSEN,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 2000 },
} as const;

/** What is asked with a question of the web: null for a question of its own, else the sources to answer it anew with. */
export const SOURCES_SCHEMA = {
  type: ['object', 'null'],
  properties: { pinned: addresses, banned: addresses },
  required: ['pinned', 'banned'],
  additionalProperties: false,
} as const;

export const SEARCH_REQUESTS = {
  /** What would a question of the web take, and what stands in its way? Sends nothing anywhere. */
  'web.outlook': {
    type: 'object',
    properties: { type: { const: 'web.outlook' } },
    required: ['type'],
    additionalProperties: false,
  },
  /** Try an engine that need not be saved yet. `key`: the name of one that was typed, '' for the saved one. */
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

/** Before a question of the web. */
export interface WebOutlook {
  /** Upper bounds, of a question and of an answer once more from sources that were found. */
  readonly estimate: JobEstimate;
  readonly again: JobEstimate;
  /** Tokens that agents may take beside, at most; 0 where none can be called. */
  readonly agents: number;
  /** Labels of the engines, in their order. */
  readonly engines: readonly string[];
  /** Whether pages may be read; else answers rest on what the engines say of them. */
  readonly pages: boolean;
  readonly budget: number;
}
