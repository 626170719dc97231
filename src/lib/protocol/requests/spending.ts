import type { Expense } from '../../agent/budget/expense.ts';
import { OPTIONS_PAGE, replyWith, type RequestRows } from './request.ts';

/** What one model took on one local day, or in a month that was long ago. */
export interface SpendingRow {
  /** As `2026-11-24` or `2026-11`. */
  readonly period: string;
  readonly model: string;
  readonly label: string;
  readonly calls: number;
  readonly expense: Expense;
}

export const SPENDING_REQUESTS = {
  /** Newest period first. */
  'spending.list': {
    from: OPTIONS_PAGE,
    props: {},
    reply: replyWith<{ readonly rows: readonly SpendingRow[] }>(),
  },
  /** Forgets all sums, those of the session and of agents too. Runs are not touched. */
  'spending.clear': { from: OPTIONS_PAGE, props: {} },
} as const satisfies RequestRows;
