/** Any settings that can be stored. */
import fc from 'fast-check';
import { ANSWERS_SCHEMA, LANGUAGES } from '../../../src/lib/protocol/settings/answers.ts';
import { APPEARANCE_SCHEMA } from '../../../src/lib/protocol/settings/appearance.ts';
import { EXTRACTIVE_ID } from '../../../src/lib/models/config.ts';
import { LANGUAGE_NAME, MAX_LANGUAGES } from '../../../src/lib/protocol/settings/ocr-languages.ts';
import { ENGINE_IDS, type EngineConfig } from '../../../src/lib/pipeline/engines/types.ts';
import { toEngineKey, MAX_ENGINES } from '../../../src/lib/protocol/settings/search.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import {
  MAX_PRESETS,
  MODEL_SCHEMA,
  HISTORY_SCHEMA,
  TOOLBAR_SCHEMA,
  type ModelSettings,
  type Settings,
} from '../../../src/lib/protocol/settings/settings.ts';

const milliseconds = fc.integer({ min: 100, max: 3_600_000 });
const timeouts = fc.record({ connect: milliseconds, firstChunk: milliseconds, gap: milliseconds, total: milliseconds });
const amount = (max: number): fc.Arbitrary<number> => fc.double({ min: 0, max, noNaN: true }).map((value) => value + 0); // JSON knows no -0
const endpoint = fc.oneof(fc.webUrl(), fc.string({ maxLength: 2000 }));
const contextTokens = fc.integer({ min: 1024, max: 10_000_000 });
const tokenBudget = fc.integer({ min: 1000, max: 100_000_000 });

const name = fc.stringMatching(/^[a-z0-9-]{1,40}$/);
const entry: fc.Arbitrary<ModelSettings> = fc
  .record({
    name,
    provider: fc.constantFrom(...MODEL_SCHEMA.properties.provider.enum),
    endpoint,
    model: fc.string({ minLength: 1, maxLength: 200 }),
    contextTokens,
    toolCalling: fc.constantFrom(...MODEL_SCHEMA.properties.toolCalling.enum),
    pictures: fc.boolean(),
    keepAlive: fc.integer({ min: -1, max: 1440 }),
    timeouts,
    priceInput: amount(100_000),
    priceCached: amount(100_000),
    priceOutput: amount(100_000),
    embedding: fc.option(fc.string({ minLength: 1, maxLength: 200 })),
  })
  .map(({ name: own, embedding, ...rest }) => ({
    ...{ id: `${own}:${rest.model}`, ...rest },
    ...(embedding !== null && { embedding }),
  }));

const sites = fc.uniqueArray(
  fc.webUrl().map((url) => new URL(url).origin),
  { maxLength: 5 },
);
const toolbar = fc.record({ where: fc.constantFrom(...TOOLBAR_SCHEMA.properties.where.enum), sites, butNot: sites });
const presets = fc.uniqueArray(
  fc.record({
    id: name,
    title: fc.string({ minLength: 1, maxLength: 40 }),
    prompt: fc.string({ minLength: 1, maxLength: 1000 }),
  }),
  { selector: ({ id }) => id, maxLength: MAX_PRESETS },
);

const ocr = fc.record({
  languages: fc.uniqueArray(fc.stringMatching(new RegExp(LANGUAGE_NAME)), { minLength: 1, maxLength: MAX_LANGUAGES }),
});

const server = fc.webUrl({ withQueryParameters: false, withFragments: false });
const engine: fc.Arbitrary<EngineConfig> = fc
  .record({
    engine: fc.constantFrom(...ENGINE_IDS),
    endpoint: fc.oneof(fc.constant(''), server),
    cx: fc.stringMatching(/^[a-z0-9:]{1,40}$/),
    own: server,
  })
  .map(({ engine: id, endpoint: other, cx, own }) => ({
    engine: id,
    endpoint: id === 'searxng' ? own : other,
    cx: id === 'google' ? cx : '',
  }));
const search = fc.record({
  engines: fc.uniqueArray(engine, { selector: toEngineKey, maxLength: MAX_ENGINES }),
});

export const ANY_ANSWERS: fc.Arbitrary<Settings['answers']> = fc.record({
  language: fc.constantFrom('request', 'page', ...LANGUAGES),
  length: fc.constantFrom(...ANSWERS_SCHEMA.properties.length.enum),
  format: fc.constantFrom(...ANSWERS_SCHEMA.properties.format.enum),
  translateTo: fc.constantFrom('', ...LANGUAGES),
});

/** Any settings that hang together. */
export const ANY_SETTINGS: fc.Arbitrary<Settings> = fc
  .record({
    models: fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 5 }),
    roles: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
    tokenBudget,
    warnAt: fc.integer({ min: 10, max: 100 }),
    maxSteps: fc.integer({ min: 2, max: 50 }),
    maxCost: amount(1_000_000),
    toolbar,
    history: fc.record({ keep: fc.constantFrom(...HISTORY_SCHEMA.properties.keep.enum), private: fc.boolean() }),
    appearance: fc.record({
      theme: fc.constantFrom(...APPEARANCE_SCHEMA.properties.theme.enum),
      textSize: fc.constantFrom(...APPEARANCE_SCHEMA.properties.textSize.enum),
    }),
    answers: ANY_ANSWERS,
    presets,
    ocr,
    search,
  })
  .map(({ models, roles, ...rest }) => {
    const ids = models.map(({ id }) => id);
    const pick = (at: number, ...others: readonly string[]): string => {
      const all = [...others, ...ids];
      return all[at % all.length] ?? '';
    };
    return {
      ...DEFAULT_SETTINGS,
      ...rest,
      models,
      main: pick(roles[0], EXTRACTIVE_ID),
      fast: pick(roles[1], ''),
      vision: pick(roles[2], ''),
      fallback: pick(roles[3], '', EXTRACTIVE_ID),
    };
  });
