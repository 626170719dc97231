/** Finds quantifiers that were turned or dropped: all, most, some, only; and bounds of numbers: at least, up to. */
import type { Cue, CueClass } from './cues.ts';
import { sliceAround, type Finding, type Pair } from './mismatch.ts';
import { isSplitBetween, listAnchors, type TextReading } from './reading.ts';

const CLASSES: ReadonlySet<CueClass> = new Set<CueClass>(['all', 'most', 'many', 'some', 'few', 'only', 'any']);
/** Left out, these make a claim wider. */
const NARROWING: ReadonlySet<CueClass> = new Set<CueClass>(['most', 'some', 'few', 'only']);
const WIDENING: ReadonlySet<CueClass> = new Set<CueClass>(['all', 'only']);
const REACH = 5;

const isQuantifier = ({ kind }: Cue): boolean => CLASSES.has(kind);

export function findTurnedQuantifiers(pair: Pair): readonly Finding[] {
  const { claim, evidence, toEvidence, toClaim } = pair;
  const found: Finding[] = [];
  const push = (cue: Cue | null, at: number, own: string, source: string): void => {
    found.push({ kind: 'quantifier', claim: own, source, at: claim.tokens[cue?.from ?? at]?.start ?? 0 });
  };
  for (const cue of claim.cues.filter(isQuantifier)) {
    if (cue.kind === 'any') continue;
    const anchor = listAnchors(claim, cue, 1, 2).find((index) => (toEvidence.at[index] ?? -1) >= 0);
    const place = anchor === undefined ? toEvidence.project(cue.from) : (toEvidence.at[anchor] ?? -1);
    const others = findNear(evidence, place);
    const readings = claim.cues.filter((one) => one.from === cue.from && isQuantifier(one)); // "several" is of two classes
    const inPlace = others.filter(({ from }) => Math.abs(from - place) <= 1 + (anchor ?? cue.to) - cue.to);
    if (
      (inPlace.length > 0 ? inPlace : others).some((other) =>
        readings.some((one) => agree(one, claim, other, evidence)),
      )
    )
      continue;
    const other = others.find((near) => isShared(claim, cue, toEvidence) || isShared(evidence, near, toClaim));
    if (other !== undefined) push(cue, 0, sliceCue(claim, cue), sliceCue(evidence, other));
    else if (isElsewhere(pair, cue)) continue;
    else if (WIDENING.has(cue.kind) && anchor !== undefined && anchor - cue.to <= 2 && place >= 0)
      push(cue, 0, sliceAround(claim, cue.from, anchor), sliceAround(evidence, place, place));
  }
  for (const cue of evidence.cues.filter(({ kind }) => NARROWING.has(kind))) {
    const anchor = listAnchors(evidence, cue, 1, 1)[0];
    const place = anchor === undefined ? -1 : (toClaim.at[anchor] ?? -1);
    if (anchor === undefined || place < 0 || anchor - cue.to > 2 || isAdverb(evidence, cue)) continue;
    const isKept = claim.cues.some((other) => isQuantifier(other) && Math.abs(other.from - place) <= REACH + 3);
    if (!isKept) push(null, place, sliceAround(claim, place, place), sliceAround(evidence, cue.from, anchor));
  }
  return [...found, ...findTurnedBounds(pair)];
}

/** Whether the other side has what this quantifier counts: two that count different things are no turn. */
const isShared = (reading: TextReading, cue: Cue, toOther: Pair['toClaim']): boolean =>
  listAnchors(reading, cue, 1, 1).some((index) => (toOther.at[index] ?? -1) >= 0);

const sliceCue = (reading: TextReading, { from, to }: Cue): string =>
  sliceAround(reading, from, Math.min(to + 1, reading.tokens.length - 1));

/** "Usually" may be left out, and "some" is often no more than an article. */
const isAdverb = ({ tokens }: TextReading, { from, kind }: Cue): boolean =>
  /ly$|^(?:often|sometimes|seldom|meist|oft|souvent|parfois)/.test(tokens[from]?.word ?? '') && kind !== 'only';

/** "The bridges are all closed" for "all bridges are closed". */
const isElsewhere = ({ claim, evidence, toClaim }: Pair, cue: Cue): boolean =>
  evidence.cues.some(
    (other) =>
      isQuantifier(other) &&
      agree(cue, claim, other, evidence) &&
      !claim.cues.some(({ from }) => from !== cue.from && from === toClaim.at[other.from]),
  );

/** Nearest first. */
function findNear(reading: TextReading, place: number): readonly Cue[] {
  if (place < 0) return [];
  return reading.cues
    .filter(
      (cue) => isQuantifier(cue) && Math.abs(cue.from - place) <= REACH && !isSplitBetween(reading, cue.from, place),
    )
    .sort((a, b) => Math.abs(a.from - place) - Math.abs(b.from - place));
}

function agree(a: Cue, inA: TextReading, b: Cue, inB: TextReading): boolean {
  if (a.kind === b.kind || b.kind === 'any') return true;
  const words = inA.tokens[a.from]?.word;
  return a.to === a.from && words === inB.tokens[b.from]?.word;
}

const DIRECTIONS: Partial<Record<CueClass, 1 | -1>> = { atLeast: 1, over: 1, atMost: -1, under: -1 };

/** Bounds of what is no number: "at least once", "less than a dollar". Words that may mean something else must be phrases. */
function findTurnedBounds({ claim, evidence, toEvidence }: Pair): readonly Finding[] {
  return claim.cues.flatMap((cue): readonly Finding[] => {
    const direction = DIRECTIONS[cue.kind];
    const place = toEvidence.project(cue.from);
    if (direction === undefined || place < 0) return [];
    const others = evidence.cues.filter(
      ({ kind, from }) => DIRECTIONS[kind] !== undefined && Math.abs(from - place) <= 2,
    );
    const other = others[0];
    if (other === undefined || others.some(({ kind }) => DIRECTIONS[kind] === direction)) return [];
    if (cue.to === cue.from && other.to === other.from) return []; // above and below are opposites
    return [
      {
        kind: 'quantifier',
        claim: sliceCue(claim, cue),
        source: sliceCue(evidence, other),
        at: claim.tokens[cue.from]?.start ?? 0,
      },
    ];
  });
}
