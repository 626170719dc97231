import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rankByCosine, readRanks, readVector } from '../../../../src/lib/models/embeddings/vectors.ts';

const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 8 });

it('any finite numbers make a vector of length 1, and zeros one of length 0', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const vector = readVector(values);
      const length = Math.hypot(...(vector ?? [NaN]));
      expect(vector).toHaveLength(values.length);
      expect(length).toBeCloseTo(values.every((value) => value === 0) ? 0 : 1, 5);
    }),
  );
});

it.each([
  ['no numbers', []],
  ['one that is none', [NaN]],
  ['one without bounds', [1, Infinity]],
  ['words', ['1']],
  ['nothing', [null]],
  ['no list', { 0: 1 }],
  ['too many numbers', Array.from({ length: 8193 }, () => 1)],
])('%s make no vector', (_what, value) => expect(readVector(value)).toBeNull());

it('ranks are a permutation, nearest first, whatever the lengths were', () => {
  const vectors = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 }), { maxLength: 9 });
  const read = (values: readonly number[]): Float32Array => readVector(values) ?? new Float32Array();
  fc.assert(
    fc.property(vectors, fc.integer({ min: 1, max: 1000 }), (all, factor) => {
      const question = read([1, 2, 3]);
      const ranks = rankByCosine(question, all.map(read));
      expect([...ranks].sort((a, b) => a - b)).toEqual(all.map((_, index) => index));
      const cosines = ranks.map(
        (rank) =>
          Math.hypot(...(all[rank] ?? [])) &&
          ((all[rank]?.[0] ?? 0) + 2 * (all[rank]?.[1] ?? 0) + 3 * (all[rank]?.[2] ?? 0)) /
            Math.hypot(...(all[rank] ?? [])),
      );
      for (const [at, cosine] of cosines.entries())
        expect((cosines[at - 1] ?? Infinity) - cosine).toBeGreaterThan(-1e-5);
      expect(rankByCosine(read([factor, 2 * factor, 3 * factor]), all.map(read))[0]).toBe(ranks[0]);
    }),
  );
});

it('reads ranks of any reply: each index that there is, once', () => {
  expect(readRanks([2, 0, 2, 3, -1, 1.5, '1', null], 3)).toEqual([2, 0]);
  fc.assert(fc.property(fc.anything(), (reply) => readRanks(reply, 0).length === 0));
});
