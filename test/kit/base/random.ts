/** Random choices that a seed repeats. */
export interface Random {
  /** From 0 up to `below`, exclusive. */
  readonly below: (below: number) => number;
  readonly pick: <T>(items: readonly T[]) => T | undefined;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return { below, pick: (items) => items[below(items.length)] };
}
