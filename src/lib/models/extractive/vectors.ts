/** Vectors of a text's terms, weighted by rarity, and how central each is among them (PageRank over their likeness). */
import type { TimeSlicer } from '../../pipeline/text/time-slices.ts';

export type Vector = ReadonlyMap<string, number>;

const DAMPING = 0.85;

const ROUNDS = 30;

const MIN_LIKENESS = 0.05;

type Idf = (term: string) => number;

export async function computeIdf(all: readonly (readonly string[])[], slices: TimeSlicer): Promise<Idf> {
  const frequency = new Map<string, number>();
  for (const list of all) {
    for (const term of new Set(list)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    await slices.yieldIfDue();
  }
  return (term) => Math.log(1 + all.length / (1 + (frequency.get(term) ?? 0)));
}

export function toVector(list: readonly string[], idf: Idf): Vector {
  const weights = new Map<string, number>();
  for (const term of list) weights.set(term, (weights.get(term) ?? 0) + 1);
  let square = 0;
  for (const [term, count] of weights) {
    const weight = (1 + Math.log(count)) * idf(term);
    weights.set(term, weight);
    square += weight * weight;
  }
  if (square > 0) for (const [term, weight] of weights) weights.set(term, weight / Math.sqrt(square));
  return weights;
}

/** 0 to 1. */
export function computeCosine(a: Vector, b: Vector): number {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of short) sum += weight * (long.get(term) ?? 0);
  return Math.min(1, sum);
}

/** Scaled to a maximum of 1. */
export async function computeCentralities(vectors: readonly Vector[], slices: TimeSlicer): Promise<number[]> {
  const size = vectors.length;
  const edges: { readonly to: number; readonly weight: number }[][] = vectors.map(() => []);
  const sums = new Array<number>(size).fill(0);
  for (const [i, a] of vectors.entries()) {
    for (let j = i + 1; j < size; j += 1) {
      const weight = computeCosine(a, vectors[j] ?? a);
      if (weight < MIN_LIKENESS) continue;
      edges[i]?.push({ to: j, weight });
      edges[j]?.push({ to: i, weight });
      sums[i] = (sums[i] ?? 0) + weight;
      sums[j] = (sums[j] ?? 0) + weight;
    }
    await slices.yieldIfDue();
  }
  let ranks = new Array<number>(size).fill(1 / Math.max(1, size));
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Array<number>(size).fill((1 - DAMPING) / Math.max(1, size));
    for (const [i, out] of edges.entries()) {
      const share = (DAMPING * (ranks[i] ?? 0)) / (sums[i] === 0 ? 1 : (sums[i] ?? 1));
      for (const { to, weight } of out) next[to] = (next[to] ?? 0) + share * weight;
    }
    ranks = next;
    await slices.yieldIfDue();
  }
  const greatest = ranks.reduce((a, b) => Math.max(a, b), 0);
  return ranks.map((rank) => (greatest === 0 ? 0 : rank / greatest));
}
