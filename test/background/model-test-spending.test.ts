import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { describeTestedModel } from '../../src/background/models.ts';
import { createSpendingRecorder } from '../../src/background/spending.ts';
import { systemClock } from '../../src/lib/base/clock.ts';
import { ledgerAt } from '../kit/ledgers.ts';
import { entryOf } from '../kit/settings.ts';

const endpoint = 'https://api.example.com/v1';
const entry = entryOf({ endpoint, priceInput: 2, priceCached: 2, priceOutput: 8 });
const saved = { models: [entry] };
const { provider, model } = entry;
const candidate = { provider, endpoint, model, key: 'saved', contextTokens: 8192, keepAlive: 5 } as const;

it('counts what the test of a model spent, at the prices of the saved one', async () => {
  const { ledger } = ledgerAt(Date.now());
  const store = { load: () => Promise.resolve([]) };
  const { recordModelTest } = createSpendingRecorder(ledger, store, { showExpenses: () => undefined }, systemClock);
  await recordModelTest(describeTestedModel(saved, candidate), { input: 1_000_000, output: 500_000 });
  await recordModelTest(describeTestedModel(saved, candidate), { input: 0, output: 0 });
  const { today } = await ledger.loadExpenses();
  expect(today).toMatchObject({ input: 1_000_000, output: 500_000, bill: { known: 6, unknown: 0 } });
  expect(await ledger.listRows()).toMatchObject([{ model: entry.id, calls: 1 }]);
});

it('counts an unsaved model by its name, without a price where none is known', () => {
  const tested = describeTestedModel(saved, { ...candidate, model: 'another' });
  expect(tested).toMatchObject({ id: 'another', metered: true, prices: null });
  expect(describeTestedModel(saved, { ...candidate, provider: 'chrome' }).metered).toBe(false);
});
