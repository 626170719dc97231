/**
 * What calls cost, each at the prices of the model that was called. The one rule: what nobody knows is never zero; a call
 * is free only where its model sends no bill, or where nothing was spent.
 */
import { costOf, type ModelTerms, type Prices } from './spec.ts';
import { spentOf, type Spent, type Tokens } from './tokens.ts';

/** Who is paid, and what. */
export type Payee = Pick<ModelTerms, 'metered' | 'prices'>;

/** What a run's calls have cost so far. */
export interface Bill {
  /** Input and output tokens of models that send no bill: no budget holds them. */
  readonly free: number;
  /** Cost of the calls whose prices are known, in the currency of the prices. */
  readonly known: number;
  /** Calls that cost something, and nobody knows what. */
  readonly unknown: number;
  /** Whose prices, each once, as `Prices.asOf`. */
  readonly asOf: readonly string[];
}

export const NO_BILL: Bill = { free: 0, known: 0, unknown: 0, asOf: [] };

/** The cost of tokens at a model; null where nobody knows it. `payee`: null for a model that is not known. */
export function costAt(tokens: Tokens & { readonly cached?: number }, payee: Payee | null): number | null {
  if (payee?.metered === false || tokens.input + tokens.output === 0) return 0;
  const prices = payee?.prices ?? null;
  return prices === null ? null : costOf(tokens, prices);
}

/** Adds what a call has spent. Total: figures that no call can have spent are left out, as in the ledger. */
export function billed(bill: Bill, actual: Tokens & Partial<Spent>, payee: Payee | null): Bill {
  const spent = spentOf(actual, { input: 0, output: 0 });
  const cost = costAt(spent, payee);
  if (payee?.metered === false) return { ...bill, free: bill.free + spent.input + spent.output };
  if (cost === null) return { ...bill, unknown: bill.unknown + 1 };
  return { ...bill, known: bill.known + cost, asOf: withPrices(bill.asOf, payee?.prices ?? null) };
}

function withPrices(asOf: readonly string[], prices: Prices | null): readonly string[] {
  return prices === null || asOf.includes(prices.asOf) ? asOf : [...asOf, prices.asOf];
}

/** Whether anybody has been charged. */
export const isCharged = ({ unknown, asOf }: Bill): boolean => unknown > 0 || asOf.length > 0;

/** What a run has cost; null where the price of some of it is not known. */
export const totalCost = ({ known, unknown }: Bill): number | null => (unknown > 0 ? null : known);

/** The sum of two costs; null where one of them is not known. */
export const plusCost = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;
