import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEPT_DAYS, MAX_RUN_RECORDS } from '../../../src/chrome/storage/spending-ledger.ts';
import { addExpenses, NO_EXPENSE, type Charge, type Expense } from '../../../src/lib/agent/budget/expense.ts';
import { ledgerAt } from '../../kit/storage/ledgers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = new Date(2026, 10, 24, 12).getTime();

const expenseOf = (input: number, output: number, known: number | null, asOf = '2025-09-01'): Expense => ({
  input,
  output,
  bill: { free: 0, known: known ?? 0, unknown: known === null ? 1 : 0, asOf: known === null ? [] : [asOf] },
});
const chargeOf = (seq: number, changes: Partial<Charge> = {}): Charge => ({
  seq,
  at: NOON,
  model: { id: 'm:one', label: 'one at example.org' },
  expense: expenseOf(10, 5, 0.5),
  agents: [],
  ...changes,
});
const sum = (charges: readonly Charge[]): Expense =>
  charges.reduce((total, { expense }) => addExpenses(total, expense), NO_EXPENSE);

describe('the spending ledger', () => {
  it('has sums by session, day and month, in tokens and money, and by model [R11.4]', async () => {
    const { ledger } = ledgerAt(NOON, NOON - 1000);
    const other = { model: { id: 'm:two', label: 'two' }, expense: expenseOf(1, 1, null) };
    await ledger.record('a', [chargeOf(1, { at: NOON - 2 * DAY_MS }), chargeOf(3, { at: NOON - 2000 }), chargeOf(5)]);
    const { session, today, month } = await ledger.record('b', [chargeOf(2, other)]);
    expect(session).toEqual(sum([chargeOf(1), chargeOf(2, other)]));
    expect(today).toEqual(sum([chargeOf(1), chargeOf(1), chargeOf(2, other)]));
    expect(month).toEqual(sum([chargeOf(1), chargeOf(1), chargeOf(1), chargeOf(2, other)]));
    expect(await ledger.loadExpenses()).toEqual({ session, today, month });
    expect(await ledger.listRows()).toEqual([
      {
        period: '2026-11-24',
        model: 'm:one',
        label: 'one at example.org',
        calls: 2,
        expense: sum([chargeOf(1), chargeOf(1)]),
      },
      { period: '2026-11-24', model: 'm:two', label: 'two', calls: 1, expense: other.expense },
      { period: '2026-11-22', model: 'm:one', label: 'one at example.org', calls: 1, expense: chargeOf(1).expense },
    ]);
  });

  it('begins a session with nothing, and forgets no day by it', async () => {
    const { ledger, reopen, time } = ledgerAt(NOON, NOON);
    const before = await ledger.record('a', [chargeOf(1)]);
    time.session = NOON + 1000;
    expect(await reopen().loadExpenses()).toEqual({ ...before, session: NO_EXPENSE });
    const after = await reopen().record('a', [chargeOf(2, { at: NOON + 2000 })]);
    expect(after).toEqual({ session: chargeOf(2).expense, today: sum([chargeOf(1), chargeOf(2)]), month: after.today });
  });

  it('counts a day by the person’s own calendar', async () => {
    const midnight = new Date(2026, 10, 30, 23, 59, 59).getTime();
    const { ledger, time } = ledgerAt(midnight);
    await ledger.record('a', [chargeOf(1, { at: midnight })]);
    time.now = midnight + 1000;
    expect(await ledger.loadExpenses()).toMatchObject({ session: { input: 10 }, today: NO_EXPENSE, month: NO_EXPENSE });
    expect((await ledger.listRows()).map(({ period }) => period)).toEqual(['2026-11-30']);
  });

  it('counts each frame once, however often, in whatever order of runs and by whichever worker it is given [R11.4]', async () => {
    const charges = fc
      .uniqueArray(fc.nat(40), { minLength: 1, maxLength: 8 })
      .map((seqs) =>
        seqs.sort((a, b) => a - b).map((seq) => chargeOf(seq, { expense: expenseOf(seq + 1, seq, seq / 4) })),
      );
    const given = fc.array(fc.record({ run: fc.nat(2), upTo: fc.nat(8), from: fc.nat(8) }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(charges, { minLength: 3, maxLength: 3 }), given, async (runs, order) => {
        const { ledger, reopen } = ledgerAt(NOON);
        const counted = [0, 0, 0];
        for (const { run, upTo, from } of order) {
          const all = runs[run] ?? [];
          const known = counted[run] ?? 0;
          // what is given begins no later than what was counted ends, as with frames
          await reopen().record(`r${String(run)}`, all.slice(Math.min(from, known), upTo));
          counted[run] = Math.max(known, Math.min(upTo, all.length));
        }
        const expected = sum(runs.flatMap((all, run) => all.slice(0, counted[run])));
        const { month } = await ledger.loadExpenses();
        expect([month.input, month.output]).toEqual([expected.input, expected.output]);
        expect(month.bill.known).toBeCloseTo(expected.bill.known, 9);
        const heads = runs.map((all, run) => ({ runId: `r${String(run)}`, ...sum(all.slice(0, counted[run])) }));
        expect(await ledger.filterUncounted(heads)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('takes no more room for more runs and days, loses none of their sums, and counts no dropped run again', async () => {
    const { ledger, time } = ledgerAt(NOON);
    const total = MAX_RUN_RECORDS + 20;
    for (let n = 0; n < total; n += 1) {
      time.now = NOON + n * DAY_MS;
      await ledger.record(`r${String(n)}`, [chargeOf(1, { at: time.now })]);
    }
    await ledger.record('r0', [chargeOf(1)]);
    const rows = await ledger.listRows();
    expect(rows.reduce((calls, row) => calls + row.calls, 0)).toBe(total);
    expect(rows.reduce((input, { expense }) => input + expense.input, 0)).toBe(total * 10);
    expect(rows.filter(({ period }) => period.length === 10).length).toBeLessThanOrEqual(KEPT_DAYS + 1);
    expect(rows.length).toBeLessThan(KEPT_DAYS + 40);
    await ledger.record('r0', [chargeOf(1), chargeOf(2, { at: time.now })]); // it goes on after all
    expect((await ledger.listRows()).reduce((calls, row) => calls + row.calls, 0)).toBe(total + 1);
  });

  it('forgets every sum when it is cleared, and counts nothing again', async () => {
    const { ledger } = ledgerAt(NOON);
    const agents = ['tutor'];
    await ledger.record('a', [chargeOf(0, { model: null, expense: NO_EXPENSE, agents }), chargeOf(1, { agents })]);
    expect((await ledger.loadAgentSpend(agents)).get('tutor')).toEqual({
      invocations: 1,
      input: 10,
      output: 5,
      cost: 0.5,
    });
    await ledger.clear();
    expect(await ledger.listRows()).toEqual([]);
    expect(await ledger.loadAgentSpend(agents)).toEqual(new Map());
    expect(await ledger.record('a', [chargeOf(1)])).toEqual({
      session: NO_EXPENSE,
      today: NO_EXPENSE,
      month: NO_EXPENSE,
    });
    expect((await ledger.record('a', [chargeOf(1), chargeOf(2)])).today).toEqual(chargeOf(2).expense);
  });
});
