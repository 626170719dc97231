/** Finds exceptions and conditions of the evidence that the claim leaves out, which makes it wider: "daily" for "daily except Mondays". */
import { getNegationReach, type Cue, type CueClass } from './cues.ts';
import { sliceAround, type Finding, type Pair } from './mismatch.ts';
import { isContentWord, listAnchors, type TextReading } from './reading.ts';

/** What may say the same in the claim's own words. */
const NARROWS: ReadonlySet<CueClass> = new Set<CueClass>(
  'except only lack most some few many mild hedge not'.split(' ') as CueClass[],
);

export function findDroppedExceptions({ claim, evidence, toClaim }: Pair): readonly Finding[] {
  const isAligned = (index: number): boolean => (toClaim.at[index] ?? -1) >= 0;
  const isRepeated = (index: number): boolean => toClaim.at.includes(index);
  return evidence.cues.flatMap((cue): readonly Finding[] => {
    if (cue.kind !== 'except' || isAligned(cue.from)) return [];
    const { excepted, main } = readException(evidence, cue);
    const anchor = main.find(isAligned);
    const place = toClaim.at[anchor ?? -1] ?? -1;
    if (anchor === undefined || place < 0 || excepted.length === 0 || excepted.some(isAligned)) return [];
    if (claim.cues.some(({ kind, from }) => NARROWS.has(kind) && !isRepeated(from))) return [];
    const last = excepted.at(-1) ?? cue.to;
    return [
      {
        kind: 'quantifier',
        claim: sliceAround(claim, place - 1, place),
        source: sliceAround(evidence, Math.min(cue.from, last), Math.max(cue.to, last)),
        at: claim.tokens[place]?.start ?? 0,
      },
    ];
  });
}

/** In words of meaning. */
const MAX_EXCEPTED = 2;

/** What is excepted, and the words of meaning of the statement that it narrows: nearest first. */
function readException(
  reading: TextReading,
  cue: Cue,
): { readonly excepted: readonly number[]; readonly main: readonly number[] } {
  const { before, after } = getNegationReach(reading.language);
  const [behind, ahead] = [listAnchors(reading, cue, 1, 3), listAhead(reading, cue.from - 1)];
  if (before && !after) return { excepted: ahead.slice(0, MAX_EXCEPTED), main: behind };
  const excepted = behind.length === 0 && cue.to > cue.from ? [cue.to] : upToComma(reading, cue, behind); // "in mice"
  return { excepted, main: ahead.length > 0 ? ahead : listBehindComma(reading, cue) };
}

function upToComma({ tokens }: TextReading, { to }: Cue, places: readonly number[]): readonly number[] {
  const comma = tokens.findIndex(({ gap }, i) => i > to + 1 && gap > 0);
  return places.filter((place) => comma < 0 || place < comma).slice(0, MAX_EXCEPTED);
}

/** From the word before it, since the exception begins a clause of its own. */
const listAhead = (reading: TextReading, last: number): readonly number[] =>
  last < 0
    ? []
    : [
        ...(isContentWord(reading, last) ? [last] : []),
        ...listAnchors(reading, { kind: 'except', from: last, to: last, sides: new Map() }, -1, 2),
      ];

/** "Except on Mondays, it is open": the statement follows. In Chinese, 外 or 以外 ends the exception. */
function listBehindComma(reading: TextReading, { to }: Cue): readonly number[] {
  const { tokens } = reading;
  const comma = tokens.findIndex(({ gap }, i) => i > to + 1 && ((gap >= 1 && gap < 3) || tokens[i - 1]?.word === '外'));
  if (comma < 0) return [];
  return tokens.flatMap((_, i) => (i >= comma && i < comma + 6 && isContentWord(reading, i) ? [i] : []));
}
