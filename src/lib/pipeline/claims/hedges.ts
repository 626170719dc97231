/** Finds claims that assert what the evidence hedges: "will" for "may", a bare statement for "reportedly". */
import type { Cue } from './cues.ts';
import { sliceAround, type Finding, type Pair } from './mismatch.ts';
import { isSplitBetween, listAnchors, type TextReading } from './reading.ts';

const REACH = 10;

const isHedge = ({ kind }: Cue): boolean => kind === 'hedge' || kind === 'report';

export function findDroppedHedges({ claim, evidence, toClaim, toEvidence }: Pair): readonly Finding[] {
  /** "Could not find" is a fact. */
  const isDenied = ({ from, to }: Cue): boolean =>
    evidence.tokens[from]?.word === 'could' && evidence.tokens[to + 1]?.word === 'not';
  const hedges = evidence.cues.filter((cue) => isHedge(cue) && !isDenied(cue));
  return hedges.flatMap((cue): readonly Finding[] => {
    const after = listAnchors(evidence, cue, 1, 2);
    const anchors = after.length > 0 ? after : listAnchors(evidence, cue, -1, 2);
    const anchor = anchors.find((index) => (toClaim.at[index] ?? -1) >= 0);
    if (anchor === undefined) return [];
    const place = toClaim.at[anchor] ?? -1;
    if (isHedged(claim, place, cue, evidence, toEvidence.at)) return [];
    const width = Math.abs(anchor - (anchor > cue.to ? cue.to : cue.from));
    return [
      {
        kind: 'hedge',
        claim:
          anchor > cue.to ? sliceAround(claim, place - width, place) : sliceAround(claim, place, place + width - 1),
        source: sliceAround(evidence, cue.from, anchor),
        at: claim.tokens[place]?.start ?? 0,
      },
    ];
  });
}

const NEAR = 4;

/** Whether a hedge weakens it that is not what another hedge of the evidence has become. */
function isHedged(claim: TextReading, place: number, cue: Cue, evidence: TextReading, at: readonly number[]): boolean {
  return claim.cues.some(({ kind, from }) => {
    if (kind !== 'hedge' && kind !== 'report' && kind !== 'mild' && kind !== 'about') return false;
    const partner = at[from] ?? -1;
    const isOthers = partner >= 0 && evidence.cues.some((one) => one.from === partner && one.from !== cue.from);
    if (isOthers && (kind === 'mild' || kind === 'about' || from >= place || place - from > NEAR)) return false;
    return kind === 'report' || (Math.abs(from - place) <= REACH && !isSplitBetween(claim, from, place));
  });
}
