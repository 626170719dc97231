/**
 * Computes what calls cost, each at its model's prices. An unknown price is never counted as zero; a call is free only
 * if its model is not metered or no tokens were spent.
 */
import { computeCost, type ModelBinding, type Prices } from '../frames/spec.ts';
import { toTokenSpend, type TokenSpend, type Tokens } from './tokens.ts';

/** The model that was called, with its prices. */
export type PricedModel = Pick<ModelBinding, 'metered' | 'prices'>;

/** What a run's calls have cost so far. */
export interface Bill {
  /** Input and output tokens of models that are not metered; no budget limits them. */
  readonly free: number;
  /** Cost of the calls with known prices, in the currency of the prices. */
  readonly known: number;
  /** Number of charged calls with unknown prices. */
  readonly unknown: number;
  /** Dates of the prices used, each once, as `Prices.asOf`. */
  readonly asOf: readonly string[];
}

export const NO_BILL: Bill = { free: 0, known: 0, unknown: 0, asOf: [] };

/** Returns the cost of tokens; null if unknown. `payee`: null for an unknown model. */
export function computeModelCost(
  tokens: Tokens & { readonly cached?: number },
  model: PricedModel | null,
): number | null {
  if (model?.metered === false || tokens.input + tokens.output === 0) return 0;
  const prices = model?.prices ?? null;
  return prices === null ? null : computeCost(tokens, prices);
}

/** Adds what a call has spent. Impossible figures are left out, as in the ledger. */
export function addToBill(bill: Bill, actual: Tokens & Partial<TokenSpend>, model: PricedModel | null): Bill {
  const spent = toTokenSpend(actual, { input: 0, output: 0 });
  const cost = computeModelCost(spent, model);
  if (model?.metered === false) return { ...bill, free: bill.free + spent.input + spent.output };
  if (cost === null) return { ...bill, unknown: bill.unknown + 1 };
  return { ...bill, known: bill.known + cost, asOf: addPriceDate(bill.asOf, model?.prices ?? null) };
}

function addPriceDate(asOf: readonly string[], prices: Prices | null): readonly string[] {
  return prices === null || asOf.includes(prices.asOf) ? asOf : [...asOf, prices.asOf];
}

/** Whether any call was charged. */
export const isCharged = ({ unknown, asOf }: Bill): boolean => unknown > 0 || asOf.length > 0;

/** Returns what a run has cost; null if any price is unknown. */
export const getTotalCost = ({ known, unknown }: Bill): number | null => (unknown > 0 ? null : known);

/** Returns the sum; null if either is unknown. */
export const addCosts = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;
