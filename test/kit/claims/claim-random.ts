/** Chance by a seed, for made claims. */
export interface Chance {
  /** From 0 to below 1. */
  readonly next: () => number;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly happens: (share: number) => boolean;
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    },
    happens: (share) => next() < share,
  };
}
