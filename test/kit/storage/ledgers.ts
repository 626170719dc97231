import { createDatabase } from '../../../src/chrome/storage/database.ts';
import { createSpendingLedger, type SpendingLedger } from '../../../src/chrome/storage/spending-ledger.ts';
import { NO_EXPENSE, type Expenses } from '../../../src/lib/agent/budget/expense.ts';

export const NO_EXPENSES: Expenses = { session: NO_EXPENSE, today: NO_EXPENSE, month: NO_EXPENSE };

/** A ledger that forgets, for tests of something else. */
export const forgetfulLedger: SpendingLedger = {
  record: () => Promise.resolve(NO_EXPENSES),
  loadExpenses: () => Promise.resolve(NO_EXPENSES),
  filterUncounted: () => Promise.resolve([]),
  loadRunTokens: () => Promise.resolve(0),
  listRows: () => Promise.resolve([]),
  loadAgentSpend: () => Promise.resolve(new Map()),
  clear: () => Promise.resolve(),
};

let databases = 0;

/** A ledger of its own over an IndexedDB in memory, which the test has to install. `set` moves the clock. */
export function ledgerAt(now = Date.UTC(2026, 10, 24, 12), session = 0) {
  const name = `ledger-${String((databases += 1))}`;
  const time = { now, session };
  const open = (): SpendingLedger =>
    createSpendingLedger(createDatabase(name), () => Promise.resolve(time.session), { now: () => time.now });
  return { ledger: open(), reopen: open, time, name };
}
