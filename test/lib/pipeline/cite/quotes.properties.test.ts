/** Forged quotes of many kinds and true ones with much noise, chosen by a seed; `npm run bench -- quotes` tries more. */
import { expect, it } from 'vitest';
import { FORGERIES } from '../../../kit/quotes/forged-quotes.ts';
import { NOISES } from '../../../kit/quotes/noised-quotes.ts';
import { listQuotePages } from '../../../kit/quotes/quote-pages.ts';
import { SEED } from '../../../kit/base/seed.ts';
import { isAccepted, iterateForged, iterateTrue, listQuotable } from '../../../kit/quotes/quote-trial.ts';

const seed = SEED;
const count = 2000;
/** 1 in 1,000 would give more than this in one of sixty samples; what is measured over 20,000 in one of ten thousand. */
const MOST_ACCEPTED = 5;
const quotable = listQuotable(listQuotePages('own'));

it(`[R11.2] at most 1 in 1,000 forged quotes is accepted, of at least 25 kinds (seed ${seed})`, () => {
  const trials = [...iterateForged(quotable, { seed, count })];
  expect(Object.keys(FORGERIES).length).toBeGreaterThanOrEqual(25);
  expect(new Set(trials.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(25);
  const accepted = trials.filter(isAccepted);
  expect(accepted.length > MOST_ACCEPTED ? accepted : []).toEqual([]);
});

it(`[R11.2] at least 99 % of true quotes are found, through at least 40 kinds of noise (seed ${seed})`, () => {
  const trials = [...iterateTrue(quotable, { seed, count })];
  expect(Object.keys(NOISES).length).toBeGreaterThanOrEqual(40);
  expect(new Set(trials.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(40);
  const lost = trials.filter((trial) => !isAccepted(trial));
  expect(lost.length > count / 100 ? lost : []).toEqual([]);
});
