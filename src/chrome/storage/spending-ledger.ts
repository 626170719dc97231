/** What models have cost: by run, session, day, month and agent, whatever becomes of the runs. */
import { addExpenses, NO_EXPENSE, type Charge, type Expense, type Expenses } from '../../lib/agent/budget/expense.ts';
import { getTotalCost } from '../../lib/agent/budget/cost.ts';
import type { RunSummary } from '../../lib/agent/storage-ports.ts';
import type { AgentSpend } from '../../lib/protocol/requests/agents.ts';
import type { SpendingRow } from '../../lib/protocol/requests/spending.ts';
import type { Database, SpendingRecord, Stores, Transaction } from './database.ts';

/**
 * Keys: `['run', id]`, `['session', time of its start]`, `['day', '2026-11-24', model]`, `['month', '2026-11', model]`,
 * `['agent', id]`. `['dropped']`: no frame up to its time is counted for a run without a record.
 */
type Key = string[];

export type SpendingLedger = ReturnType<typeof createSpendingLedger>;

/** The oldest become months. */
export const KEPT_DAYS = 92;
export const MAX_RUN_RECORDS = 1000;
/** Records of runs dropped at once, oldest first. */
const DROPPED_AT_ONCE = 100;

const STORES: Stores = ['spending'];
const DROPPED: Key = ['dropped'];
const DAY_MS = 24 * 60 * 60 * 1000;
const NO_RECORD: SpendingRecord = { expense: NO_EXPENSE, label: '', count: 0, at: 0, seq: -1 };

/** Local calendar day, as `2026-11-24`. */
function formatDay(at: number): string {
  const date = new Date(at);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear())}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** An array sorts after all strings. */
const getRange = (kind: string): IDBKeyRange => IDBKeyRange.bound([kind], [kind, []]);

/** `loadSessionStart`: milliseconds since the epoch. Every method rejects with a `StoreError`. */
export function createSpendingLedger(
  db: Database,
  loadSessionStart: () => Promise<number>,
  clock: { readonly now: () => number },
) {
  return {
    /** Counts each frame once, however often it is given, all or none. Returns the sums that follow. */
    record: async (runId: string, charges: readonly Charge[]): Promise<Expenses> => {
      const session = await loadSessionStart();
      return db(STORES, 'readwrite', async (tx) => {
        await addCharges(tx, runId, charges, session, clock.now());
        return sumExpenses(tx, session, clock.now());
      });
    },
    loadExpenses: async (): Promise<Expenses> => {
      const session = await loadSessionStart();
      return db(STORES, 'readonly', (tx) => sumExpenses(tx, session, clock.now()));
    },
    filterUncounted: <T extends Pick<RunSummary, 'runId' | 'input' | 'output'>>(heads: readonly T[]): Promise<T[]> =>
      db(STORES, 'readonly', async (tx) => {
        const records = await Promise.all(heads.map(({ runId }) => tx.objectStore('spending').get(['run', runId])));
        return heads.filter(({ input, output }, index) => {
          const { expense } = records[index] ?? NO_RECORD;
          return input !== expense.input || output !== expense.output;
        });
      }),
    /** In and out; 0 for a run that spent nothing, or long ago. */
    loadRunTokens: (runId: string): Promise<number> =>
      db(STORES, 'readonly', async (tx) => {
        const { expense } = (await tx.objectStore('spending').get(['run', runId])) ?? NO_RECORD;
        return expense.input + expense.output;
      }),
    /** Days and old months, newest first. */
    listRows: (): Promise<readonly SpendingRow[]> =>
      db(STORES, 'readonly', async (tx) => {
        const rows = [...(await listRecords(tx, getRange('day'))), ...(await listRecords(tx, getRange('month')))];
        return rows
          .map(({ key: [, period = '', model = ''], record: { label, count, expense } }) => ({
            ...{ period, model, label, expense },
            calls: count,
          }))
          .sort((a, b) => (a.period === b.period ? 0 : a.period < b.period ? 1 : -1));
      }),
    loadAgentSpend: (ids: readonly string[]): Promise<ReadonlyMap<string, AgentSpend>> =>
      db(STORES, 'readonly', async (tx) => {
        const records = await Promise.all(ids.map((id) => tx.objectStore('spending').get(['agent', id])));
        return new Map(
          ids.flatMap((id, index) => {
            const record = records[index];
            return record === undefined ? [] : [[id, toAgentSpend(record)] as const];
          }),
        );
      }),
    /** Runs stay known, so that nothing is counted again. */
    clear: (): Promise<void> =>
      db(STORES, 'readwrite', async (tx) => {
        for (const kind of ['session', 'day', 'month', 'agent'])
          await tx.objectStore('spending').delete(getRange(kind));
      }),
  };
}

const toAgentSpend = ({ count, expense: { input, output, bill } }: SpendingRecord): AgentSpend => ({
  invocations: count,
  input,
  output,
  cost: getTotalCost(bill),
});

async function addCharges(
  tx: Transaction<'readwrite'>,
  runId: string,
  charges: readonly Charge[],
  session: number,
  now: number,
): Promise<void> {
  const store = tx.objectStore('spending');
  const run = await store.get(['run', runId]);
  const droppedAt = run ? 0 : ((await store.get(DROPPED))?.at ?? 0);
  const fresh = charges.filter(({ seq, at }) => (run ? seq > run.seq : at > droppedAt));
  if (fresh.length === 0) return;
  for (const charge of fresh) {
    for (const agent of charge.agents) await addTo(tx, ['agent', agent], charge, charge.model ? 0 : 1);
    await addTo(tx, ['run', runId], charge, charge.model ? 1 : 0, charge.seq);
    if (charge.model === null) continue;
    if (charge.at >= session) await addTo(tx, ['session', String(session)], charge);
    await addTo(tx, ['day', formatDay(charge.at), charge.model.id], charge);
  }
  await rollUp(tx, session, now);
  if (!run) await dropOldRuns(tx, now);
}

async function addTo(
  tx: Transaction<'readwrite'>,
  key: Key,
  { model, expense, at }: Pick<Charge, 'model' | 'expense' | 'at'>,
  count = 1,
  seq = -1,
): Promise<void> {
  const store = tx.objectStore('spending');
  const record = (await store.get(key)) ?? NO_RECORD;
  await store.put(
    {
      expense: addExpenses(record.expense, expense),
      label: key.length > 2 ? (model?.label ?? record.label) : '',
      count: record.count + count,
      at: Math.max(record.at, at),
      seq: Math.max(record.seq, seq),
    },
    key,
  );
}

async function listRecords(
  tx: Transaction<IDBTransactionMode>,
  range: IDBKeyRange,
): Promise<readonly { readonly key: Key; readonly record: SpendingRecord }[]> {
  const store = tx.objectStore('spending');
  const [keys, records] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
  return keys.map((key, index) => ({ key, record: records[index] ?? NO_RECORD }));
}

/** Old days become months, and earlier sessions are forgotten. */
async function rollUp(tx: Transaction<'readwrite'>, session: number, now: number): Promise<void> {
  const store = tx.objectStore('spending');
  for (const key of await store.getAllKeys(getRange('session')))
    if (key[1] !== String(session)) await store.delete(key);
  const oldDays = IDBKeyRange.bound(['day'], ['day', formatDay(now - KEPT_DAYS * DAY_MS)]);
  for (const key of await store.getAllKeys(oldDays)) {
    const [, day = '', model = ''] = key;
    const { expense, label, at, count } = (await store.get(key)) ?? NO_RECORD;
    await addTo(tx, ['month', day.slice(0, 7), model], { model: { id: model, label }, expense, at }, count);
    await store.delete(key);
  }
}

async function dropOldRuns(tx: Transaction<'readwrite'>, now: number): Promise<void> {
  const store = tx.objectStore('spending');
  if ((await store.count(getRange('run'))) <= MAX_RUN_RECORDS) return;
  const oldest = [...(await listRecords(tx, getRange('run')))]
    .sort((a, b) => a.record.at - b.record.at)
    .slice(0, DROPPED_AT_ONCE);
  const droppedAt = Math.min(now, oldest.at(-1)?.record.at ?? 0);
  for (const { key } of oldest) await store.delete(key);
  const { at } = (await store.get(DROPPED)) ?? NO_RECORD;
  await store.put({ ...NO_RECORD, at: Math.max(at, droppedAt) }, DROPPED);
}

async function sumExpenses(tx: Transaction<IDBTransactionMode>, session: number, now: number): Promise<Expenses> {
  const day = formatDay(now);
  const month = day.slice(0, 7);
  const days = await listRecords(tx, IDBKeyRange.bound(['day', month], ['day', `${month}~`]));
  const sum = (records: readonly { readonly record: SpendingRecord }[]): Expense =>
    records.reduce((total, { record: { expense } }) => addExpenses(total, expense), NO_EXPENSE);
  return {
    session: (await tx.objectStore('spending').get(['session', String(session)]))?.expense ?? NO_EXPENSE,
    today: sum(days.filter(({ key }) => key[1] === day)),
    month: sum(days),
  };
}
