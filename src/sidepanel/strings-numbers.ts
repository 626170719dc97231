/** Numbers in words. */

export const number = (value: number): string => value.toLocaleString('en');
/**
 * A cost with whose prices it is at: four digits that mean something, never an exponent. List prices are in US dollars;
 * of the person's own nobody has named the currency.
 */
export function cost(value: number, { asOf }: { readonly asOf: string }): string {
  const amount = value.toLocaleString('en', { maximumSignificantDigits: 4 });
  return asOf === '' ? `${amount} at your prices` : `$${amount} at list prices of ${asOf}`;
}
export const count = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`;
