/** Which words of one text are which of another: same stem, and the place whose neighbours fit best. */
import type { Token } from './tokens.ts';

export interface Alignment {
  /** Index in the other text, or -1. */
  readonly at: readonly number[];
  /** The index that an unaligned token would have, by its nearest aligned neighbours. */
  readonly project: (index: number) => number;
}

const MAX_PLACES = 16;
const REACH = 4;

/** Two words are aligned only if each is the best place of the other. */
export function alignBothWays(tokens: readonly Token[], others: readonly Token[]): readonly [Alignment, Alignment] {
  const [there, back] = [findPlaces(tokens, others), findPlaces(others, tokens)];
  const keepMutual = (from: readonly number[], to: readonly number[]): readonly number[] =>
    from.map((place, i) => (place >= 0 && to[place] === i ? place : -1));
  return [keepMutual(there, back), keepMutual(back, there)].map((at) => ({
    at,
    project: (index: number) => projectIndex(at, index),
  })) as [Alignment, Alignment];
}

function findPlaces(tokens: readonly Token[], others: readonly Token[]): readonly number[] {
  const places = new Map<string, number[]>();
  for (const [i, { word, stem }] of others.entries())
    for (const key of new Set([word, stem])) {
      const known = places.get(key);
      if (known === undefined) places.set(key, [i]);
      else if (known.length < MAX_PLACES) known.push(i);
    }
  return tokens.map(({ word, stem }, i) => {
    const candidates = places.get(word) ?? places.get(stem) ?? [];
    let best = -1;
    let bestScore = -1;
    for (const candidate of candidates) {
      const score = scoreNeighbours(tokens, i, others, candidate);
      if (score > bestScore) [best, bestScore] = [candidate, score];
    }
    return best;
  });
}

function scoreNeighbours(tokens: readonly Token[], i: number, others: readonly Token[], j: number): number {
  let score = 0;
  for (let d = -REACH; d <= REACH; d += 1) {
    const stem = d === 0 ? undefined : tokens[i + d]?.stem;
    if (stem === undefined) continue;
    for (let shift = -1; shift <= 1; shift += 1)
      if (d + shift !== 0 && others[j + d + shift]?.stem === stem) score += (shift === 0 ? 1 : 0.6) / Math.abs(d);
  }
  return score;
}

function projectIndex(at: readonly number[], index: number): number {
  for (let d = 0; d < at.length; d += 1) {
    const left = at[index - d] ?? -1;
    if (left >= 0) return left + d;
    const right = at[index + d] ?? -1;
    if (right >= 0) return right - d;
  }
  return -1;
}
