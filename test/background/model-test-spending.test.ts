import { expect, it } from 'vitest';
import { createTestCharge } from '../../src/background/models.ts';
import { entryOf } from '../kit/protocol/settings.ts';

const endpoint = 'https://api.example.com/v1';
const entry = entryOf({ endpoint, priceInput: 2, priceCached: 2, priceOutput: 8 });
const saved = { models: [entry] };
const { provider, model } = entry;
const candidate = { provider, endpoint, model, key: 'saved', contextTokens: 8192, keepAlive: 5 } as const;
const SPENT = { input: 1_000_000, output: 500_000 };

it('charges the test of a saved model at its prices', () => {
  const { model: charged, expense } = createTestCharge(saved, candidate, SPENT, 7);
  expect(charged).toMatchObject({ id: entry.id });
  expect(expense).toMatchObject({ ...SPENT, bill: { known: 6, unknown: 0 } });
});

it('charges an unsaved model by its name, without a price where none is known, and one of the browser nothing', () => {
  const unsaved = createTestCharge(saved, { ...candidate, model: 'another' }, SPENT, 7);
  expect(unsaved).toMatchObject({ model: { id: 'another' }, expense: { bill: { known: 0, unknown: 1 } } });
  const own = createTestCharge(saved, { ...candidate, provider: 'chrome' }, SPENT, 7);
  expect(own.expense.bill).toMatchObject({ free: 1_500_000, unknown: 0 });
});
