import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../src/lib/base/ledger.ts';

describe('a ledger', () => {
  it('is what a copied Map would be, in every version, whatever is added to which of them', () => {
    const additions = fc.array(fc.tuple(fc.nat(), fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer()), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(additions, (steps) => {
        const versions: [Ledger<number>, Map<string, number>][] = [[Ledger.empty(), new Map()]];
        for (const [onto, key, value] of steps) {
          const [ledger, map] = versions[onto % versions.length] ?? versions[0] ?? [Ledger.empty<number>(), new Map()];
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
