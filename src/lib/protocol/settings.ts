/**
 * Settings: one typed, versioned record. The one rule: what a schema cannot say of it, `settingsFault` does, and nothing
 * is read or saved before both agree. Keys are not settings; they have a store of their own (SAFETY D8).
 */
import type { FromSchema } from 'json-schema-to-ts';
import { EXTRACTIVE_ID, splitId } from '../models/config.ts';
import { DEFAULT_TIMEOUTS } from '../models/model.ts';
import { LANGUAGES_SCHEMA } from './ocr-languages.ts';
import { DEFAULT_SEARCH, SEARCH_SETTINGS_SCHEMA, searchFault, type SearchSettings } from './search.ts';

export const SETTINGS_VERSION = 7;

const milliseconds = { type: 'integer', minimum: 100, maximum: 3_600_000 } as const;
const price = { type: 'number', minimum: 0, maximum: 100_000 } as const;
/** A name of 40 characters, a colon, a model of 200. */
const MAX_ID = 241;
const role = { type: 'string', maxLength: MAX_ID } as const;

/** One model as a person set it up. */
export const MODEL_SCHEMA = {
  type: 'object',
  properties: {
    /** `name:model`: the person's own name for the server, and the model as the server knows it. */
    id: { type: 'string', maxLength: MAX_ID, pattern: '^[a-z0-9-]{1,40}:[^]{1,200}$' },
    provider: { enum: ['chrome', 'ollama', 'openai-compatible', 'openai', 'anthropic', 'google'] },
    /** Base URL of the API, with the version segment where the provider has one. '' for Chrome's own model. */
    endpoint: { type: 'string', maxLength: 2000 },
    model: { type: 'string', minLength: 1, maxLength: 200 },
    /** The window the server really serves, in tokens. */
    contextTokens: { type: 'integer', minimum: 1024, maximum: 10_000_000 },
    /** Over the wire; in replies held to a JSON schema; in words, for a model that knows neither. */
    toolCalling: { enum: ['native', 'json', 'text'] },
    /** Whether it can be shown pictures. */
    pictures: { type: 'boolean' },
    /** Minutes a local server keeps the model in memory after a call; -1 for ever. */
    keepAlive: { type: 'integer', minimum: -1, maximum: 1440 },
    timeouts: {
      type: 'object',
      properties: { connect: milliseconds, firstChunk: milliseconds, gap: milliseconds, total: milliseconds },
      required: ['connect', 'firstChunk', 'gap', 'total'],
      additionalProperties: false,
    },
    /** The person's own prices per million tokens, in their currency; 0 for not given, where list prices serve. */
    priceInput: price,
    /** Of input that the provider read from its cache; 0 for the price of other input. */
    priceCached: price,
    priceOutput: price,
  },
  required: [
    'id',
    'provider',
    'endpoint',
    'model',
    'contextTokens',
    'toolCalling',
    'pictures',
    'keepAlive',
    'timeouts',
    'priceInput',
    'priceCached',
    'priceOutput',
  ],
  additionalProperties: false,
} as const;

export const MAX_MODELS = 30;

/** Most presets of a person's own, and what one looks like. */
export const MAX_PRESETS = 12;
export const PRESET_SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' },
    title: { type: 'string', minLength: 1, maxLength: 40 },
    /** What is to be done with the selection, in the person's words. */
    prompt: { type: 'string', minLength: 1, maxLength: 1000 },
  },
  required: ['id', 'title', 'prompt'],
  additionalProperties: false,
} as const;

/** Most sites that the toolbar is allowed on or kept from. */
export const MAX_SITES = 500;
const origins = {
  type: 'array',
  maxItems: MAX_SITES,
  items: { type: 'string', minLength: 8, maxLength: 300 },
} as const;

/** Where the toolbar stands beside a selection. */
export const TOOLBAR_SCHEMA = {
  type: 'object',
  properties: {
    where: { enum: ['nowhere', 'sites', 'everywhere'] },
    /** Origins (`https://example.org`) on which it stands, for `sites`. */
    sites: origins,
    /** Origins on which it does not, for `everywhere`. */
    butNot: origins,
  },
  required: ['where', 'sites', 'butNot'],
  additionalProperties: false,
} as const;

export const SETTINGS_SCHEMA = {
  type: 'object',
  properties: {
    version: { const: SETTINGS_VERSION },
    /** Besides the embedded engine, which is always there. */
    models: { type: 'array', maxItems: MAX_MODELS, items: MODEL_SCHEMA },
    /** Decides and answers: a model's id, or that of the embedded engine. */
    main: role,
    /** Reads the parts of long pages and writes the notes that make room: a model's id, '' for the main one. */
    fast: role,
    /** Looks at pictures: a model's id, '' for the main one. */
    vision: role,
    /** Takes a run over when the main one cannot be reached: a model's id or the embedded engine's, '' for never. */
    fallback: role,
    /** Most tokens, input and output together, that one run may spend. */
    tokenBudget: { type: 'integer', minimum: 1000, maximum: 100_000_000 },
    /** Percent of the budget from which the person wants to be warned. */
    warnAt: { type: 'integer', minimum: 10, maximum: 100 },
    /** Most decisions one run may act upon, the answer included. */
    maxSteps: { type: 'integer', minimum: 2, maximum: 50 },
    /** Most one run may cost, in the currency of the prices; 0 for no bound. */
    maxCost: { type: 'number', minimum: 0, maximum: 1_000_000 },
    toolbar: TOOLBAR_SCHEMA,
    /** What the person wants done with selections, besides what is built in. */
    presets: { type: 'array', maxItems: MAX_PRESETS, items: PRESET_SCHEMA },
    /** How text in pictures is read. `languages`: those that are looked for, by the names of their data. */
    ocr: {
      type: 'object',
      properties: { languages: LANGUAGES_SCHEMA },
      required: ['languages'],
      additionalProperties: false,
    },
    search: SEARCH_SETTINGS_SCHEMA,
  },
  required: [
    'version',
    'models',
    'main',
    'fast',
    'vision',
    'fallback',
    'tokenBudget',
    'warnAt',
    'maxSteps',
    'maxCost',
    'toolbar',
    'presets',
    'ocr',
    'search',
  ],
  additionalProperties: false,
} as const;

/** What a file of settings says it is. */
export const FILE_KIND = 'knowledgelens-settings';

export const SETTINGS_FILE_SCHEMA = {
  type: 'object',
  properties: {
    kind: { const: FILE_KIND },
    /** Of the settings in it. */
    version: { type: 'integer', minimum: 1 },
    settings: { type: 'object' },
    /** By the origin of their server. */
    keys: { type: 'object', maxProperties: 100, additionalProperties: { type: 'string', maxLength: 1000 } },
  },
  required: ['kind', 'version', 'settings'],
  additionalProperties: false,
} as const;

export type ModelSettings = Readonly<FromSchema<typeof MODEL_SCHEMA>>;
export type Preset = Readonly<FromSchema<typeof PRESET_SCHEMA>>;
export interface ToolbarSettings {
  readonly where: 'nowhere' | 'sites' | 'everywhere';
  readonly sites: readonly string[];
  readonly butNot: readonly string[];
}
export type Settings = Readonly<
  Omit<FromSchema<typeof SETTINGS_SCHEMA>, 'models' | 'toolbar' | 'presets' | 'ocr' | 'search'>
> & {
  readonly models: readonly ModelSettings[];
  readonly toolbar: ToolbarSettings;
  readonly presets: readonly Preset[];
  readonly ocr: { readonly languages: readonly string[] };
  readonly search: SearchSettings;
};

export const DEFAULT_SETTINGS: Settings = {
  version: SETTINGS_VERSION,
  models: [],
  main: EXTRACTIVE_ID,
  fast: '',
  vision: '',
  fallback: '',
  tokenBudget: 200_000,
  warnAt: 80,
  maxSteps: 5,
  maxCost: 0,
  toolbar: { where: 'nowhere', sites: [], butNot: [] },
  presets: [],
  ocr: { languages: ['eng'] },
  search: DEFAULT_SEARCH,
};

/** What a new model begins with, besides what says which it is. */
export const MODEL_DEFAULTS = {
  contextTokens: 8192,
  toolCalling: 'native',
  pictures: false,
  keepAlive: 5,
  timeouts: DEFAULT_TIMEOUTS,
  priceInput: 0,
  priceCached: 0,
  priceOutput: 0,
} as const satisfies Partial<ModelSettings>;

/** What is wrong with settings that fit their schema, in one sentence with the path; '' when nothing is. */
export function settingsFault({ models, main, fast, vision, fallback, presets, search }: Settings): string {
  const ids = models.map(({ id }) => id);
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (again !== -1) return `settings: /models/${again}/id is there twice; expected an id of its own.`;
  const other = models.findIndex(({ id, model }) => splitId(id).model !== model);
  if (other !== -1) return `settings: /models/${other}/id names another model; expected it to end in that of /model.`;
  const twice = presets.findIndex(({ id }, index) => presets.findIndex((other) => other.id === id) < index);
  if (twice !== -1) return `settings: /presets/${twice}/id is there twice; expected an id of its own.`;
  const roles = [
    { role: 'main', id: main, allowed: [EXTRACTIVE_ID] },
    { role: 'fast', id: fast, allowed: [''] },
    { role: 'vision', id: vision, allowed: [''] },
    { role: 'fallback', id: fallback, allowed: ['', EXTRACTIVE_ID] },
  ];
  const lost = roles.find(({ id, allowed }) => !allowed.includes(id) && !ids.includes(id));
  if (lost !== undefined) return `settings: /${lost.role} names no model of the list; expected one that is there.`;
  return searchFault(search);
}
