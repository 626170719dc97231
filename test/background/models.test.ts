import { expect, it } from 'vitest';
import { createModelCache, createRunConfig } from '../../src/background/models.ts';
import { NO_PRICES, PRICE_LIST } from '../../src/lib/models/prices.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import { entryOf, settingsOf, type OneModel } from '../kit/protocol/settings.ts';
import { roughCounter } from '../kit/runs/world.ts';

const refuse = (): Promise<never> => Promise.reject(new Error('Nothing is called here.'));
const modelFor = createModelCache(roughCounter, {
  offscreen: { open: refuse, openExisting: refuse },
  openAccess: refuse,
});
const OPENAI: OneModel = { endpoint: 'https://api.openai.com/v1', model: 'gpt-4o-mini' };
const prices = (change: OneModel) => createRunConfig(settingsOf({ ...OPENAI, ...change }), modelFor).models.main.prices;

it('is about the main model of the list, and about the embedded engine where that is chosen', () => {
  const models = [entryOf({ model: 'a' }), entryOf({ model: 'b', contextTokens: 4096, pictures: true })];
  const settings: Settings = { ...DEFAULT_SETTINGS, models, main: 'server:b' };
  const { main } = createRunConfig(settings, modelFor).models;
  expect(models[1]).toMatchObject(main.config);
  expect(main.metered).toBe(true);
  expect(createRunConfig({ ...settings, main: 'extractive' }, modelFor).models.main).toMatchObject({
    id: 'extractive',
    metered: false,
    prices: null,
    config: { provider: 'extractive' },
  });
});

it('has a model apart for a role only where that is another than the main one', () => {
  const models = [entryOf({ model: 'a' }), entryOf({ model: 'b' })];
  const roles = { main: 'server:a', fast: 'server:b', vision: 'server:a', fallback: 'extractive' };
  const config = createRunConfig({ ...DEFAULT_SETTINGS, models, ...roles }, modelFor).models;
  expect(config).toMatchObject({ main: { id: 'server:a' }, fast: { id: 'server:b' }, vision: null });
  expect(config.fallback).toMatchObject({ id: 'extractive', metered: false, prices: null });
  expect(createRunConfig({ ...DEFAULT_SETTINGS, models, main: 'server:a' }, modelFor).models).toMatchObject({
    fast: null,
    vision: null,
    fallback: null,
  });
});

it('has a model for vectors only where one was chosen of a server that has some, the main model’s first', () => {
  const models = [
    entryOf({ model: 'a', provider: 'anthropic', embedding: 'x' }),
    entryOf({ model: 'b', embedding: '' }),
    entryOf({ model: 'c', embedding: 'y' }),
    entryOf({ model: 'd', embedding: 'z', endpoint: 'https://models.example/v1' }),
  ];
  const embedderOf = (main: string, count = 4) =>
    createRunConfig({ ...DEFAULT_SETTINGS, models: models.slice(0, count), main }, modelFor).models.embedder;
  expect(embedderOf('server:a', 2)).toBeUndefined();
  expect(embedderOf('server:b')).toMatchObject({
    ...{ id: 'server:y', label: 'y at localhost:11434', metered: false, prices: null },
    config: { model: 'y', embeds: true },
  });
  expect(embedderOf('extractive')).toMatchObject({ id: 'server:y' });
  expect(embedderOf('server:d')).toMatchObject({ id: 'server:z', metered: true, prices: null });
});

it('takes the list’s prices where the person gave none, with their day', () => {
  expect(prices({})).toEqual({ input: 0.15, cached: 0.075, output: 0.6, asOf: PRICE_LIST.asOf });
});

it.each([
  [{ endpoint: 'http://localhost:1234/v1', model: 'gpt-4o' }, true],
  [{ endpoint: 'http://127.0.0.1:8080/v1', model: 'm' }, true],
  [{ endpoint: 'http://192.168.1.7:8000/v1', model: 'm' }, true],
  [{ endpoint: 'http://nas.local:11434', provider: 'ollama', model: 'llama3.2:3b' }, true],
  [{ endpoint: 'https://ollama.my-own.example', provider: 'ollama', model: 'llama3.2:3b' }, true],
  [{ endpoint: 'http://localhost:11434', provider: 'ollama', model: 'gpt-oss:120b-cloud' }, false],
  [{ endpoint: 'https://ollama.com', provider: 'ollama', model: 'gpt-oss:120b' }, false],
  [{ endpoint: 'https://localhost.example.org/v1', model: 'm' }, false],
] as const)('knows whether a server sends no bill: %o %s', (change, free) => {
  expect(prices(change)).toEqual(free ? NO_PRICES : null);
  expect(prices({ ...change, priceInput: 3, priceOutput: 15 })).toMatchObject({ input: 3, output: 15 });
});

it('takes the person’s own prices before the list’s, cached input at that of other input unless they say', () => {
  const own = { priceInput: 3, priceOutput: 15 };
  expect(prices(own)).toEqual({ input: 3, cached: 3, output: 15, asOf: '' });
  expect(prices({ ...own, priceCached: 0.3 })).toEqual({ input: 3, cached: 0.3, output: 15, asOf: '' });
});

it('knows no price of other models and of other servers, and says so with null', () => {
  expect(prices({ model: 'gpt-nobody-knows' })).toBeNull();
  expect(prices({ endpoint: 'https://openrouter.ai/api/v1', model: 'openai/gpt-4o' })).toBeNull();
  expect(prices({ endpoint: 'https://api.example.org/v1' })).toBeNull();
});

it('takes the person’s threshold as a share of the budget', () => {
  expect(createRunConfig(settingsOf({ ...OPENAI, warnAt: 65 }), modelFor).limits.warnAt).toBe(0.65);
  expect(createRunConfig(DEFAULT_SETTINGS, modelFor).limits.warnAt).toBe(0.8);
});
