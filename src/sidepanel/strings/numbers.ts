import { formatAmount, formatList, formatRoughly } from '../../lib/base/locale.ts';

/** Says whose prices they are. */
export function formatCost(value: number, asOf: readonly string[]): string {
  const amount = formatAmount(value);
  const days = asOf.filter((day) => day !== '');
  if (days.length === 0) return `${amount} at your prices`;
  const dates = formatList(days, 'conjunction');
  return asOf.includes('')
    ? `${amount} at your prices and list prices of ${dates}`
    : `${amount} at list prices of ${dates}`;
}

/** Less than a dollar is in cents. */
export const formatShortAmount = (value: number): string =>
  value < 1 ? `${formatRoughly(value * 100)} ¢` : formatAmount(value, 3);
