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
/** Loaded when needed, in bytes, compressed. */
const LATER: Readonly<Record<string, number>> = {
  'services.js': 150_000, // runs and requests
  'check-claims.js': 30_000, // answers with quotes: the words of a dozen languages
  'visible-markdown.js': 8_500,
  'archiving.js': 1_400,
};

const exceeds =
  (budget: Readonly<Record<string, number>>) =>
  ({ name, gzip }: Part): boolean =>
    gzip > (budget[name] ?? 0);

test('a wake, a run and a check of claims read no more than they are granted, and no part of the worker is there unasked', async () => {
  const { first, later } = await measureWorkerParts();
  expect(first.length).toBeGreaterThan(8);
  expect(first.filter(exceeds(FIRST))).toEqual([]);
  expect(later.filter(exceeds(LATER))).toEqual([]);
});
