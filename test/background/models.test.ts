import { expect, it } from 'vitest';
import { modelFactory, termsFrom } from '../../src/background/models.ts';
import { LIST } from '../../src/lib/models/prices.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/lib/protocol/settings.ts';
import { roughCounter } from '../kit/world.ts';

const modelFor = modelFactory(roughCounter, 'chrome-extension://abcdefghijklmnopabcdefghijklmnop');
const OPENAI: Settings = {
  ...DEFAULT_SETTINGS,
  provider: 'openai-compatible',
  endpoint: 'https://api.openai.com/v1',
  model: 'gpt-4o-mini',
};
const prices = (change: Partial<Settings>) => termsFrom({ ...OPENAI, ...change }, modelFor).models.main.prices;

it('takes the list’s prices where the person gave none, with their day', () => {
  expect(prices({})).toEqual({ input: 0.15, cached: 0.075, output: 0.6, asOf: LIST.asOf });
});

it('takes the person’s own prices before the list’s, cached input at that of other input unless they say', () => {
  const own = { priceInput: 3, priceOutput: 15 };
  expect(prices(own)).toEqual({ input: 3, cached: 3, output: 15, asOf: '' });
  expect(prices({ ...own, priceCached: 0.3 })).toEqual({ input: 3, cached: 0.3, output: 15, asOf: '' });
});

it('knows no price of other models, of other servers and of one’s own computer, and says so with null', () => {
  expect(prices({ model: 'gpt-nobody-knows' })).toBeNull();
  expect(prices({ endpoint: 'https://openrouter.ai/api/v1', model: 'openai/gpt-4o' })).toBeNull();
  expect(prices({ endpoint: 'http://localhost:11434/v1' })).toBeNull();
  expect(prices({ provider: 'extractive', priceInput: 1, priceOutput: 1 })).toBeNull();
});

it('takes the person’s threshold as a share of the budget', () => {
  expect(termsFrom({ ...OPENAI, warnAt: 65 }, modelFor).limits.warnAt).toBe(0.65);
  expect(termsFrom(DEFAULT_SETTINGS, modelFor).limits.warnAt).toBe(0.8);
});
