/**
 * Mending JSON beside the library jsonrepair: how much of generated damage each restores, and how often each hands on
 * an object that was not meant. The one rule: both get the same texts, and a refusal is not an error.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { jsonrepair } from 'jsonrepair';
import { repairJson } from '../../../src/lib/agent/parse/repair-json.ts';
import { anyMeant, FRESH, rate, SEEN, UNSEEN, type Damage, type Meant, type Outcome } from '../../lib/agent/damage.ts';
import { SEED } from '../../kit/base/seed.ts';
import { median, type Figure } from '../figure.ts';

const OBJECTS = fc.sample(anyMeant, { numRuns: 300, seed: SEED });

type Mender = (text: string) => { readonly value: unknown } | null;

const ours: Mender = (text) => {
  const read = repairJson(text);
  return read.ok && read.complete ? read : null;
};
const theirs: Mender = (text) => {
  try {
    return { value: JSON.parse(jsonrepair(text)) as unknown };
  } catch {
    return null;
  }
};

function outcome(mend: Mender, text: string, meant: Meant): Outcome {
  const mended = mend(text);
  if (!mended) return 'refused';
  return isDeepStrictEqual(mended.value, meant) ? 'mended' : 'wrong';
}

/** All texts of the kinds, each with what was meant. */
const spoiled = (kinds: Readonly<Record<string, Damage>>): (readonly [string, Meant])[] =>
  Object.values(kinds).flatMap((damage) => OBJECTS.map((meant) => [damage(meant), meant] as const));

const truncated: (readonly [string, Meant])[] = OBJECTS.flatMap((meant) => {
  const text = JSON.stringify(meant);
  return Array.from({ length: text.length }, (_, end) => [text.slice(0, end), meant] as const);
});

function figures(
  name: string,
  texts: readonly (readonly [string, Meant])[],
  shares: readonly ('mended' | 'wrong')[],
): Figure[] {
  const [mine, other] = [ours, theirs].map((mend) => rate(texts.map(([text, meant]) => outcome(mend, text, meant))));
  if (!mine || !other) throw new Error('Nothing was measured.');
  return shares.map((share) => ({
    name: `${name}: ${share === 'mended' ? 'mended' : 'accepted, and not what was meant'}`,
    value: (100 * mine[share]) / mine.total,
    unit: '%',
    against: { name: 'jsonrepair', value: (100 * other[share]) / other.total },
  }));
}

/** Milliseconds for a text that is damaged all over, of that many characters. */
function time(mend: Mender, characters: number): number {
  const text = `{"note": "${'a "b" c, '.repeat(characters / 9)}"}`;
  return median(
    Array.from({ length: 5 }, () => {
      const began = performance.now();
      mend(text);
      return performance.now() - began;
    }),
  );
}

export function repairBench(): Figure[] {
  return [
    { name: 'the seed (KL_SEED repeats it)', value: SEED, unit: '' },
    ...figures('damage tuned for', spoiled(SEEN), ['mended', 'wrong']),
    ...figures('damage met later', spoiled(UNSEEN), ['mended', 'wrong']),
    ...figures('damage written down last', spoiled(FRESH), ['mended', 'wrong']),
    ...figures('truncated at every character', truncated, ['wrong']),
    ...[10_000, 100_000].map((characters) => ({
      name: `unescaped quotes throughout ${characters / 1000} KB`,
      value: time(ours, characters),
      unit: 'ms',
      against: { name: 'jsonrepair', value: time(theirs, characters) },
    })),
  ];
}
