/** Characters that a reader does not see. A quote may lack the source's, and has none of its own that could deceive. */
import { normaliseWithMap } from './normal-form.ts';
import type { Spot } from './source-form.ts';
import { INVISIBLE, type Strictness } from './normalise-character.ts';

/** Overrides of direction show other words than are stored; tags hide words. */
const DECEPTIVE = /[\u202d\u202e\u{e0000}-\u{e007f}]/u;
const HARMLESS = /[\ufe00-\ufe0f]/u;
const LETTER = /[\p{L}\p{M}]/u;
const JOINERS = /[\u200c\u200d]/u;
/** Their spelling needs joiners. */
const JOINING =
  /[\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]/u;
/** Zero-width spaces part their words. */
const BREAKING = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export const isDeceptive = (text: string): boolean => DECEPTIVE.test(text);

/** Over the hidden characters beside a place. */
export function skipHidden(spot: Spot, step: 1 | -1): Spot {
  const { text } = spot.visible;
  let { index } = spot;
  while (INVISIBLE.test(text.charAt(step === 1 ? index : index - 1)) && Math.abs(index - spot.index) < MAX_SKIPPED)
    index += step;
  return { ...spot, index };
}

const MAX_SKIPPED = 16;

/** `source`: the matching text, of the same normal form. */
export function hidesNothing(quote: string, source: string, strictness: Strictness): boolean {
  if (isDeceptive(quote) || isDeceptive(source)) return false;
  if (!INVISIBLE.test(quote)) return true;
  const there = new Set(listHidden(source, strictness));
  return listHidden(quote, strictness, isSpelling).every((hidden) => there.has(hidden));
}

/** Each with its place in the normal form. */
function listHidden(
  text: string,
  strictness: Strictness,
  isIgnored: (character: string, before: string, after: string) => boolean = () => false,
): readonly string[] {
  const { at } = normaliseWithMap(text, strictness);
  const hidden: string[] = [];
  let place = 0;
  for (let i = 0; i < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(i) ?? 0);
    while (place < at.length - 1 && (at[place] ?? 0) < i) place += 1;
    const end = i + character.length;
    if (INVISIBLE.test(character) && !isIgnored(character, text.slice(0, i), text.slice(end, end + 2)))
      hidden.push(`${place} ${character}`);
    i = end;
  }
  return hidden;
}

function isSpelling(character: string, textBefore: string, textAfter: string): boolean {
  if (HARMLESS.test(character)) return true;
  const before = Array.from(textBefore.slice(-2)).at(-1) ?? '';
  const after = Array.from(textAfter)[0] ?? '';
  if (JOINERS.test(character)) return JOINING.test(before) || (/\p{M}/u.test(before) && LETTER.test(after));
  if (character === '\u200b') return BREAKING.test(before) && BREAKING.test(after);
  return character === '\u00ad' && LETTER.test(before) && LETTER.test(after);
}
