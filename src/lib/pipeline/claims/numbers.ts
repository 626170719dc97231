/** Finds numbers, units, bounds and dates that the evidence does not have, or has otherwise. */
import type { Cue, CueClass } from './cues.ts';
import { areCompatible, lacksPart, type DateMention } from './quantities/dates.ts';
import type { Finding, Pair } from './mismatch.ts';
import { compareQuantities, isOfOneKind, type Quantity } from './quantities/quantities.ts';
import { listYears } from './quantities/periods.ts';
import type { TextReading } from './reading.ts';
import { sharesUnit } from './quantities/units.ts';

const isWithin = (one: { start: number; end: number }, others: readonly { start: number; end: number }[]): boolean =>
  others.some(({ start, end }) => one.start >= start && one.end <= end);

export function findTurnedNumbers(pair: Pair, around: TextReading): readonly Finding[] {
  const { claim, evidence } = pair;
  const partners = matchQuantities(pair);
  const used = new Set(partners.values());
  const free = evidence.quantities.filter((other) => !used.has(other) && !isWithin(other, evidence.dates));
  return claim.quantities.flatMap((quantity): readonly Finding[] => {
    if (isWithin(quantity, claim.dates)) return [];
    const push = (kind: Finding['kind'], source: string, text = quantity.text): readonly Finding[] => [
      { kind, claim: text, source, at: quantity.start },
    ];
    const partner = partners.get(quantity);
    if (partner !== undefined) {
      const bounds = compareBounds(claim, quantity, evidence, partner);
      return bounds === null ? [] : push('quantifier', bounds.source, bounds.claim);
    }
    if (free.some((other) => fitsBound(claim, quantity, evidence, other))) return [];
    if (evidence.quantities.some((other) => fallsWithin(other, quantity))) return [];
    const rival = free.find((other) => isRivalInPlace(pair, quantity, other));
    const repeated = evidence.quantities.some((other) => compareQuantities(quantity, other) === 'same');
    if (repeated) return rival === undefined ? [] : push('number', rival.text);
    const otherUnit = evidence.quantities.find((other) => compareQuantities(quantity, other) === 'unit');
    if (otherUnit !== undefined) return push('unit', otherUnit.text);
    const kin =
      rival ??
      free.find((other) => isOfOneKind(quantity, other)) ??
      free.find((other) => isYear(quantity) === isYear(other));
    if (kin !== undefined)
      return !quantity.isWord || kin.isWord || isOfOneKind(quantity, kin)
        ? push(isYear(kin) ? 'date' : 'number', kin.text)
        : [];
    const isNear = around.quantities.some((other) => compareQuantities(quantity, other) === 'same');
    return isNear || quantity.isWord || isListed(quantity, evidence)
      ? []
      : push(isYear(quantity) ? 'date' : 'number', '');
  });
}

/** Each number of the claim with the same one of the evidence, each of these once, the nearest first. */
function matchQuantities(pair: Pair): ReadonlyMap<Quantity, Quantity> {
  const { claim, evidence } = pair;
  const partners = new Map<Quantity, Quantity>();
  const used = new Set<Quantity>();
  const distances = claim.quantities.flatMap((quantity) =>
    evidence.quantities
      .filter((other) => compareQuantities(quantity, other) === 'same')
      .map((other) => ({ quantity, other, distance: measureDistance(pair, quantity, other) })),
  );
  for (const { quantity, other } of distances.sort((a, b) => a.distance - b.distance)) {
    if (partners.has(quantity) || used.has(other)) continue;
    partners.set(quantity, other);
    used.add(other);
  }
  return partners;
}

const findToken = ({ tokens }: TextReading, { start, end }: Quantity): number =>
  tokens.findIndex((token) => token.end > start && token.start < end);

/** In words, from where the claim's number would be in the evidence. */
function measureDistance({ claim, evidence, toEvidence }: Pair, quantity: Quantity, other: Quantity): number {
  const at = findToken(claim, quantity);
  const beside = [at - 1, at + 1].map((index) => toEvidence.at[index] ?? -1);
  const place = findToken(evidence, other);
  const distances = beside.filter((neighbour) => neighbour >= 0).map((neighbour) => Math.abs(neighbour - place));
  return distances.length > 0 ? Math.min(...distances) : Math.abs(toEvidence.project(at) - place);
}

const isRivalInPlace = (pair: Pair, quantity: Quantity, other: Quantity): boolean =>
  measureDistance(pair, quantity, other) <= 1;

const isYear = ({ text }: Quantity): boolean => /^[12]\d{3}s?$/.test(text);

/** A claim may count what the evidence lists. */
function isListed({ readings }: Quantity, { tokens }: TextReading): boolean {
  const listed = tokens.filter(({ gap }) => gap === 1).length + 1;
  return readings.some(({ value, unit }) => unit === '' && value >= 2 && value <= listed + 1 && value <= 9);
}

const BOUNDS: readonly CueClass[] = ['atLeast', 'over', 'atMost', 'under', 'about'];
/** A bound that nothing else can mean: "over ten years" is no bound. */
const CLEAR = (reading: TextReading, { from, to }: Cue): boolean =>
  to > from ||
  !/^(?:over|above|under|below|beyond|unter|uber|some|around|gegen|bis|hasta|unos|unas|до|quelque|rond|oltre|mais|rund)$/.test(
    reading.tokens[from]?.word ?? '',
  );

function findBound(reading: TextReading, { start, end }: Quantity): Cue | undefined {
  return reading.cues.find(({ kind, from, to }) => {
    if (!BOUNDS.includes(kind)) return false;
    const before = start - (reading.tokens[to]?.end ?? Infinity);
    const after = (reading.tokens[from]?.start ?? -1) - end;
    return (
      (before >= 0 && before <= 6) ||
      (after >= 0 && after <= 2 && kind !== 'about' && kind !== 'over' && kind !== 'under') ||
      (after >= 0 && after <= 1 && reading.language === 'zh')
    );
  });
}

const getDirection = (kind: CueClass): number =>
  kind === 'about' ? 0 : kind === 'atLeast' || kind === 'over' ? 1 : -1;

/** Null if they agree, or say too little to tell. */
function compareBounds(
  claim: TextReading,
  own: Quantity,
  evidence: TextReading,
  other: Quantity,
): { claim: string; source: string } | null {
  const [a, b] = [findBound(claim, own), findBound(evidence, other)];
  const show = (reading: TextReading, cue: Cue | undefined, { start, end }: Quantity): string =>
    reading.text
      .slice(
        Math.min(start, reading.tokens[cue?.from ?? -1]?.start ?? start),
        Math.max(end, reading.tokens[cue?.to ?? -1]?.end ?? end),
      )
      .trim();
  const turned =
    a !== undefined && b !== undefined
      ? getDirection(a.kind) !== getDirection(b.kind)
      : a !== undefined
        ? a.kind !== 'about' && CLEAR(claim, a)
        : b !== undefined && CLEAR(evidence, b);
  return turned ? { claim: show(claim, a, own), source: show(evidence, b, other) } : null;
}

/** A number that is said to be over or under another is not far from it. */
const MAX_RATIO = 2;
/** Most by which "about" may be off, beside half of the number's last digit that is no zero. */
const MAX_ROUNDING = 0.05;

/** Whether a number of the evidence is what the claim says by a bound or in the round: "more than 1,000" for 1,023. */
function fitsBound(claim: TextReading, own: Quantity, evidence: TextReading, other: Quantity): boolean {
  const bound = findBound(claim, own);
  if (bound === undefined || findBound(evidence, other) !== undefined) return false;
  const direction = getDirection(bound.kind);
  return own.readings.some(({ value, unit }) =>
    other.readings.some(({ value: exact, unit: theirUnit }) => {
      const isOfUnit = unit === theirUnit || unit === '' || theirUnit === '' || sharesUnit(unit, theirUnit);
      if (!isOfUnit || value <= 0 || exact <= 0) return false;
      if (direction === 0) return Math.abs(exact - value) <= Math.min(findStep(value) / 2, MAX_ROUNDING * value);
      return direction > 0
        ? exact >= value && exact <= MAX_RATIO * value
        : exact <= value && exact >= value / MAX_RATIO;
    }),
  );
}

/** 1850 and the 1850s are in the 19th century. */
const fallsWithin = ({ readings }: Quantity, { readings: periods }: Quantity): boolean =>
  periods.some(({ unit, value }) => {
    const [from, to] = listYears(unit, value) ?? [Infinity, -Infinity];
    return readings.some((one) => /^(?:|decade)$/.test(one.unit) && one.value >= from && one.value <= to);
  });

/** 10 of 70, 100,000 of 1,200,000, 0.1 of 0.5. */
function findStep(value: number): number {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  return 10 ** (Number(exponent) - (digits.split('.')[1]?.length ?? 0));
}

export function findTurnedDates({ claim, evidence }: Pair, around: TextReading): readonly Finding[] {
  return claim.dates.flatMap((date): readonly Finding[] => {
    const push = (source: string): readonly Finding[] => [{ kind: 'date', claim: date.text, source, at: date.start }];
    const fits = evidence.dates.filter((other) => areCompatible(date, other));
    const best = fits.find((other) => lacksPart(date, other) === null) ?? fits[0];
    if (best !== undefined) {
      const lacking = lacksPart(date, best);
      const value = lacking === null ? null : date[lacking];
      return value === null || hasNumber(value, evidence) || hasNumber(value, around) ? [] : push(best.text);
    }
    const rival = findRival(date, evidence, claim);
    const isNear = around.dates.some((other) => areCompatible(date, other) && lacksPart(date, other) === null);
    return isNear && rival === undefined ? [] : push(rival?.text ?? '');
  });
}

const hasNumber = (value: number, { quantities }: TextReading): boolean =>
  quantities.some(({ readings }) => readings.some((reading) => reading.value === value));

/** A date of the evidence that the claim leaves out. */
function findRival(date: DateMention, evidence: TextReading, claim: TextReading): DateMention | undefined {
  return evidence.dates.find(
    (other) =>
      (date.weekday === null) === (other.weekday === null) && !claim.dates.some((one) => areCompatible(one, other)),
  );
}
