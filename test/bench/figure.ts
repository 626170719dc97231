/** One row of the benchmarks' table, and the statistics that rows are made of. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same measured on another's code in the same run, as published, or as aimed at. */
  readonly against?: { readonly name: string; readonly value: number };
}

/** The value below which that share (0 to 1) of the values lies. Throws when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (value === undefined) throw new Error('Nothing was measured.');
  return value;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const p95 = (values: readonly number[]): number => quantile(values, 0.95);

/** Slope of the least-squares line through (0, v₀), (1, v₁) …: how much a value grows from one to the next. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  let [over, under] = [0, 0];
  for (const [x, y] of values.entries()) {
    over += (x - middle) * y;
    under += (x - middle) ** 2;
  }
  return over / under;
}
