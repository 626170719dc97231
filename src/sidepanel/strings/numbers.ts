export const formatNumber = (value: number): string => value.toLocaleString('en');
/** Four significant digits, no exponent. List prices are in US dollars; own prices have no known currency. */
export function formatCost(value: number, asOf: readonly string[]): string {
  const amount = value.toLocaleString('en', { maximumSignificantDigits: 4 });
  const days = asOf.filter((day) => day !== '');
  if (days.length === 0) return `${amount} at your prices`;
  const list = `list prices of ${days.join(' and ')}`;
  return asOf.includes('') ? `${amount} at your prices and ${list}` : `$${amount} at ${list}`;
}
export const formatCount = (value: number, one: string, many: string): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;
