/** Chance that comes out the same each time: the one rule of a generated test set. */

export interface Chance {
  /** A whole number from `least` to `most`. */
  readonly number: (least: number, most: number) => number;
  readonly one: <T>(of: readonly T[]) => T;
}

/** Mulberry32 (public domain, Tommy Ettinger): small, and even enough for picking words. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (least: number, most: number): number => least + Math.floor(share() * (most - least + 1));
  return {
    number,
    one: <T>(of: readonly T[]): T => {
      const picked = of[number(0, of.length - 1)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
  };
}

/** So many things made one after the other. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
