import { formatAmount, formatNumber } from '../../lib/base/numbers.ts';

export { formatAmount };

/** Two significant digits, for what is only likely. */
export const formatRoughly = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 2 });

/** With whose prices they are. */
export function formatCost(value: number, asOf: readonly string[]): string {
  const amount = formatAmount(value, asOf);
  const days = asOf.filter((day) => day !== '');
  if (days.length === 0) return `${amount} at your prices`;
  const list = `list prices of ${days.join(' and ')}`;
  return asOf.includes('') ? `${amount} at your prices and ${list}` : `${amount} at ${list}`;
}
export const formatCount = (value: number, one: string, many: string): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

/** Less than a dollar is in cents. The currency of the user's own prices is not known. */
export function formatShortAmount(value: number, asOf: readonly string[]): string {
  if (asOf.includes('')) return `${formatAmount(value, asOf, 2)} at your prices`;
  return value < 1 ? `${formatRoughly(value * 100)} ¢` : formatAmount(value, asOf, 3);
}
