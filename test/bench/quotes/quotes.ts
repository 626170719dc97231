/**
 * Whether a quote can turn its source around: 20,000 forged quotes of many kinds, and 20,000 true ones with many kinds of
 * noise, chosen by a fresh seed from the golden pages, short ones in other languages and the development data where it is
 * present. A row for each kind of which one failed.
 */
import { randomInt } from 'node:crypto';
import { listQuotePages } from '../../kit/quotes/quote-pages.ts';
import { isAccepted, iterateForged, iterateTrue, listQuotable, type Trial } from '../../kit/quotes/quote-trial.ts';
import type { Figure } from '../figure.ts';

const COUNT = 20_000;
const MAX_FORGED_PER_THOUSAND = 1;
const MIN_TRUE_PERCENT = 99;

interface Tally {
  tried: number;
  failed: number;
}

export async function quotesBench(): Promise<Figure[]> {
  const seed = Number(process.env['QUOTES_SEED'] ?? randomInt(2 ** 31));
  const quotable = listQuotable(listQuotePages('all'));
  const forged = await countFailures(iterateForged(quotable, { seed, count: COUNT }), isAccepted);
  const truly = await countFailures(iterateTrue(quotable, { seed, count: COUNT }), (trial) => !isAccepted(trial));
  const [accepted, lost] = [sum(forged), sum(truly)];
  return [
    { name: 'quotes: the seed (QUOTES_SEED repeats it)', value: seed, unit: '' },
    { name: `quotes: forged, ${forged.size} kinds`, value: accepted.tried, unit: 'quotes' },
    {
      name: 'quotes: forged and accepted',
      value: (accepted.failed / accepted.tried) * 1000,
      unit: 'in 1,000',
      against: { name: 'at most', value: MAX_FORGED_PER_THOUSAND },
    },
    ...listKinds('forged and accepted', forged),
    { name: `quotes: true, ${truly.size} kinds of noise`, value: lost.tried, unit: 'quotes' },
    {
      name: 'quotes: true and found',
      value: 100 - (lost.failed / lost.tried) * 100,
      unit: '%',
      against: { name: 'at least', value: MIN_TRUE_PERCENT },
    },
    ...listKinds('true and lost', truly),
  ];
}

async function countFailures(
  trials: Iterable<Trial>,
  isFailure: (trial: Trial) => boolean,
): Promise<ReadonlyMap<string, Tally>> {
  const tallies = new Map<string, Tally>();
  for (const trial of trials) {
    const tally = tallies.get(trial.kind) ?? { tried: 0, failed: 0 };
    tallies.set(trial.kind, tally);
    tally.tried += 1;
    if (isFailure(trial)) tally.failed += 1;
    if (tally.tried % 100 === 0) await new Promise(setImmediate); // so that the process can be ended
  }
  return tallies;
}

const sum = (tallies: ReadonlyMap<string, Tally>): Tally =>
  [...tallies.values()].reduce((all, one) => ({ tried: all.tried + one.tried, failed: all.failed + one.failed }), {
    tried: 0,
    failed: 0,
  });

const listKinds = (name: string, tallies: ReadonlyMap<string, Tally>): readonly Figure[] =>
  [...tallies].flatMap(([kind, { tried, failed }]) =>
    failed === 0 ? [] : [{ name: `quotes: ${name}, ${kind}`, value: failed, unit: `of ${tried}` }],
  );
