/** How likely each block of a page is content, by trees learned from marked pages. */
import { isPauseDue, type Slices } from '../../../text/time-slices.ts';
import TREES from './block-trees.json' with { type: 'json' };

/** For the row of numbers that was measured of each. */
export function* predictChances(rows: readonly Float32Array[]): Slices<readonly number[]> {
  const chances: number[] = [];
  for (const row of rows) {
    if (isPauseDue()) yield;
    chances.push(predict(row));
  }
  return chances;
}

function predict(row: Float32Array): number {
  let sum = 0;
  for (const { features, thresholds, lefts, rights, leaves } of TREES) {
    let node = features.length > 0 ? 0 : -1;
    // a child below 0 is a leaf
    while (node >= 0)
      node = ((row[features[node] ?? 0] ?? 0) <= (thresholds[node] ?? 0) ? lefts[node] : rights[node]) ?? -1;
    sum += leaves[-node - 1] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum));
}
