/** Numbers in words. */

export const number = (value: number): string => value.toLocaleString('en');
/**
 * A cost with whose prices it is at: four digits that mean something, never an exponent. List prices are in US dollars;
 * of the person's own nobody has named the currency. `asOf`: the day of each list in it, '' for own prices.
 */
export function cost(value: number, asOf: readonly string[]): string {
  const amount = value.toLocaleString('en', { maximumSignificantDigits: 4 });
  const days = asOf.filter((day) => day !== '');
  if (days.length === 0) return `${amount} at your prices`;
  const list = `list prices of ${days.join(' and ')}`;
  return asOf.includes('') ? `${amount} at your prices and ${list}` : `$${amount} at ${list}`;
}
export const count = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`;
