/** `share` is 0 to 1; 0 if there are no values. */
export const computeQuantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;

export const computeMedian = (values: readonly number[]): number => computeQuantile(values, 0.5);
