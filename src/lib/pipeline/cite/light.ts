/**
 * Punctuation that may differ between a close quote and its source. It is dropped only on the outer side of a word:
 * inside one (1.5, (un)known, we’re) it is part of the word. Question marks, signs and comparisons are never dropped.
 */
const LIGHT_MARK = /^(?:\.\.\.?|[,;:.!()[\]{}*_~|\\·•'、。])$/u;

export function isLightMark(form: string): boolean {
  return LIGHT_MARK.test(form);
}

/** Marks skipped on the way to the next word; a longer row is not punctuation. */
const MAX_SKIPPED_MARKS = 8;
const SKIPPED_MARK = /[,;:.!…()[\]{}*_~|\\·•"'`´\u2018-\u201f\u2032-\u2037«»‹›「」『』、。]/u;
const SPACE = /\s/u;
const DIGIT = /\p{N}/u;
const LETTER = /[\p{L}\p{M}]/u;

/** Returns '' if the mark is dropped at this place, else the mark itself. */
export function reduceLightMark(form: string, text: string, start: number, end: number): string {
  const before = isOuterSide(text, start - 1, -1);
  const after = isOuterSide(text, end, 1);
  switch (form) {
    case "'": {
      const last = text.charAt(start - 1);
      return DIGIT.test(last) || (LETTER.test(last) && LETTER.test(text.charAt(end))) ? form : '';
    }
    case '(':
    case '[':
    case '{':
      return before ? '' : form;
    case '*':
    case '_':
    case '~':
    case '|':
    case '\\':
      return before !== after && !DIGIT.test(text.charAt(end)) ? '' : form;
    case '·':
    case '•':
      return before && !DIGIT.test(text.charAt(end)) ? '' : form;
    default:
      return after ? '' : form;
  }
}

/** Returns whether white space or the end of the text comes next, after other marks. */
function isOuterSide(text: string, from: number, step: 1 | -1): boolean {
  let at = from;
  while (Math.abs(at - from) < MAX_SKIPPED_MARKS && SKIPPED_MARK.test(text.charAt(at))) at += step;
  const character = text.charAt(at);
  return character === '' || SPACE.test(character);
}
