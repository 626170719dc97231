/** White space that depends on type alone: around dashes, before marks and units, inside guillemets, beside scripts without spaces. */
import { UNSPACED } from '../text/terms.ts';

/** The spacing of 5 %, 20 °C, 5 € and $ 5 is that of a country or a hand. */
const TYPE =
  / ?\u2014+ ?| -{1,3} |-{2,3}|'{2,}|[«‹] ?| ?[»›]| (?=[?!;:])|(?<=\p{Nd}) (?=[%‰°\p{Sc}](?!\p{Nd}))|(?<=(?<!\p{N} ?)\p{Sc}) (?=\p{Nd})/gu;
const HAS_TYPE = / [-?!;:%‰°\p{Sc}]|\p{Sc} |--|''|[\u2014«»‹›]/u;
const BEFORE_DASH = /[\p{L}\p{N}\p{M}.,;:!?')\]%]/u;
const AFTER_DASH = /[\p{L}\p{N}\p{M}'([]/u;

const UNSPACED_PATTERN = `(?:${UNSPACED.source}|[\\u3000-\\u303f\\uff66-\\uff9f])`;
export const UNSPACED_CHARACTER = new RegExp(UNSPACED_PATTERN, 'u');
/** Quicker; true of all that has such a character. */
const MAY_BE_UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\uffff]/;
/** Marks between white space and such a script take its spacing. */
const MARKS = String.raw`[^\p{L}\p{N}\p{M}\s]{1,6}`;
const BESIDE_UNSPACED = new RegExp(` (?:(?<=${UNSPACED_PATTERN}${MARKS} )|(?=${MARKS}${UNSPACED_PATTERN}))`, 'gu');

/** Expects a normal form, with the map of its characters to the text. Linear. */
export function settleSpacing(text: string, at: number[] | null): string {
  const typed = HAS_TYPE.test(text) ? replaceMatches(text, at, TYPE, settleMark) : text;
  if (!MAY_BE_UNSPACED.test(typed) || !typed.includes(' ')) return typed;
  return replaceMatches(typed, at, BESIDE_UNSPACED, () => '');
}

/** A spaced hyphen is a dash; one with space on one side only may be a minus or end half a word. */
function settleMark(mark: string, text: string, index: number): string {
  if (/^-{2,3}$/.test(mark))
    return BEFORE_DASH.test(text.charAt(index - 1)) && AFTER_DASH.test(text.charAt(index + mark.length)) ? '-' : mark;
  if (/[-\u2014]/.test(mark)) return '-';
  return mark === ' ' ? '' : "'";
}

/** Each result is the match itself or at most one character. */
function replaceMatches(
  text: string,
  at: number[] | null,
  pattern: RegExp,
  replace: (match: string, text: string, index: number) => string,
): string {
  const out: string[] = [];
  const map: number[] = [];
  let from = 0;
  const copyTo = (end: number): void => {
    out.push(text.slice(from, end));
    if (at !== null) for (let i = from; i < end; i += 1) map.push(at[i] ?? 0);
  };
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const put = replace(match, text, index);
    if (put === match) continue;
    copyTo(index);
    out.push(put);
    if (put !== '') map.push(at?.[index + match.search(/\S/)] ?? 0);
    from = index + match.length;
  }
  copyTo(text.length);
  if (at !== null) {
    const rest = at.slice(text.length);
    at.length = 0;
    for (const index of map) at.push(index);
    for (const index of rest) at.push(index);
  }
  return out.join('');
}

const ENDS_BESIDE = new RegExp(`${UNSPACED_PATTERN}(?:${MARKS})?$`, 'u');
const STARTS_BESIDE = new RegExp(`^(?:${MARKS})?${UNSPACED_PATTERN}`, 'u');
/** White space between digits separates numbers in any script. */
const TWO_DIGITS = /^\p{N}\p{N}$/u;

export const isBetweenDigits = (before: string, after: string): boolean => TWO_DIGITS.test(before + after);

/** Between the normal forms of two blocks. */
export function needsSpaceBetween(before: string, after: string): boolean {
  const [end, start] = [before.slice(-MOST_LOOKED_AT), after.slice(0, MOST_LOOKED_AT)];
  if (isBetweenDigits(Array.from(end).at(-1) ?? '', Array.from(start)[0] ?? '')) return true;
  if (ENDS_BESIDE.test(end) || STARTS_BESIDE.test(start)) return false;
  return settleSpacing(`${end} ${start}`, null) !== end + start; // 12, °C
}

/** In UTF-16 units. */
const MOST_LOOKED_AT = 16;
