import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../../../../src/lib/pipeline/claims/check-claims.ts';

const check = (claim: string, evidence: string): readonly string[] =>
  checkClaim(
    `The usual amount is ${claim} in all.`,
    { sentences: [`The usual amount is ${evidence} in all.`], around: '' },
    { known: '', language: 'en' },
  ).map(({ claim: own, source }) => `${own} | ${source}`);

describe('a number', () => {
  it.each([
    ['50 mg', '50 mcg'],
    ['50 mg', '50 µg'],
    ['400 mg', '400 IU'],
    ['7 mg/dL', '7 mmol/L'],
    ['5 mm', '5 nm'],
    ['250 kcal', '250 kJ'],
    ['35 bar', '35 psi'],
    ['400 ppb', '400 ppm'],
    ['5 MW', '5 TW'],
    ['60 Hz', '60 dB'],
    ['12 kg', '12 stone'],
    ['20 km/h', '20 knots'],
    ['100 MB', '100 Mbit'],
    ['200 seconds', '200 ms'],
    ['2 tablespoons', '2 teaspoons'],
    ['500 dollars', '500 kronor'],
    ['500 yuan', '500 yen'],
    ['US$500', 'A$500'],
    ['US$500', 'HK$500'],
  ])('of another unit is marked: %s for %s', (claim, evidence) => {
    expect(check(claim, evidence)).toEqual([`${claim} | ${evidence}`]);
  });

  it.each([
    ['50 mcg', '50 µg'],
    ['50 micrograms', '50 μg'],
    ['US$500', '$500'],
    ['500 US dollars', '$500'],
    ['500 yuan', '¥500'],
    ['2 tbsp', '2 tablespoons'],
    ['A$5m', '5 million Australian dollars'],
  ])('of one unit in other words is left alone: %s for %s', (claim, evidence) => {
    expect(check(claim, evidence)).toEqual([]);
  });
});
