/** Computes the cost of calls; an unknown price never counts as zero. */
import { computeCost, type ModelBinding, type Prices } from '../frames/spec.ts';
import { NO_TOKENS, toTokenSpend, type TokenSpend, type Tokens } from './usage.ts';

export type PricedModel = Pick<ModelBinding, 'metered' | 'prices'>;

export interface Bill {
  /** Tokens of models that are not metered; no budget limits them. */
  readonly free: number;
  readonly known: number;
  readonly unknown: number;
  /** As `Prices.asOf`, each once. */
  readonly asOf: readonly string[];
}

export const NO_BILL: Bill = { free: 0, known: 0, unknown: 0, asOf: [] };

/** Null if unknown. `model`: null for an unknown one. */
export function computeModelCost(
  tokens: Tokens & { readonly cached?: number },
  model: PricedModel | null,
): number | null {
  if (model?.metered === false || tokens.input + tokens.output === 0) return 0;
  const prices = model?.prices ?? null;
  return prices === null ? null : computeCost(tokens, prices);
}

/** Leaves out impossible figures, as the ledger does. */
export function addToBill(bill: Bill, actual: Tokens & Partial<TokenSpend>, model: PricedModel | null): Bill {
  const spent = toTokenSpend(actual, NO_TOKENS);
  const cost = computeModelCost(spent, model);
  if (model?.metered === false) return { ...bill, free: bill.free + spent.input + spent.output };
  if (cost === null) return { ...bill, unknown: bill.unknown + 1 };
  return { ...bill, known: bill.known + cost, asOf: addPriceDate(bill.asOf, model?.prices ?? null) };
}

function addPriceDate(asOf: readonly string[], prices: Prices | null): readonly string[] {
  return prices === null || isFree(prices) || asOf.includes(prices.asOf) ? asOf : [...asOf, prices.asOf];
}

/** A server that sends no bill, such as one on this computer. */
export const isFree = ({ input, cached, output }: Prices): boolean => input + cached + output === 0;

export const hasCost = ({ unknown, asOf }: Bill): boolean => unknown > 0 || asOf.length > 0;

/** Null if any price is unknown. */
export const getTotalCost = ({ known, unknown }: Bill): number | null => (unknown > 0 ? null : known);

/** Null if either is unknown. */
export const addCosts = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;
