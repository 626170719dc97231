import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../src/lib/base/append-map.ts';

type Version = readonly [Ledger<number>, ReadonlyMap<string, number>];

describe('a ledger', () => {
  it('is what a copied Map would be, in every version, whatever is added to which of them', () => {
    const additions = fc.array(fc.tuple(fc.nat(), fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer()), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(additions, (steps) => {
        const first: Version = [Ledger.empty(), new Map()];
        const versions = [first];
        for (const [onto, key, value] of steps) {
          const [ledger, map] = versions[onto % versions.length] ?? first;
          versions.push([ledger.with(key, value), new Map(map).set(key, value)]);
        }
        for (const [ledger, map] of versions) {
          expect([...ledger]).toEqual([...map]);
          expect(ledger.size).toBe(map.size);
          for (const key of 'abcde') expect(ledger.get(key)).toBe(map.get(key));
        }
      }),
      { numRuns: 500 },
    );
  });
});
