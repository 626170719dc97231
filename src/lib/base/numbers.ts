export const formatNumber = (value: number): string => value.toLocaleString('en');

/** `share` is 0 to 1; 0 if there are no values. */
export const computeQuantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;

export const computeMedian = (values: readonly number[]): number => computeQuantile(values, 0.5);

/** No exponent. List prices are in US dollars; own prices have no known currency. */
export function formatAmount(value: number, asOf: readonly string[], digits = 4): string {
  const amount = value.toLocaleString('en', { maximumSignificantDigits: digits });
  return asOf.length > 0 && !asOf.includes('') ? `$${amount}` : amount;
}
