/** What a wake of the worker may read, by part. A part that is not listed has to be argued for here. */
import { expect, test } from 'vitest';
import { measureWorkerParts, type Part } from '../kit/bundle-parts.ts';

/** In bytes, compressed: about a seventh more than they have. */
const FIRST: Readonly<Record<string, number>> = {
  'src/lib/agent': 21_500,
  'src/chrome': 9_200,
  'src/background': 7_600,
  '@cfworker/json-schema': 7_200,
  'src/lib/protocol': 5_000,
  'src/lib/base': 2_500,
  'src/lib/pipeline': 2_300,
  'src/lib/schema': 2_000,
  idb: 1_600,
  'src/lib/jobs': 900,
  'src/lib/agents': 600,
  'src/lib/models': 400,
};
/** Loaded by the first run or request: the words of claims in a dozen languages included. */
const LATER_BYTES = 180_000;

const isWithin = ({ name, gzip }: Part): boolean => gzip <= (FIRST[name] ?? 0);

test('a wake reads no more than it is granted, and no part of the worker is in it unasked', async () => {
  const { first, later } = await measureWorkerParts();
  expect(first.length).toBeGreaterThan(8);
  expect(first.filter((part) => !isWithin(part))).toEqual([]);
  expect(later.reduce((sum, { gzip }) => sum + gzip, 0)).toBeLessThan(LATER_BYTES);
});
