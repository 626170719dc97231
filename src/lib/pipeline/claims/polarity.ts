/** Finds a "not" that only one of claim and evidence has, where both speak of the same. */
import { getNegationReach, type Cue } from './cues.ts';
import type { Alignment } from './alignment.ts';
import { sliceAround, type Finding, type Pair } from './mismatch.ts';
import { isSplitBetween, listAnchors, type TextReading } from './reading.ts';

export function findTurnedPolarity({ claim, evidence, toEvidence, toClaim }: Pair): readonly Finding[] {
  const added = claim.cues.flatMap((cue) => {
    const turned = findUnnegated(claim, cue, evidence, toEvidence);
    if (turned === null) return [];
    return [{ claim: turned.own, source: turned.other, at: claim.tokens[cue.from]?.start ?? 0 }];
  });
  const dropped = evidence.cues.flatMap((cue) => {
    const turned = findUnnegated(evidence, cue, claim, toClaim);
    if (turned === null) return [];
    return [{ claim: turned.other, source: turned.own, at: claim.tokens[turned.place]?.start ?? 0 }];
  });
  const all = [
    ...added,
    ...dropped,
    ...findDenials(evidence, claim, toClaim),
    ...findOtherForms(claim, evidence, toEvidence),
  ];
  return all.map((finding) => ({ kind: 'negation', ...finding }));
}

interface Turned {
  readonly own: string;
  readonly other: string;
  readonly place: number;
}

/** Null if the cue is no negation, if the other text does not speak of what it negates, or negates it, too. */
function findUnnegated(own: TextReading, cue: Cue, other: TextReading, { at }: Alignment): Turned | null {
  if (cue.kind !== 'not') return null;
  const reach = getNegationReach(own.language);
  const isOwn = (anchor: number): boolean =>
    !own.cues.some(({ kind, from }) => kind === 'not' && (from - cue.from) * (anchor - from) > 0);
  const after = reach.after ? listAnchors(own, cue, 1).filter(isOwn) : [];
  const before = reach.before || after.length === 0 ? listAnchors(own, cue, -1).filter(isOwn) : [];
  const isShared = (anchor: number): boolean => (at[anchor] ?? -1) >= 0;
  const anchor = after.slice(0, 2).find(isShared) ?? before.slice(0, 2).find(isShared);
  if (anchor === undefined) return null;
  const shared = [...after, ...before].filter(isShared);
  if (shared.some((one) => isNegated(other, at[one] ?? -1, own, at, cue, after.length === 0))) return null;
  const isClose = (one: number): boolean => isShared(one) && one > anchor && one - cue.to <= 3;
  const shown = anchor > cue.to ? (after.find(isClose) ?? anchor) : anchor;
  const place = at[shown] ?? 0;
  const width = Math.abs(shown - (shown > cue.to ? cue.to : cue.from));
  const [from, to] = shown > cue.to ? [cue.from - 1, shown] : [shown, cue.to];
  return {
    own: sliceAround(own, from, to),
    other: shown > cue.to ? sliceAround(other, place - width, place) : sliceAround(other, place, place + width - 1),
    place,
  };
}

/** In words between one that denies and what it denies: "denied that he took". */
const DENIED_WITHIN = 4;

/** What the evidence denies by a verb or the like ("refused to sign"), and the claim says. */
function findDenials(evidence: TextReading, claim: TextReading, toClaim: Alignment): readonly Omit<Finding, 'kind'>[] {
  const reach = getNegationReach(evidence.language);
  return evidence.cues.flatMap((cue) => {
    if (cue.kind !== 'deny' || (toClaim.at[cue.from] ?? -1) >= 0) return [];
    if (hasCueNear(evidence, cue.from, NEAR, ({ kind }) => kind === 'not')) return []; // doubled
    const anchors = [
      ...(reach.after ? listAnchors(evidence, cue, 1, 1) : []),
      ...(reach.before ? listAnchors(evidence, cue, -1, 1) : []),
    ];
    const [anchor = -1, place = -1] =
      anchors
        .filter((one) => Math.abs(one - cue.from) <= DENIED_WITHIN)
        .map((one) => [one, findSameWord(evidence, one, claim, toClaim)] as const)
        .find(([, found]) => found >= 0) ?? [];
    if (place < 0) return [];
    const isExcuse = ({ kind, from }: Cue): boolean =>
      kind === 'few' || (EXCUSES.has(kind) && !(kind === 'opposite' && from === place)); // "won" has an opposite
    if (hasCueNear(claim, place, REACH, isExcuse)) return [];
    if (hasCueNear(claim, place, NEAR, ({ kind }) => kind === 'about')) return []; // "came close to winning"
    return [
      {
        claim: sliceAround(claim, place - 1, place),
        source: sliceAround(evidence, cue.from, anchor),
        at: claim.tokens[place]?.start ?? 0,
      },
    ];
  });
}

/** In letters: forms of a verb begin alike, "firmó" and "firmar". */
const SAME_START = 4;

/** Its place in the other text, or that of a word there which begins alike and stands where it would; -1 for none. */
function findSameWord({ tokens }: TextReading, index: number, other: TextReading, { at, project }: Alignment): number {
  const [aligned = -1, place] = [at[index], project(index)];
  const start = tokens[index]?.word.slice(0, SAME_START) ?? '';
  if (aligned >= 0 || place < 0 || start.length < SAME_START) return aligned;
  return other.tokens.findIndex(
    ({ word }, k) => Math.abs(k - place) <= FORM_NEAR && word.startsWith(start) && !at.includes(k),
  );
}

const EXCUSES: ReadonlySet<Cue['kind']> = new Set<Cue['kind']>(['not', 'lack', 'deny', 'opposite']);

const FORM_NEAR = 3;

/** A word in the claim and its negated form in the evidence, or the reverse: "agreed" and "disagreed", "harmful" and "harmless". */
function findOtherForms(
  claim: TextReading,
  evidence: TextReading,
  { at, project }: Alignment,
): readonly Omit<Finding, 'kind'>[] {
  const taken = new Set(at);
  return claim.tokens.flatMap((token, index) => {
    if ((at[index] ?? -1) >= 0) return [];
    const place = project(index);
    const other = evidence.tokens.findIndex(
      ({ word }, k) => Math.abs(k - place) <= FORM_NEAR && !taken.has(k) && isOtherForm(token.word, word),
    );
    if (place < 0 || other < 0 || isNegatedNear(claim, index) || isNegatedNear(evidence, other)) return [];
    return [
      {
        claim: sliceAround(claim, index, index),
        source: sliceAround(evidence, other, other),
        at: token.start,
      },
    ];
  });
}

const isNegatedNear = (reading: TextReading, index: number): boolean =>
  hasCueNear(reading, index, FORM_NEAR, ({ kind, from }) => EXCUSES.has(kind) && from !== index);

/** Whether the same clause has such a cue at most so many words away. */
const hasCueNear = (reading: TextReading, index: number, within: number, matches: (cue: Cue) => boolean): boolean =>
  reading.cues.some(
    (cue) => matches(cue) && Math.abs(cue.from - index) <= within && !isSplitBetween(reading, cue.from, index),
  );

const [FULL, LESS] = [/ful$/u, /less$/u];

function isOtherForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long !== short && long.replace(NEGATING, '') === short) return true;
  return (
    short.length > MIN_FORM &&
    ((FULL.test(one) && LESS.test(other)) || (LESS.test(one) && FULL.test(other))) &&
    one.replace(FULL, '').replace(LESS, '') === other.replace(FULL, '').replace(LESS, '')
  );
}

const MIN_FORM = 6;

const REACH = 9;
const NEAR = 3;

/** Whether a "not" reaches it, or a word that says "not" stands only here. `cue`: what negates it in the own text. */
function isNegated(
  reading: TextReading,
  place: number,
  own: TextReading,
  at: readonly number[],
  cue: Cue,
  endsClause: boolean,
): boolean {
  const reach = getNegationReach(reading.language);
  return (
    reading.cues.some(({ kind, from, to }) => {
      if (kind !== 'not' && kind !== 'lack' && kind !== 'deny') return false;
      if (kind !== 'not' && at.some((other) => other >= from && other <= to)) return false;
      const distance = place > to ? place - to : from - place;
      if (kind === 'not' && (distance > NEAR || from > place) && isPartnerOfAnother(from, cue, own, at)) return false;
      const limit = kind !== 'not' || endsClause || (place > to ? reach.after : reach.before) ? REACH : NEAR;
      return distance <= limit && !isSplitBetween(reading, place > to ? to : place, place > to ? place : from);
    }) || isNegatedForm(reading.tokens[place]?.word ?? '', own)
  );
}

/** Whether it is what another negation of the own text has become. */
function isPartnerOfAnother(index: number, cue: Cue, { cues }: TextReading, at: readonly number[]): boolean {
  return cues.some(({ kind, from }) => kind === 'not' && from !== cue.from && at[from] === index);
}

const NEGATING = /^(?:un|in|im|il|ir|non|dis|mis)(?=\p{L}{4})/u;

function isNegatedForm(word: string, { tokens }: TextReading): boolean {
  const bare = word.replace(NEGATING, '');
  return bare !== word && tokens.some((token) => token.word === bare);
}
