import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRICE_LIST, findPrices } from '../../../src/lib/models/prices.ts';

const OPENAI = 'https://api.openai.com/v1';

it.each([
  ['gpt-4o-mini', [0.15, 0.075, 0.6]],
  ['gpt-4o-mini-2024-07-18', [0.15, 0.075, 0.6]],
  ['gpt-4o', [2.5, 1.25, 10]],
  ['gpt-4o-2024-05-13', [5, 5, 15]],
  ['gpt-4o-2024-08-06', [2.5, 1.25, 10]],
  ['gpt-4.1-nano', [0.1, 0.025, 0.4]],
  ['o3', [2, 0.5, 8]],
  [' o4-mini ', [1.1, 0.275, 4.4]],
] as const)('%s at its provider has the price of the longest name that fits', (model, [input, cached, output]) => {
  expect(findPrices(OPENAI, model)).toEqual({ input, cached, output, asOf: PRICE_LIST.asOf });
});

it.each([
  ['another model whose name begins alike', OPENAI, 'gpt-4o-audio-preview'],
  ['a name cut short', OPENAI, 'gpt-4'],
  ['a name in a name', OPENAI, 'my-gpt-4o'],
  ['no name', OPENAI, ''],
  ['a host that routes', 'https://openrouter.ai/api/v1', 'openai/gpt-4o'],
  ['a host that only ends like one', 'https://evil-api.openai.com/v1', 'gpt-4o'],
  ['another port', 'https://api.openai.com:8443/v1', 'gpt-4o'],
  ['this computer', 'http://localhost:11434/v1', 'gpt-4o'],
  ['this network', 'http://192.168.1.5:8080/v1', 'gpt-4o'],
  ['no address', 'nonsense', 'gpt-4o'],
])('%s has no known price: null, never zero [R5.5d]', (_case, endpoint, model) => {
  expect(findPrices(endpoint, model)).toBeNull();
});

it('takes any address and any name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.constant(OPENAI)), fc.string(), (endpoint, model) => {
      const prices = findPrices(endpoint, model);
      expect(prices === null || prices.input > 0).toBe(true);
    }),
  );
});

it('lists prices above zero, cached input never dearer than other input, under a day that has been', () => {
  expect(PRICE_LIST.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(Date.parse(PRICE_LIST.asOf)).toBeLessThan(Date.now());
  for (const rows of Object.values(PRICE_LIST.hosts)) {
    for (const [name, [input, cached, output]] of Object.entries(rows)) {
      expect(Math.min(input, cached, output), name).toBeGreaterThan(0);
      expect(cached, name).toBeLessThanOrEqual(input);
      expect(output, name).toBeGreaterThanOrEqual(input);
    }
  }
});
