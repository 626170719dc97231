/** The settings, valid only by schema and `findSettingsFault`. API keys are separate (SAFETY D8). */
import type { FromSchema } from 'json-schema-to-ts';
import { EXTRACTIVE_ID, splitModelId } from '../../models/config.ts';
import { DEFAULT_TIMEOUTS } from '../../models/model.ts';
import { ANSWERS_SCHEMA } from './answers.ts';
import { APPEARANCE_SCHEMA } from './appearance.ts';
import { SETTINGS_VERSION } from './defaults.ts';
import { LANGUAGES_SCHEMA } from './ocr-languages.ts';
import { SEARCH_SETTINGS_SCHEMA, findSearchFault } from './search.ts';
import { TOOL_SERVERS_SCHEMA, findToolServerFault } from './tool-servers.ts';
import { defineObject, type DeepReadonly } from '../../schema/object.ts';

const milliseconds = { type: 'integer', minimum: 100, maximum: 3_600_000 } as const;
const price = { type: 'number', minimum: 0, maximum: 100_000 } as const;
const MAX_ID = 241;
const role = { type: 'string', maxLength: MAX_ID } as const;

export const MODEL_SCHEMA = defineObject(
  {
    /** `name:model`: the user's name for the server, and the server's name for the model. */
    id: { type: 'string', maxLength: MAX_ID, pattern: '^[a-z0-9-]{1,40}:[^]{1,200}$' },
    provider: { enum: ['chrome', 'ollama', 'openai-compatible', 'openai', 'anthropic', 'google'] },
    /** Base URL with any version segment; '' for Chrome's own model. */
    endpoint: { type: 'string', maxLength: 2000 },
    model: { type: 'string', minLength: 1, maxLength: 200 },
    /** What the server actually serves, in tokens. */
    contextTokens: { type: 'integer', minimum: 1024, maximum: 10_000_000 },
    /** `native`: in the API; `json`: constrained by a JSON schema; `text`: neither. */
    toolCalling: { enum: ['native', 'json', 'text'] },
    pictures: { type: 'boolean' },
    /** Minutes; -1: indefinitely. */
    keepAlive: { type: 'integer', minimum: -1, maximum: 1440 },
    timeouts: defineObject({ connect: milliseconds, firstChunk: milliseconds, gap: milliseconds, total: milliseconds }),
    /** US dollars per million tokens; 0: list prices apply. */
    priceInput: price,
    /** For cached input; 0: the normal input price. */
    priceCached: price,
    priceOutput: price,
  },
  {
    /** The server's model for vectors of passages; '' for none. */
    embedding: role,
  },
);

export const MAX_MODELS = 30;

export const MAX_PRESETS = 12;
export const PRESET_SCHEMA = defineObject({
  id: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' },
  title: { type: 'string', minLength: 1, maxLength: 40 },
  prompt: { type: 'string', minLength: 1, maxLength: 1000 },
});

export const MAX_SITES = 500;
const origins = {
  type: 'array',
  maxItems: MAX_SITES,
  items: { type: 'string', minLength: 8, maxLength: 300 },
} as const;

export const TOOLBAR_SCHEMA = defineObject({
  where: { enum: ['nowhere', 'sites', 'everywhere'] },
  /** Allowed sites if it is `sites`. */
  sites: origins,
  /** Excluded sites if it is `everywhere`. */
  butNot: origins,
});

export const HISTORY_SCHEMA = defineObject({
  /** Time after the last request: a month is 30 days. */
  keep: { enum: ['day', 'week', 'month', 'year', 'forever'] },
  /** New conversations are deleted once they are left. */
  private: { type: 'boolean' },
});

export const SETTINGS_SCHEMA = defineObject({
  version: { const: SETTINGS_VERSION },
  models: { type: 'array', maxItems: MAX_MODELS, items: MODEL_SCHEMA },
  main: role,
  /** Reads parts of long pages and compacts: a model's id, '' for the main one. */
  fast: role,
  /** Describes pictures: a model's id, '' for the main one. */
  vision: role,
  /** Takes over when the main model cannot be reached; '' for none. */
  fallback: role,
  /** Input and output together, per run. */
  tokenBudget: { type: 'integer', minimum: 1000, maximum: 100_000_000 },
  /** Percentage of the budget. */
  warnAt: { type: 'integer', minimum: 10, maximum: 100 },
  /** Decisions per run, including the answer. */
  maxSteps: { type: 'integer', minimum: 2, maximum: 50 },
  /** Per run, in US dollars; 0: unlimited. */
  maxCost: { type: 'number', minimum: 0, maximum: 1_000_000 },
  toolbar: TOOLBAR_SCHEMA,
  presets: { type: 'array', maxItems: MAX_PRESETS, items: PRESET_SCHEMA },
  ocr: defineObject({ languages: LANGUAGES_SCHEMA }),
  search: SEARCH_SETTINGS_SCHEMA,
  history: HISTORY_SCHEMA,
  appearance: APPEARANCE_SCHEMA,
  answers: ANSWERS_SCHEMA,
  /** Whether the fast model is asked which claims of an answer it doubts. */
  secondOpinion: { type: 'boolean' },
  toolServers: TOOL_SERVERS_SCHEMA,
});

export const FILE_KIND = 'knowledgelens-settings';

export const SETTINGS_FILE_SCHEMA = defineObject(
  {
    kind: { const: FILE_KIND },
    version: { type: 'integer', minimum: 1 },
    settings: { type: 'object' },
  },
  {
    /** By the origin of their server. */
    keys: { type: 'object', maxProperties: 100, additionalProperties: { type: 'string', maxLength: 1000 } },
  },
);

export type ModelSettings = DeepReadonly<FromSchema<typeof MODEL_SCHEMA>>;
export type Preset = DeepReadonly<FromSchema<typeof PRESET_SCHEMA>>;
export type Settings = DeepReadonly<FromSchema<typeof SETTINGS_SCHEMA>>;
export type ToolbarSettings = Settings['toolbar'];
export type HistorySettings = Settings['history'];

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

/** Returns the first fault that the schema cannot express, with its path; '' if none. */
export function findSettingsFault(settings: Settings): string {
  const { models, main, fast, vision, fallback, presets, search, toolServers } = settings;
  const ids = models.map(({ id }) => id);
  const duplicate = findDuplicate(ids);
  if (duplicate !== -1) return `settings: /models/${duplicate}/id is there twice; expected an id of its own.`;
  const mismatch = models.findIndex(({ id, model }) => splitModelId(id).model !== model);
  if (mismatch !== -1)
    return `settings: /models/${mismatch}/id names another model; expected it to end in that of /model.`;
  const duplicatePreset = findDuplicate(presets.map(({ id }) => id));
  if (duplicatePreset !== -1)
    return `settings: /presets/${duplicatePreset}/id is there twice; expected an id of its own.`;
  const roles: readonly (readonly [role: string, id: string, ...allowed: readonly string[]])[] = [
    ['main', main, EXTRACTIVE_ID],
    ['fast', fast, ''],
    ['vision', vision, ''],
    ['fallback', fallback, '', EXTRACTIVE_ID],
  ];
  const [unknownRole] = roles.find(([, id, ...allowed]) => ![...allowed, ...ids].includes(id)) ?? [];
  if (unknownRole) return `settings: /${unknownRole} names no model of the list; expected one that is there.`;
  return findSearchFault(search) || findToolServerFault(toolServers);
}

const findDuplicate = (ids: readonly string[]): number => ids.findIndex((id, index) => ids.indexOf(id) < index);
