/** The numbers of a text with their units, however they are written: 1,234 = 1.234 = 1 234; 12 million; twelve; $5m. */
import { raise, readDigits, readYearEnd, unifyDigits } from './digits.ts';
import { parseHanNumber, readNumberWords } from './numerals.ts';
import { findPeriods } from './periods.ts';
import { findScale } from './scale.ts';
import { findShares } from './shares.ts';
import type { Token } from '../tokens.ts';
import { findUnitBefore, findUnitBehind, sharesUnit } from './units.ts';

interface Reading {
  readonly value: number;
  /** '' for none. */
  readonly unit: string;
  /** Most by which another may differ; 0 if left out. */
  readonly within?: number;
}

export interface Quantity {
  /** All that it may mean. */
  readonly readings: readonly Reading[];
  /** What it seldom means: enough to agree with a reading of the same unit, never to differ. */
  readonly seldom?: readonly Reading[];
  /** What "million" behind it multiplied it by. */
  readonly factor?: number;
  /** 1/3 of a third. */
  readonly share?: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** May be a way of speaking: a small number in words, without a unit. */
  readonly isWord: boolean;
}

/** Per text. */
const MAX_QUANTITIES = 100;
const NUMBER =
  /(?<![\p{Ll}\p{Lu}\p{M}\p{N}_.,])[-−]?(?:\d{1,2}(?:,\d{2})+,\d{3}(?!\d)(?:\.\d+)?|\d{1,3}(?:[.,'’\u00a0\u2009\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[.]\d+)/gu;
const CLOCK =
  /(?<![\p{N}.:])(\d{1,2})(?:[:.]|h(?!\d{2}\s?min))(\d{2})(?::\d{2})?\s?(am|pm|a\.m\.|p\.m\.|uhr|h)?(?![\p{L}\p{N}])/giu;
const HOUR = /(?<![\p{N}.:])(\d{1,2})\s?(am|pm|a\.m\.|p\.m\.)(?![\p{L}\p{N}])/giu;
const HAN_NUMBER =
  /(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)?[零〇一二三四五六七八九十百千万萬亿億兆两兩\d]*[零〇一二三四五六七八九十百千万萬亿億兆两兩][零〇一二三四五六七八九十百千万萬亿億兆两兩\d]*/gu;
const HAN_UNIT = /^(?:[年月日号號人个個名位岁歲次倍家条條件种種天周度成万亿]|%|％)/u;
const MINUS_BEFORE = /(?:minus|moins|menos|meno|минус|零下|マイナス)\s?$/iu;
/** Three of ten: 三成, 3割. */
const TENTHS = /^[成割](?![为為了立长長功果本员員分份不])/u;
const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 0.33, '⅔': 0.67 };
const FRACTION_BEHIND = /^[\s\u2009]?([½¼¾⅓⅔])/u;
/** Raised, or as in 10^6 and 10^{6}. */
const POWER_BEHIND = /^(?:([⁺⁻]?[⁰¹²³⁴-⁹]{1,3})|\^\{?([-−+]?\d{1,3})(?!\d)\}?)/u;
/** In order of their places. Linear. */
export function findQuantities(written: string, tokens: readonly Token[], language: string): readonly Quantity[] {
  const text = unifyDigits(written);
  const found: Quantity[] = [];
  const taken = new Set<number>();
  const push: Push = (start, end, readings, { isWord = false, ...rest } = {}) => {
    if (found.length >= MAX_QUANTITIES || taken.has(start)) return;
    for (let i = start; i < end; i += 1) taken.add(i);
    found.push({ readings, start, end, text: written.slice(start, end).trim(), isWord, ...rest });
  };
  for (const { start, end, unit, values } of findPeriods(text))
    push(
      start,
      end,
      values.map((value) => ({ value, unit })),
      { seldom: unit === 'decade' ? values.map((value) => ({ value: value % 100, unit: '' })) : [] },
    );
  for (const { start, end, parts } of findShares(text, tokens, language))
    if (!taken.has(start) && findUnitBehind(text, end) === null) pushShare(start, end, parts, push);
  for (const match of [...text.matchAll(CLOCK), ...text.matchAll(HOUR)]) pushClock(match, push);
  if (language === 'zh' || language === 'ja')
    for (const match of text.matchAll(HAN_NUMBER)) if (!taken.has(match.index)) pushHan(text, match, push);
  for (const match of text.matchAll(NUMBER)) if (!taken.has(match.index)) pushDigits(text, match, language, push);
  for (const [sign, value] of Object.entries(FRACTIONS))
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) push(at, at + 1, withShare(value, ''));
  pushWords(text, tokens, language, taken, push);
  return shareUnits(
    found.sort((a, b) => a.start - b.start),
    text,
  );
}

type Push = (
  start: number,
  end: number,
  readings: readonly Reading[],
  rest?: Partial<Pick<Quantity, 'isWord' | 'seldom' | 'share' | 'factor'>>,
) => void;

function pushClock({ 0: whole, 1: hour = '', 2: second = '', 3: third, index }: RegExpMatchArray, push: Push): void {
  const isHour = !/^\d/.test(second);
  const half = (isHour ? second : (third ?? '')).toLowerCase();
  const [hours, minutes] = [Number(hour), isHour ? 0 : Number(second)];
  if (hours > 24 || minutes > 59 || (!isHour && whole.charAt(hour.length) === '.' && half === '')) return;
  const at = (hours % 12) * 60 + minutes;
  const day = hours * 60 + minutes;
  const values = half.startsWith('p') ? [at + 720] : half.startsWith('a') ? [at] : hours > 12 ? [day] : [day, at + 720];
  const end = (index ?? 0) + whole.trimEnd().length;
  push(
    index ?? 0,
    end,
    values.map((value) => ({ value, unit: 'clock' })),
  );
}

function pushHan(text: string, { 0: whole, index }: RegExpMatchArray, push: Push): void {
  const at = index ?? 0;
  const value = parseHanNumber(whole);
  const behind = findUnitBehind(text, at + whole.length);
  const isTenths = value !== null && value < 10 && TENTHS.test(text.slice(at + whole.length, at + whole.length + 2));
  if (isTenths) {
    push(at, at + whole.length + 1, [{ value: value * 10, unit: '%' }]);
    return;
  }
  const isNumber =
    whole.length > 1 || behind !== null || HAN_UNIT.test(text.slice(at + whole.length, at + whole.length + 1));
  if (value === null || !isNumber || /^[十百千万]分?$|^万一$|^一一$/.test(whole)) return;
  const share = text.slice(Math.max(0, at - 3), at) === '百分之';
  const unit = share ? '%' : (behind?.unit ?? '');
  push(share ? at - 3 : at, at + whole.length + (behind?.length ?? 0), [{ value, unit }]);
}

function pushDigits(text: string, { 0: whole, index }: RegExpMatchArray, language: string, push: Push): void {
  const at = index ?? 0;
  if (language === 'ja' && TENTHS.test(text.slice(at + whole.length, at + whole.length + 2))) {
    push(at, at + whole.length + 1, [{ value: Number(whole) * 10, unit: '%' }]);
    return;
  }
  const before = findUnitBefore(text, /^[-−]/.test(whole) ? at + 1 : at) ?? findUnitBefore(text, at);
  let end = at + whole.length;
  const digits = readDigits(whole, language);
  let values = [...digits.values, ...readYearEnd(text, at, whole)];
  if (MINUS_BEFORE.test(text.slice(Math.max(0, at - 8), at))) values.push(...values.map((value) => -value));
  const isYearApart = /^\D?\d{4}$/.test(whole) && /\s/.test(text.charAt(end)); // in 1990 ½ of them
  const fraction = isYearApart || /[.,]/.test(whole) ? null : FRACTION_BEHIND.exec(text.slice(end, end + 2));
  if (fraction !== null) {
    const part = FRACTIONS[fraction[1] ?? ''] ?? 0;
    values = values.map((value) => value + (value < 0 ? -part : part));
    end += fraction[0].length;
  }
  let plain = [...digits.seldom];
  const power = POWER_BEHIND.exec(text.slice(end, end + 12));
  if (power !== null) {
    const exponent = Number((power[1] ?? power[2] ?? '').normalize('NFKC').replace('\u2212', '-'));
    const powers = values.map((value) => raise(value, exponent));
    const isRaised = power[1] !== undefined && !/[⁺⁻]/.test(power[1]);
    if (isRaised && values[0] === 10) plain = values; // 10³ members may have a note too
    values = power[2] !== undefined || values[0] === 10 ? powers : [...values, ...powers]; // 1999² may have a note
    end += power[0].length;
  }
  end += /^(?:st|nd|rd|th|º|ª|er|e|ème|s)(?![\p{L}\p{M}])/iu.exec(text.slice(end, end + 6))?.[0].length ?? 0;
  const scale = findScale(text, end, language, before !== null);
  const factor = scale?.factor ?? 1;
  values = values.map((value) => value * factor);
  end += scale?.length ?? 0;
  const mayBeMetres = scale?.mayBeMetres === true;
  if (scale?.mayBePlain === true) values.push(...values.map((value) => value / factor));
  const behind = findUnitBehind(text, end) ?? skipWordBeforeUnit(text, end);
  const unit = before?.unit ?? behind?.unit ?? '';
  const readings = values.flatMap((value) => withShare(value, unit));
  if (mayBeMetres)
    readings.push(
      ...values.flatMap((value) => [
        { value, unit: 'metre' },
        { value: value * 1e6, unit: '' },
      ]),
    );
  const start = before === null ? at : at - before.length + (/^[-−]/.test(whole) ? 1 : 0);
  push(Math.max(0, Math.min(start, at)), end + (behind?.length ?? 0), readings, {
    seldom: plain.map((value) => ({ value: value * factor, unit })),
    ...(factor > 1 ? { factor } : {}),
  });
}

/** "12 million US dollars", "5 full days". */
function skipWordBeforeUnit(text: string, at: number): { readonly unit: string; readonly length: number } | null {
  const skipped =
    /^\s(?:US|U\.S\.|full|whole|more|additional|consecutive|de|d’|d')\s?/.exec(text.slice(at, at + 20))?.[0].length ??
    0;
  const found = skipped === 0 ? null : findUnitBehind(text, at + skipped - 1);
  return found === null ? null : { unit: found.unit, length: skipped - 1 + found.length };
}

/** Two thirds are 66, 67 or 66.7 %. */
const readFraction = (value: number): Reading[] => [
  { value, unit: '', within: 0.01 },
  { value: value * 100, unit: '%', within: 1 },
];

function pushShare(start: number, end: number, parts: readonly [number, number], push: Push): void {
  const share = parts[0] / parts[1];
  push(start, end, readFraction(share), { seldom: parts.map((value) => ({ value, unit: '' })), share });
}

/** Half is 50 %. */
function withShare(value: number, unit: string): Reading[] {
  const readings: Reading[] = [{ value, unit }];
  if (unit === '' && value > 0 && value < 1) readings.push({ value: Math.round(value * 100), unit: '%' });
  return readings;
}

const MAX_WEAK = 12;

function pushWords(text: string, tokens: readonly Token[], language: string, taken: Set<number>, push: Push): void {
  for (let i = 0; i < tokens.length; i += 1) {
    const number = readNumberWords(tokens, i, language);
    const [first, last] = [tokens[i], tokens[number?.to ?? -1]];
    if (number === null || first === undefined || last === undefined || taken.has(first.start)) continue;
    const behind = findUnitBehind(text, last.end);
    const isSpoken = number.value === 1 && number.from === number.to && behind === null;
    if (!isSpoken && !(language === 'en' && first.word === 'second')) {
      const isWord = number.value <= MAX_WEAK && behind === null && number.isFraction !== true;
      const end = last.end + (behind?.length ?? 0);
      const plain = withShare(number.value, behind?.unit ?? '');
      if (number.parts === undefined || behind !== null) push(first.start, end, plain, { isWord });
      else if (number.isFraction === true) pushShare(first.start, end, number.parts, push);
      else {
        const share = number.parts[0] / number.parts[1];
        push(first.start, end, plain, { isWord, seldom: readFraction(share), share });
      }
    }
    i = number.to;
  }
}

/** In "5 to 10 km" and "5, 10 and 15 million" the first numbers may have the unit and the multiplier of the last. */
function shareUnits(found: readonly Quantity[], text: string): readonly Quantity[] {
  const shared = [...found];
  for (let i = found.length - 2; i >= 0; i -= 1) {
    const [one, next] = [shared[i], shared[i + 1]];
    const unit = next?.readings.at(-1)?.unit ?? '';
    if (one === undefined || next === undefined) continue;
    const own = one.readings[0]?.unit ?? '';
    const factor = one.factor === undefined ? (next.factor ?? 1) : 1;
    if ((unit === '' || own !== '') && factor === 1) continue;
    if (
      !/^\s?(?:[-–—,]|to|and|or|bis|und|oder|à|et|ou|a|y|o|до|и|~|至|到|から|、)\s?$/iu.test(
        text.slice(one.end, next.start),
      )
    )
      continue;
    shared[i] = {
      ...one,
      ...(factor > 1 ? { factor } : {}),
      readings: one.readings.flatMap((reading) => [
        reading,
        { value: reading.value * factor, unit: own === '' ? unit : own },
        ...(factor > 1 && own === '' ? [{ value: reading.value, unit }] : []),
      ]),
    };
  }
  return shared;
}

type Likeness = 'same' | 'unit' | 'other';

const TOLERANCE = 1e-9;

/** `unit`: the same number of something else. A number without a unit may be of any. */
export function compareQuantities(a: Quantity, b: Quantity): Likeness {
  let likeness: Likeness = 'other';
  if (a.share !== undefined && b.share !== undefined) return Math.abs(a.share - b.share) > TOLERANCE ? 'other' : 'same';
  if (agreesSeldom(a, b) || agreesSeldom(b, a)) return 'same';
  for (const one of a.readings)
    for (const other of b.readings) {
      if (!isOfOneValue(one, other)) continue;
      if (one.unit === '' || other.unit === '' || sharesUnit(one.unit, other.unit)) return 'same';
      likeness = 'unit';
    }
  return likeness;
}

const agreesSeldom = ({ seldom = [] }: Quantity, { readings }: Quantity): boolean =>
  seldom.some((one) => readings.some((other) => one.unit === other.unit && isOfOneValue(one, other)));

function isOfOneValue(one: Reading, other: Reading): boolean {
  const within = Math.max(one.within ?? 0, other.within ?? 0, TOLERANCE * Math.max(1, Math.abs(one.value)));
  return Math.abs(one.value - other.value) <= within;
}

/** Whether one may have been put in the other's place. */
export function isOfOneKind(a: Quantity, b: Quantity): boolean {
  return a.readings.some(({ unit }) =>
    b.readings.some(
      (other) => unit === other.unit || (unit !== '' && other.unit !== '' && sharesUnit(unit, other.unit)),
    ),
  );
}
