/** Keeps a sentence and the one that turns it together: "Many fear it is not safe. However, trials found no harm." */
import { isTurning } from './leaning.ts';
import type { Outline, Unit } from './outline.ts';
import type { Ranked } from './rank.ts';

/** Each with what turns it as one unit, or left out where that is none of `fit`. In the order of the text. */
export function joinTurned(fit: readonly Ranked[], { units, language }: Outline): readonly Ranked[] {
  const byOrder = new Map(fit.map((ranked) => [ranked.unit.order, ranked]));
  const isTurned = (unit: Unit | undefined): boolean => {
    const next = units[(unit?.order ?? 0) + 1];
    return unit !== undefined && next !== undefined && isNextTo(unit, next) && isTurning(next.text, language);
  };
  const joined: Ranked[] = [];
  for (const first of fit) {
    if (isTurned(units[first.unit.order - 1])) continue; // it is part of another
    const parts = [first];
    while (isTurned(parts.at(-1)?.unit)) {
      const next = byOrder.get((parts.at(-1)?.unit.order ?? 0) + 1);
      if (next === undefined) break;
      parts.push(next);
    }
    if (!isTurned(parts.at(-1)?.unit)) joined.push(joinParts(first, parts));
  }
  return joined;
}

const isNextTo = (unit: Unit, next: Unit): boolean =>
  unit.kind === 'sentence' && next.kind === 'sentence' && next.section === unit.section && next.block <= unit.block + 1;

function joinParts(first: Ranked, parts: readonly Ranked[]): Ranked {
  const units = parts.map(({ unit }) => unit);
  return {
    ...first,
    unit: {
      ...first.unit,
      text: units.map(({ text }) => text).join(' '),
      terms: units.flatMap(({ terms }) => terms),
      words: units.reduce((sum, { words }) => sum + words, 0),
    },
  };
}
