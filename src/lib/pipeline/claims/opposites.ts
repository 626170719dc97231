/** Finds a word whose opposite is in its place: more for less, rose for fell, before for after. */
import type { Cue } from './cues.ts';
import { sliceAround, type Finding, type Pair } from './mismatch.ts';
import { isSplitBetween, type TextReading } from './reading.ts';

const NEAR = 6;

const isOpposite = ({ kind }: Cue): boolean => kind === 'opposite';

export function findTurnedOpposites({ claim, evidence, toEvidence }: Pair): readonly Finding[] {
  const others = evidence.cues.filter(isOpposite);
  return claim.cues.filter(isOpposite).flatMap((cue): readonly Finding[] => {
    const place = toEvidence.project(cue.from);
    if (place < 0) return [];
    const distance = (other: Cue): number => Math.abs(other.from - place);
    const same = others.filter((other) => isOnOneSide(cue, other)).map(distance);
    const turned = others.filter((other) => isOnOtherSide(cue, other)).sort((a, b) => distance(a) - distance(b))[0];
    if (turned === undefined || distance(turned) > NEAR || Math.min(...same) <= distance(turned) + 2) return [];
    const isKept = claim.cues.some(
      (other) =>
        isOpposite(other) && other !== cue && isOnOneSide(turned, other) && toEvidence.at[other.from] === turned.from,
    );
    if (isKept || isNegatedNear(claim, cue) !== isNegatedNear(evidence, turned)) return [];
    const [own, source] = [sliceAround(claim, cue.from, cue.to), sliceAround(evidence, turned.from, turned.to)];
    return [{ kind: 'direction', claim: own, source, at: claim.tokens[cue.from]?.start ?? 0 }];
  });
}

const isOnOneSide = (a: Cue, b: Cue): boolean => [...a.sides].some(([pair, side]) => b.sides.get(pair) === side);

/** Words that share a side in any pair ("greater", "higher") are no opposites. */
const isOnOtherSide = (a: Cue, b: Cue): boolean =>
  !isOnOneSide(a, b) && [...a.sides].some(([pair, side]) => b.sides.get(pair) === (side === 0 ? 1 : 0));

/** "Did not rise" and "failed to rise" are no opposites of "fell". */
function isNegatedNear(reading: TextReading, { from }: Cue): boolean {
  return reading.cues.some(
    (cue) =>
      (cue.kind === 'not' || (cue.kind === 'deny' && cue.to < from)) &&
      Math.abs(cue.to - from) <= 4 &&
      !isSplitBetween(reading, cue.to, from),
  );
}
